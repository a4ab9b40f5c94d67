// What plugins hear of calls beside the calls themselves, and how they may reword what a command printed.

import type { HookToolCall } from "../../contracts/plugin.ts";
import type { Answer } from "../../contracts/question.ts";
import type { ToolResult } from "../../contracts/tool.ts";
import { isRecord, parseJson } from "../../kernel/json.ts";
import type { UnaskedQuestion } from "../questions.ts";
import { hookSession, type TurnScope } from "../turn-scope.ts";

/** A plugin hears of approvals; only the person decides. */
export async function askPerson(scope: TurnScope, event: HookToolCall, question: UnaskedQuestion): Promise<Answer> {
  if (question.type !== "approve") return scope.questions.ask(question, scope.signal);
  const approval = { ...event, subject: question.subject, reasons: question.reasons };
  await scope.hooks.run("preApprovalRequest", approval);
  const answer = await scope.questions.ask(question, scope.signal);
  await scope.hooks.run("postApprovalResponse", { ...approval, answer });
  return answer;
}

/** What a command printed, in a plugin's words. */
export async function withTerminalOutput(
  scope: TurnScope,
  event: HookToolCall,
  result: ToolResult,
): Promise<ToolResult> {
  if (event.tool !== "terminal" || !scope.hooks.has("transformTerminalOutput")) return result;
  const parsed = parseJson(textOfResult(result));
  if (parsed.type === "bad" || !isRecord(parsed.value) || typeof parsed.value.output !== "string") return result;
  const command = isRecord(event.input) ? String(event.input.command ?? "") : "";
  const { output } = parsed.value;
  const [words] = await scope.hooks.run("transformTerminalOutput", { ...hookSession(scope), command, output });
  if (words === undefined) return result;
  return { ...result, parts: [{ type: "text", text: JSON.stringify({ ...parsed.value, output: words }) }] };
}

export function textOfResult(result: ToolResult): string {
  return result.parts.map((part) => (part.type === "text" ? part.text : "[image]")).join("\n");
}
