// After a turn has read what strangers wrote, a person decides about everything that reaches further than looking.

import type { Gate, Verdict } from "../contracts/gate.ts";
import type { Tool, ToolContext } from "../contracts/tool.ts";
import { isRecord } from "../kernel/json.ts";
import type { ToolCall } from "../kernel/message.ts";
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
      const sources = context.taints();
      if (sources.length === 0 || tool.asksItself) return ALLOW;
      if (tool.effect === "write" && lasting.has(tool.toolset))
        return question(call, tool, sources, "would be kept for later sessions", "ignored");
      const sends = sending.has(tool.toolset) || (!lasting.has(tool.toolset) && namesAddressee(call.input));
      if (tool.effect !== "read" && sends) return question(call, tool, sources, "would be sent to somebody else");
      if (tool.effect !== "execute") return ALLOW;
      return beyondReading(call, tool, context, options) ? question(call, tool, sources, "does more than read") : ALLOW;
    },
  };
}

function beyondReading(call: ToolCall, tool: Tool, context: ToolContext, options: TaintGateOptions): boolean {
  const text = shellText(tool, call.input);
  if (text !== undefined) return !judgeCommandText(text, placesFor(context, options)).plainRead;
  if (!isRecord(call.input)) return false;
  // Code and background jobs act; asking the user or handing work to a child, which inherits the taint, does not.
  return typeof call.input.code === "string" || urlsOf(call.input).length > 0;
}

function namesAddressee(input: unknown): boolean {
  return isRecord(input) && ADDRESSEE.some((field) => input[field] !== undefined);
}

function question(call: ToolCall, tool: Tool, sources: readonly string[], why: string, yolo?: "ignored"): Verdict {
  const subject = shellText(tool, call.input) ?? JSON.stringify(call.input);
  return {
    type: "ask",
    text: `${tool.name}: ${takeChars(oneLine(subject), 200)}`,
    subject,
    reasons: [`this turn has read ${sources.join(", ")}, and what it asks for now ${why}`],
    key: `taint ${tool.name} ${subject}`,
    scopes: ["once", "task"],
    ...(yolo === undefined ? {} : { yolo }),
  };
}
