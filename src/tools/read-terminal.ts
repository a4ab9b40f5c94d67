// The last lines of what the user sees, or of a background process.

import { z } from "zod";
import { defineTool, jsonResult, type Tool } from "../contracts/tool.ts";
import { splitLines } from "../kernel/files/lines.ts";
import { plainOutput } from "../kernel/output/ansi.ts";
import { cutLines } from "../kernel/output/cut.ts";
import { failed } from "./failures.ts";
import { type JobBoard, taintOf } from "./jobs.ts";
import { zodSchema } from "./schema.ts";

const MAX_LINES = 1_000;

export interface ReadTerminalOptions {
  readonly jobs: JobBoard;
  /** What the user's terminal shows; absent where there is none to read. */
  readonly screen?: () => Promise<string | undefined>;
}

export function readTerminalTool({ jobs, screen }: ReadTerminalOptions): Tool {
  return defineTool({
    name: "read_terminal",
    toolset: "terminal",
    description: "The last lines of the user's visible terminal, or of a background process by session_id.",
    input: zodSchema("read_terminal", () =>
      z.object({ session_id: z.string().optional(), lines: z.number().int().default(100) }),
    ),
    effect: "read",
    output: "foreign",
    foreignFields: ["output"],
    touches: () => [],
    badInput: (why) => failed(why),
    async run({ session_id: id, lines }, { principal }) {
      const record = id === undefined ? undefined : jobs.get(id, principal);
      if (id !== undefined && record === undefined) return failed(`No process with id ${id}.`);
      const text = record === undefined ? await screen?.() : record.job.output();
      if (text === undefined)
        return failed(
          "There is no terminal to read here (one inside tmux could be); give the session_id of a background process.",
        );
      const all = splitLines(plainOutput(text));
      const shown = all.slice(-Math.min(MAX_LINES, Math.max(1, lines)));
      return jsonResult(
        {
          success: true,
          output: cutLines(shown.join("\n"), 2_000),
          lines: shown.length,
          total_lines: all.length,
        },
        record === undefined ? {} : taintOf(record),
      );
    },
  });
}
