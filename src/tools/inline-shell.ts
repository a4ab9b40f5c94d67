// Commands inside skill text, run like a terminal call of the model's own: judged by every gate, confined, bounded in time and size.

import type { InlineOutput, InlineShell } from "../contracts/skills.ts";
import type { Tool, ToolContext, ToolResult } from "../contracts/tool.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import { terminalTool } from "./terminal.ts";

export interface InlineShellOptions {
  /** `skills.inline_shell_timeout`. */
  readonly timeoutS: number;
  /** Why a command must not run in the foreground, if it must not. */
  readonly refuse: (command: string) => Promise<string | undefined>;
  /** Decodes, judges and runs. */
  callTool(tool: Tool, input: unknown, context: ToolContext): Promise<ToolResult>;
}

const MAX_CHARS = 4000;

/** Whatever goes wrong stands in the text where the output would. */
export function inlineShell({ timeoutS, refuse, callTool }: InlineShellOptions): (context: ToolContext) => InlineShell {
  const terminal = terminalTool({ timeoutS, refuse, maxChars: MAX_CHARS });
  return (context) => async (command, workdir) =>
    outputOf(await callTool(terminal, { command, workdir, timeout: timeoutS }, context));
}

function outputOf({ parts, taint }: ToolResult): InlineOutput {
  const said = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const parsed = parseJson(said);
  const result = parsed.type === "ok" && isRecord(parsed.value) ? parsed.value : {};
  const output = typeof result.output === "string" ? result.output.trimEnd() : "";
  const notes = [
    typeof result.error === "string" ? `[not run: ${result.error}]` : "",
    typeof result.exit_code === "number" && result.exit_code > 0 ? `[exit ${result.exit_code}]` : "",
  ];
  return {
    text: [output, ...notes].filter((one) => one !== "").join("\n"),
    ...(taint === undefined ? {} : { taint }),
  };
}
