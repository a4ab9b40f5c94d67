// While strangers' words stand in the conversation, a person decides about what reaches further than looking.

import type { Gate, Verdict } from "../contracts/gate.ts";
import type { Tool, ToolContext } from "../contracts/tool.ts";
import { isRecord } from "../kernel/json.ts";
import type { ToolCall } from "../kernel/message.ts";
import { sendsAway, usesNetwork } from "../kernel/output/network.ts";
import { oneLine, takeChars } from "../kernel/text.ts";
import { shellText, urlsOf } from "./call-facts.ts";
import { judgeCommandText } from "./explain-command.ts";
import { type PlaceOptions, placesFor } from "./gate-places.ts";

export interface TaintGateOptions extends PlaceOptions {
  /** Toolsets whose writes outlive the session: what they store will be read as the user's own later. */
  readonly lastingToolsets?: ReadonlySet<string>;
  /** Toolsets that speak to other people. */
  readonly sendingToolsets?: ReadonlySet<string>;
}

const ALLOW: Verdict = { type: "allow" };
const LASTING: ReadonlySet<string> = new Set(["memory", "skills", "cronjob", "cron"]);
const SENDING: ReadonlySet<string> = new Set(["messaging", "email", "homeassistant", "discord", "x_search"]);
/** Fields by which a tool says whom it talks to; what is kept for later has targets of another kind. */
const ADDRESSEE = ["to", "recipient", "recipients", "target", "channel", "chat_id"];

export function taintGate(options: TaintGateOptions): Gate {
  const lasting = options.lastingToolsets ?? LASTING;
  const sending = options.sendingToolsets ?? SENDING;
  return {
    name: "taint",
    check(call, tool, context) {
      const standing = context.taints("window");
      if (standing.length === 0 || tool.asksItself) return ALLOW;
      const held = `this conversation holds text from ${standing.join(", ")}`;
      if (tool.effect === "write" && lasting.has(tool.toolset))
        return { ...question(call, tool, `${held}, and this would be kept for later sessions`), only: "person" };
      const sends = sending.has(tool.toolset) || (!lasting.has(tool.toolset) && namesAddressee(call.input));
      if (tool.effect !== "read" && sends)
        return question(call, tool, `${held}, and this would be sent to somebody else`);
      if (tool.effect !== "execute") return ALLOW;
      const fresh = context.taints("turn");
      switch (reachOf(call, tool, context, options)) {
        case "reads":
          return ALLOW;
        case "opens":
          return fresh.length === 0 ? ALLOW : question(call, tool, `${held}, and this opens another page`);
        case "acts": {
          const since = fresh.length === 0 ? held : `this turn has read ${fresh.join(", ")}`;
          return liftable(question(call, tool, `${since}, and what it asks for now does more than read`), standing);
        }
        case "speaks":
          // Asked once for the task: what is typed differs from word to word, whom it is typed to does not.
          return { ...question(call, tool, `${held}, and this gives words to a page`), key: `taint ${tool.name}` };
        case "leaves":
          return question(call, tool, `${held}, and this sends to another machine`);
      }
    },
  };
}

/** `leaves`: it can carry words off this machine. */
type Reach = "reads" | "opens" | "acts" | "speaks" | "leaves";

function reachOf(call: ToolCall, tool: Tool, context: ToolContext, options: TaintGateOptions): Reach {
  const text = shellText(tool, call.input);
  if (text !== undefined) {
    if (judgeCommandText(text, placesFor(context, options)).plainRead) return "reads";
    return sendsAway(text) ? "leaves" : "acts";
  }
  if (isRecord(call.input) && typeof call.input.code === "string")
    return usesNetwork(call.input.code) ? "leaves" : "acts";
  if (urlsOf(call.input).length > 0) return "opens";
  const decoded = tool.input.decode(call.input);
  // What does not fit the schema is answered and never run.
  const told = decoded.type === "ok" ? tool.reach?.(decoded.value) : "looks";
  return told === "looks" ? "reads" : (told ?? "acts");
}

function namesAddressee(input: unknown): boolean {
  return isRecord(input) && ADDRESSEE.some((field) => input[field] !== undefined);
}

type Ask = Extract<Verdict, { type: "ask" }>;

function question(call: ToolCall, tool: Tool, reason: string): Ask {
  const subject = shellText(tool, call.input) ?? JSON.stringify(call.input);
  return {
    type: "ask",
    text: `${tool.name}: ${takeChars(oneLine(subject), 200)}`,
    subject,
    reasons: [reason],
    key: `taint ${tool.name} ${subject}`,
    scopes: ["once", "task"],
    only: "person-or-yolo",
  };
}

/** A yes for the task or the session holds for every command on this machine, until words of another stranger come in. */
function liftable(ask: Ask, standing: readonly string[]): Ask {
  return {
    ...ask,
    key: `taint commands after ${[...standing].sort().join(", ")}`,
    scopes: ["once", "task", "session"],
  };
}
