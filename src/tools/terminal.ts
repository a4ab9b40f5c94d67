// Shell commands. In the foreground they end or are ended; what would not end is sent to the background.

import { z } from "zod";
import type { ExecResult } from "../contracts/environment.ts";
import { defineTool, jsonError, jsonResult, type Tool, type ToolContext, type ToolResult } from "../contracts/tool.ts";
import { plainOutput } from "../kernel/output/ansi.ts";
import { cutLines, headAndTail } from "../kernel/output/cut.ts";
import { explainExit } from "../kernel/output/exit-codes.ts";
import { charCount, ellipsize, oneLine } from "../kernel/text.ts";
import { commandTaint } from "./command-taint.ts";
import { orError } from "./failures.ts";
import type { JobBoard } from "./jobs.ts";
import { createLiveOutput } from "./live-output.ts";
import { zodSchema } from "./schema.ts";

const MAX_TIMEOUT_S = 600;
const SAFE_WORKDIR = /^[\p{L}\p{N}/\\:_\-.~ +@=,]+$/u;

export interface TerminalOptions {
  /** Where background processes go; without it there are none. */
  readonly jobs?: JobBoard;
  /** Why a command must not run in the foreground, if it must not. */
  readonly refuse?: (command: string) => Promise<string | undefined>;
  readonly timeoutS?: number;
  readonly maxChars?: number;
  readonly maxLineChars?: number;
  /** Keeps output that is too long; gives back where. */
  readonly spill?: (output: string, context: ToolContext) => Promise<string | undefined>;
}

const NOTES = {
  "timed-out": (seconds: number) => `[Command timed out after ${seconds}s]`,
  aborted: () => "[Command interrupted]",
};

const FOREGROUND = () =>
  z.object({
    command: z.string().min(1),
    timeout: z.number().optional().describe("Seconds; default 180, at most 600"),
    workdir: z.string().optional().describe("Only for this call"),
    pty: z.boolean().default(false).describe("For programs that need a terminal"),
  });
const WITH_BACKGROUND = () =>
  FOREGROUND().extend({
    background: z.boolean().default(false).describe("For servers and long jobs; handle it with process"),
    notify_on_complete: z.boolean().default(false),
    watch_patterns: z.array(z.string()).optional().describe("Be told when a line of output contains one"),
  });

type Input = Partial<z.output<ReturnType<typeof WITH_BACKGROUND>>> & z.output<ReturnType<typeof FOREGROUND>>;

export function terminalTool(options: TerminalOptions = {}): Tool {
  return defineTool<Input>({
    name: "terminal",
    toolset: "terminal",
    description:
      "Run a bash command; the working directory persists between calls. Prefer read_file, search_files and patch for files.",
    input: zodSchema(options.jobs === undefined ? "terminal without jobs" : "terminal", () =>
      options.jobs === undefined ? FOREGROUND() : WITH_BACKGROUND(),
    ),
    effect: "execute",
    output: "foreign",
    foreignFields: ["output"],
    spillOver: "never",
    touches: () => [],
    commandOf: ({ command }) => command,
    label: ({ command }) => ellipsize(oneLine(command), 120),
    badInput: blocked,
    run: (input, context) =>
      orError(
        async () => {
          if (input.workdir !== undefined && !SAFE_WORKDIR.test(input.workdir)) {
            return blocked(`Not a usable directory name: ${input.workdir}`);
          }
          const taint = await commandTaint(input.command, context.env, input.workdir);
          return input.background === true && options.jobs !== undefined
            ? background(input, context, options.jobs, taint)
            : { ...(await foreground(input, context, options)), ...(taint !== undefined && { taint }) };
        },
        { output: "", exit_code: -1 },
      ),
  });
}

async function foreground(input: Input, context: ToolContext, options: TerminalOptions): Promise<ToolResult> {
  const refusal = await options.refuse?.(input.command);
  if (refusal !== undefined) return blocked(refusal);
  const seconds = Math.min(MAX_TIMEOUT_S, Math.max(1, input.timeout ?? options.timeoutS ?? 180));
  const live = createLiveOutput(context.progress);
  const done = await context.env
    .exec(input.command, {
      timeoutMs: seconds * 1000,
      signal: context.signal,
      pty: input.pty,
      onOutput: live.push,
      unconfined: context.approved === true,
      ...(input.workdir !== undefined && { cwd: input.workdir }),
    })
    .finally(live.stop);
  return report(done, { command: input.command, seconds }, context, options);
}

async function background(
  input: Input,
  context: ToolContext,
  jobs: JobBoard,
  taint: string | undefined,
): Promise<ToolResult> {
  const record = await jobs.start({
    sessionId: context.sessionId,
    principal: context.principal,
    env: context.env,
    command: input.command,
    pty: input.pty,
    unconfined: context.approved === true,
    notifyOnComplete: input.notify_on_complete === true,
    watch: (input.watch_patterns ?? []).filter((pattern) => pattern !== ""),
    ...(taint !== undefined && { taint }),
    ...(input.workdir !== undefined && { cwd: input.workdir }),
  });
  return jsonResult({
    output: "Background process started",
    session_id: record.id,
    pid: record.job.pid,
    exit_code: 0,
    error: null,
    ...(input.notify_on_complete !== true && { hint: "Nothing will be said when it ends: use process poll or wait." }),
  });
}

async function report(
  done: ExecResult,
  { command, seconds }: { readonly command: string; readonly seconds: number },
  context: ToolContext,
  options: TerminalOptions,
): Promise<ToolResult> {
  const { maxChars = 50_000, maxLineChars = 2_000, spill } = options;
  const whole = plainOutput(done.output);
  const lines = cutLines(whole, maxLineChars);
  const long = done.omittedBytes > 0 || lines.length !== whole.length || charCount(whole) > maxChars;
  const kept = long ? await spill?.(whole, context) : undefined;
  const pieces = [
    headAndTail(lines, maxChars),
    kept === undefined ? "" : `[Full output: ${kept}; read it with read_file]`,
    done.ended === "exited" ? "" : NOTES[done.ended](seconds),
  ];
  const meaning = done.ended === "exited" ? explainExit(command, done.code) : undefined;
  return {
    ...jsonResult({
      output: pieces.filter((piece) => piece !== "").join("\n"),
      exit_code: done.code,
      error: null,
      ...(meaning !== undefined && { exit_code_meaning: meaning.text }),
    }),
    isError: done.code !== 0 && meaning?.benign !== true,
    display: { type: "summary", text: done.ended === "exited" ? `exit ${done.code}` : NOTES[done.ended](seconds) },
  };
}

function blocked(error: string): ToolResult {
  return jsonError({ status: "blocked", output: "", exit_code: -1, error });
}
