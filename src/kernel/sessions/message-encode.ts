// A message as a row of the reference's `messages` table, plus a small native record for what its columns cannot say.

import type { AssistantMessage, Message, OutputPart, StopReason, ToolCall } from "../message.ts";
import { NO_USAGE } from "../message.ts";
import { decodeRow } from "./message-decode.ts";
import type { MessageColumns, Native } from "./message-native.ts";
import { layoutParts, type Spill, type SpillPlan } from "./part-layout.ts";
import { sameJson } from "./same-json.ts";

export interface EncodedMessage {
  readonly columns: MessageColumns;
  /** JSON of the native record; null when the columns say it all. */
  readonly native: string | null;
  /** Bodies that live outside the row, by key. */
  readonly spills: readonly Spill[];
}

const FINISH: Readonly<Record<StopReason, string>> = {
  end: "stop",
  calls: "tool_calls",
  length: "length",
  refused: "content_filter",
};

/** Encodes so that decoding gives the same message back; `timestamp` may be later than `at` to keep a session's rows in order. */
export function encodeMessage(message: Message, timestamp: number, plan: SpillPlan): EncodedMessage {
  const encoded =
    message.role === "assistant" ? encodeAssistant(message, timestamp) : encodeInput(message, timestamp, plan);
  const bodies = new Map(encoded.spills.map((spill) => [spill.key, spill.body]));
  const back = decodeRow(encoded.columns, encoded.native, { readSpill: (key) => bodies.get(key), sessionModel: "" });
  if (back !== undefined && sameJson(back, message)) return encoded;
  return { columns: encoded.columns, native: JSON.stringify({ f: message } satisfies Native), spills: [] };
}

function encodeInput(message: Exclude<Message, AssistantMessage>, timestamp: number, plan: SpillPlan): EncodedMessage {
  const { content, layout, spills } = layoutParts(message.parts, plan);
  const native: Native = {
    ...(layout === undefined ? {} : { p: layout }),
    ...exactTime(message.at, timestamp),
    ...(message.role === "user" && message.origin === "runtime" ? { o: 1 } : {}),
    ...(message.role === "tool" && message.isError ? { e: 1 } : {}),
    ...asideOf(message),
  };
  return {
    columns: {
      role: message.role,
      content: content.toWellFormed(),
      tool_call_id: message.role === "tool" ? message.callId.toWellFormed() : null,
      tool_calls: null,
      tool_name: message.role === "tool" ? message.tool.toWellFormed() : null,
      timestamp,
      finish_reason: null,
      reasoning: null,
    },
    native: stringify(native),
    spills,
  };
}

function encodeAssistant(message: AssistantMessage, timestamp: number): EncodedMessage {
  const texts = message.parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const reasoning = message.parts.flatMap((part) => (part.type === "reasoning" ? [part.text] : []));
  const calls = message.parts.flatMap((part) => (part.type === "call" ? [part.call] : []));
  const opaque = message.parts.flatMap((part, index) =>
    part.opaque === undefined ? [] : [[index, part.opaque] as const],
  );
  const usage = message.usage;
  const native: Native = {
    ...(isPlainOrder(message.parts) ? {} : { l: orderOf(message.parts) }),
    ...(opaque.length > 0 ? { q: opaque } : {}),
    m: message.model,
    ...(sameJson(usage, NO_USAGE)
      ? {}
      : { u: [usage.input, usage.output, usage.cacheRead, usage.cacheWrite, usage.reasoning] }),
    ...exactTime(message.at, timestamp),
    ...asideOf(message),
  };
  return {
    columns: {
      role: "assistant",
      content: texts.join("").toWellFormed(),
      tool_call_id: null,
      tool_calls: calls.length > 0 ? JSON.stringify(calls.map(callColumn)) : null,
      tool_name: null,
      timestamp,
      finish_reason: FINISH[message.stop],
      reasoning: reasoning.length > 0 ? reasoning.join("").toWellFormed() : null,
    },
    native: stringify(native),
    spills: [],
  };
}

/** Reasoning, then text, then calls, at most one of the first two and neither empty: the order columns imply. */
function isPlainOrder(parts: readonly OutputPart[]): boolean {
  const shape = parts.map((part) => part.type.charAt(0)).join("");
  return /^r?t?c*$/u.test(shape) && parts.every((part) => part.type === "call" || part.text !== "");
}

function orderOf(parts: readonly OutputPart[]): readonly (string | number)[] {
  return parts.flatMap((part): (string | number)[] => {
    if (part.type === "call") return ["c"];
    return [part.type === "text" ? "t" : "r", part.text.length];
  });
}

function callColumn(call: ToolCall): object {
  const args = typeof call.input === "string" ? call.input : (JSON.stringify(call.input) ?? "null");
  return { id: call.id, type: "function", function: { name: call.tool, arguments: args } };
}

function exactTime(at: number, timestamp: number): Pick<Native, "a"> {
  return Math.round(timestamp * 1000) === at ? {} : { a: at };
}

function asideOf({ taints, changes }: Message): Pick<Native, "t" | "c"> {
  return {
    ...(taints === undefined ? {} : { t: taints }),
    ...(changes === undefined ? {} : { c: changes.map(({ state, path }) => [state, path] as const) }),
  };
}

function stringify(native: Native): string | null {
  return Object.keys(native).length === 0 ? null : JSON.stringify(native);
}
