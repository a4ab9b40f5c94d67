// Project rules of directories a call has just entered, at the end of its result: after budgeting, never in the prompt.

import type { AgentEvent } from "../../contracts/session.ts";
import type { Tool } from "../../contracts/tool.ts";
import type { Part } from "../../kernel/message.ts";
import type { TurnScope } from "../turn-scope.ts";

export async function appendHints(
  scope: TurnScope,
  ready: { readonly tool: Tool; readonly input: unknown; readonly paths: readonly string[] },
  parts: readonly Part[],
  report: (event: AgentEvent) => void,
): Promise<readonly Part[]> {
  if (scope.hints === undefined) return parts;
  const command = ready.tool.commandOf?.(ready.input);
  if (ready.paths.length === 0 && command === undefined) return parts;
  const hint = await scope.hints.for(ready.paths, command);
  for (const text of hint.notices) report({ type: "notice", level: "warning", text });
  return hint.text === "" ? parts : [...parts, { type: "text", text: hint.text }];
}
