// Handling what terminal started in the background: look, wait, write, kill.

import { z } from "zod";
import { defineTool, jsonError, jsonResult, type Tool, type ToolContext, type ToolResult } from "../contracts/tool.ts";
import { splitLines } from "../kernel/files/lines.ts";
import { plainOutput } from "../kernel/output/ansi.ts";
import { headAndTail } from "../kernel/output/cut.ts";
import { ellipsize, oneLine, takeLastChars } from "../kernel/text.ts";
import { orError } from "./failures.ts";
import { exitCodeOf, type JobBoard, type JobRecord, lostText, taintOf } from "./jobs.ts";
import { zodSchema } from "./schema.ts";

const PREVIEW_CHARS = 1_000;
const LOG_LINES = 200;
const MAX_WAIT_S = 180;
const MAX_CHARS = 50_000;

const FORGOTTEN = "Those of an earlier run of the program, and those that ended long ago, are no longer known here.";

const INPUT = () =>
  z.object({
    action: z.enum(["list", "poll", "log", "wait", "kill", "write", "submit", "close"]),
    session_id: z.string().optional(),
    data: z.string().default(""),
    timeout: z.number().optional().describe("Seconds to wait, at most 180"),
    offset: z.number().int().default(0),
    limit: z.number().int().default(LOG_LINES),
  });

type Input = z.output<ReturnType<typeof INPUT>>;

export function processTool(board: JobBoard, now: () => number): Tool {
  return defineTool({
    name: "process",
    toolset: "terminal",
    description:
      "Background processes started by terminal: list, poll, log (lines from offset; without offset the last ones), wait, kill, write (raw input), submit (a line), close (end of input).",
    input: zodSchema("process", INPUT),
    effect: "execute",
    output: "foreign",
    foreignFields: ["output", "output_preview"],
    spillOver: "never",
    reach: () => "looks",
    touches: () => [],
    label: ({ action, session_id }) => (session_id === undefined ? action : `${action} ${session_id}`),
    run: (input, context) =>
      orError(async () => {
        if (input.action === "list")
          return jsonResult({ processes: board.list(context.sessionId).map((record) => summary(record, now)) });
        if (input.session_id === undefined) return jsonError({ error: `session_id is needed to ${input.action}.` });
        const record = board.get(input.session_id, context.principal);
        if (record === undefined)
          return jsonError({ status: "not_found", error: `No process with id ${input.session_id}. ${FORGOTTEN}` });
        return act(input, record, context, now);
      }),
  });
}

async function act(input: Input, record: JobRecord, context: ToolContext, now: () => number): Promise<ToolResult> {
  const { job } = record;
  switch (input.action) {
    case "log":
      return jsonResult(log(record, input), taintOf(record));
    case "wait":
      return wait(record, input.timeout ?? MAX_WAIT_S, context);
    case "kill":
      if (job.state().type === "lost") return lost(record);
      if (job.state().type !== "running")
        return jsonResult({ status: "already_exited", session_id: record.id, exit_code: exitCodeOf(job) });
      record.acknowledge();
      await job.kill();
      if (job.state().type === "lost") return lost(record);
      return jsonResult({ status: "killed", session_id: record.id, exit_code: exitCodeOf(job) });
    case "write":
    case "submit": {
      const data = input.action === "submit" ? `${input.data}${record.enter}` : input.data;
      await job.write(data);
      return jsonResult({ status: "ok", session_id: record.id, bytes_written: Buffer.byteLength(data) });
    }
    case "close":
      await job.closeInput();
      return jsonResult({ status: "ok", session_id: record.id });
    default: {
      if (job.state().type !== "running") record.acknowledge();
      return jsonResult(
        {
          ...summary(record, now),
          output_preview: takeLastChars(plainOutput(job.output()), PREVIEW_CHARS),
        },
        taintOf(record),
      );
    }
  }
}

function summary(record: JobRecord, now: () => number): object {
  const { job } = record;
  const state = job.state();
  return {
    session_id: record.id,
    command: ellipsize(oneLine(record.command), 200),
    status: state.type === "running" ? "running" : "exited",
    pid: job.pid,
    uptime_seconds: Math.round(((record.endedAt() ?? now()) - record.startedAt) / 1000),
    ...(state.type !== "running" && { ...ending(record), completion_reason: state.type }),
  };
}

function lost({ id, job }: JobRecord): ToolResult {
  return jsonError({ status: "lost", session_id: id, error: lostText(job) });
}

function ending({ job }: JobRecord): object {
  if (job.state().type === "lost") return { exit_code: null, note: lostText(job) };
  return { exit_code: exitCodeOf(job) };
}

function log(record: JobRecord, { offset, limit }: Input): object {
  const lines = splitLines(plainOutput(record.job.output()));
  const count = Math.max(1, limit);
  const first = offset > 0 ? offset : Math.max(0, lines.length - count);
  const shown = lines.slice(first, first + count);
  return {
    session_id: record.id,
    status: record.job.state().type === "running" ? "running" : "exited",
    output: headAndTail(shown.join("\n"), MAX_CHARS),
    total_lines: lines.length,
    showing: `${shown.length} lines from ${first}`,
  };
}

async function wait(record: JobRecord, seconds: number, context: ToolContext): Promise<ToolResult> {
  const { job } = record;
  const limit = Math.min(MAX_WAIT_S, Math.max(0, seconds));
  await job.wait(limit * 1000, context.signal);
  const output = takeLastChars(plainOutput(job.output()), PREVIEW_CHARS * 2);
  if (job.state().type !== "running") {
    record.acknowledge();
    return jsonResult({ status: "exited", session_id: record.id, ...ending(record), output }, taintOf(record));
  }
  const status = context.signal.aborted ? "interrupted" : "timeout";
  const note = "The process is still running.";
  return jsonResult({ status, session_id: record.id, output, note }, taintOf(record));
}
