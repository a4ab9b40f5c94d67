// All gates over one call: deny beats ask beats allow; an ask goes to a person, a grant or a no.

import type { Gate, Grants, Verdict } from "../contracts/gate.ts";
import { jsonError, type Tool, type ToolContext, type ToolResult } from "../contracts/tool.ts";
import type { ToolCall } from "../kernel/message.ts";
import type { Softener } from "./smart-approval.ts";

/** `asked`: a gate had asked, and somebody or something with the right to do so said yes. */
export type Permission =
  | { readonly type: "go"; readonly asked: boolean }
  | { readonly type: "stop"; readonly why: string };

export interface Judging {
  readonly gates: readonly Gate[];
  readonly grants: Grants;
  readonly yolo: boolean;
  /** May answer a question with yes; whatever else it does, the person is asked. */
  readonly soften?: Softener | undefined;
}

type Ask = Extract<Verdict, { type: "ask" }>;

const YES: Permission = { type: "go", asked: true };

export async function judge(call: ToolCall, tool: Tool, context: ToolContext, judging: Judging): Promise<Permission> {
  const asks: Ask[] = [];
  for (const gate of judging.gates) {
    const verdict = await gate.check(call, tool, context);
    if (verdict.type === "deny") return { type: "stop", why: verdict.why };
    if (verdict.type === "ask") asks.push(verdict);
  }
  for (const ask of asks) {
    const permission = await settle(ask, context, judging);
    if (permission.type === "stop") return permission;
  }
  return { type: "go", asked: asks.length > 0 };
}

async function settle(ask: Ask, context: ToolContext, { grants, yolo, soften }: Judging): Promise<Permission> {
  if (yolo && ask.only !== "person") return YES;
  if (await grants.has(context.sessionId, ask.key)) return YES;
  if (soften !== undefined && (await soften(ask, context.signal))) return YES;

  const trouble = await grants.trouble();
  const told = trouble === undefined ? ask : { ...ask, reasons: [...ask.reasons, trouble] };
  const { text, subject, reasons, scopes } = told;
  const answer = await context.ask({ type: "approve", text, subject, reasons, scopes });
  switch (answer.type) {
    case "yes":
      // A yes reaches no further than it was asked for.
      if (answer.scope !== "once" && scopes.includes(answer.scope))
        await grants.add(context.sessionId, ask.key, answer.scope);
      return YES;
    case "no":
      return {
        type: "stop",
        why: `Refused by the user${answer.why ? `: ${answer.why.replace(/[.\s]+$/, "")}` : ""}. Do not retry it in another form.`,
      };
    case "text":
      return { type: "stop", why: `The user answered instead: ${answer.text}` };
    case "unanswered":
      return { type: "stop", why: unanswered(told, answer.why) };
  }
}

const WAYS = {
  anybody: "run interactively, add a rule under approvals.rules, or pass --yolo",
  "person-or-yolo": "run interactively, or pass --yolo",
  person: "run interactively",
} as const;

function unanswered(ask: Ask, why: string): string {
  const reasons = ask.reasons.join("; ");
  const ways = WAYS[ask.only ?? "anybody"];
  return `Needs a person's approval (${reasons}) and ${why}. To allow it: ${ways}.`;
}

/** A call made by a script instead of the model: decoded and judged like any other, its failure a result. */
export async function callTool(
  tool: Tool,
  input: unknown,
  context: ToolContext,
  judging: Judging,
): Promise<ToolResult> {
  const decoded = tool.input.decode(input);
  if (decoded.type === "bad") return tool.badInput?.(decoded.why) ?? jsonError({ error: decoded.why });
  const call = { id: context.callId, tool: tool.name, input: decoded.value };
  const permission = await judge(call, tool, context, judging);
  if (permission.type === "stop") return jsonError({ error: permission.why });
  return tool.run(decoded.value, { ...context, approved: permission.asked });
}
