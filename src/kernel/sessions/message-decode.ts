// Rows back to messages: exact for rows we wrote, reconstructed from the columns for rows the reference wrote.

import { type FileChange, isFileState } from "../compress/file-lists.ts";
import { isRecord, parseJson } from "../json.ts";
import type { AssistantMessage, Message, OutputPart, Part, StopReason, ToolCall, Usage } from "../message.ts";
import { NO_USAGE } from "../message.ts";
import { type MessageColumns, type Native, parseNative } from "./message-native.ts";
import { partsFromLayout } from "./part-layout.ts";

export interface DecodeContext {
  readonly readSpill: (key: string) => string | undefined;
  /** Named on assistant rows that carry no model of their own. */
  readonly sessionModel: string;
}

/** What the reference may have filled beside our columns. */
export interface ForeignColumns extends MessageColumns {
  readonly reasoning_content?: string | null;
}

/** The reference stores lists and maps as this mark plus JSON. */
export const JSON_MARK = "\u0000json:";

/** The message of a row; undefined for rows that are no part of a conversation (`system`, `session_meta`). */
export function decodeRow(
  row: ForeignColumns,
  nativeSource: string | null,
  context: DecodeContext,
): Message | undefined {
  const native = parseNative(nativeSource);
  if (native.f !== undefined) return native.f;
  const at = native.a ?? Math.round(row.timestamp * 1000);
  if (row.role === "assistant") return decodeAssistant(row, native, at, context.sessionModel);
  if (row.role !== "user" && row.role !== "tool") return undefined;
  const laidOut = native.p && partsFromLayout(row.content ?? "", native.p, context.readSpill);
  const parts = laidOut ?? partsFromContent(row.content);
  if (row.role === "user") {
    return { role: "user", parts, ...(native.o === 1 ? { origin: "runtime" } : {}), at, ...asideOf(native) };
  }
  return {
    role: "tool",
    callId: row.tool_call_id ?? "",
    tool: row.tool_name ?? "",
    parts,
    isError: native.e === 1,
    at,
    ...asideOf(native),
  };
}

function asideOf({ t, c }: Native): Pick<Message, "taints" | "changes"> {
  return {
    ...(Array.isArray(t) ? { taints: t.map(String) } : {}),
    ...(Array.isArray(c) ? { changes: c.flatMap(changeOf) } : {}),
  };
}

function changeOf(pair: unknown): readonly FileChange[] {
  if (!Array.isArray(pair) || !isFileState(pair[0]) || typeof pair[1] !== "string") return [];
  return [{ path: pair[1], state: pair[0] }];
}

function decodeAssistant(row: ForeignColumns, native: Native, at: number, sessionModel: string): AssistantMessage {
  const content = textFromContent(row.content);
  const reasoning = row.reasoning ?? row.reasoning_content ?? "";
  const calls = callsFromColumn(row.tool_calls);
  const ordered = native.l && partsInOrder(native.l, { content, reasoning, calls });
  const parts = ordered ?? plainParts(content, reasoning, calls);
  for (const [index, opaque] of native.q ?? []) {
    const part = parts[index];
    if (part) parts[index] = { ...part, opaque };
  }
  return {
    role: "assistant",
    parts,
    stop: stopOf(row.finish_reason, calls.length > 0),
    usage: usageOf(native.u),
    model: native.m ?? sessionModel,
    at,
    ...asideOf(native),
  };
}

function plainParts(content: string, reasoning: string, calls: readonly ToolCall[]): OutputPart[] {
  const parts: OutputPart[] = [];
  if (reasoning !== "") parts.push({ type: "reasoning", text: reasoning });
  if (content !== "") parts.push({ type: "text", text: content });
  for (const call of calls) parts.push({ type: "call", call });
  return parts;
}

interface Streams {
  readonly content: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
}

function partsInOrder(order: readonly (string | number)[], from: Streams): OutputPart[] | undefined {
  const parts: OutputPart[] = [];
  let [textAt, reasoningAt, callAt] = [0, 0, 0];
  for (let i = 0; i < order.length; i++) {
    if (order[i] === "c") {
      const call = from.calls[callAt++];
      if (!call) return undefined;
      parts.push({ type: "call", call });
      continue;
    }
    const units = order[i + 1];
    if (typeof units !== "number") return undefined;
    if (order[i] === "t") {
      parts.push({ type: "text", text: from.content.slice(textAt, textAt + units) });
      textAt += units;
    } else {
      parts.push({ type: "reasoning", text: from.reasoning.slice(reasoningAt, reasoningAt + units) });
      reasoningAt += units;
    }
    i++;
  }
  const complete =
    textAt === from.content.length && reasoningAt === from.reasoning.length && callAt === from.calls.length;
  return complete ? parts : undefined;
}

const STOPS: Readonly<Record<string, StopReason>> = {
  stop: "end",
  end_turn: "end",
  tool_calls: "calls",
  tool_use: "calls",
  length: "length",
  max_tokens: "length",
  content_filter: "refused",
  refusal: "refused",
};

function stopOf(finish: string | null, hasCalls: boolean): StopReason {
  const known = finish === null ? undefined : STOPS[finish];
  return known ?? (hasCalls ? "calls" : "end");
}

function usageOf(counts: readonly number[] | undefined): Usage {
  if (counts === undefined) return NO_USAGE;
  const [input = 0, output = 0, cacheRead = 0, cacheWrite = 0, reasoning = 0] = counts;
  return { input, output, cacheRead, cacheWrite, reasoning };
}

/** `tool_calls` in the OpenAI shape; arguments that are not JSON stay the raw string. */
export function callsFromColumn(column: string | null): readonly ToolCall[] {
  if (column === null || column === "") return [];
  const parsed = parseJson(column);
  if (parsed.type !== "ok" || !Array.isArray(parsed.value)) return [];
  return parsed.value.flatMap((entry: unknown) => {
    const fn = isRecord(entry) && isRecord(entry.function) ? entry.function : undefined;
    if (!isRecord(entry) || fn === undefined || typeof fn.name !== "string") return [];
    return [{ id: typeof entry.id === "string" ? entry.id : "", tool: fn.name, input: inputOf(fn.arguments) }];
  });
}

function inputOf(args: unknown): unknown {
  if (typeof args !== "string") return args ?? {};
  const parsed = parseJson(args);
  return parsed.type === "ok" ? parsed.value : args;
}

/** Parts of a content column: plain text, or the reference's marked JSON list with texts and data-URL images. */
export function partsFromContent(content: string | null): readonly Part[] {
  if (content === null) return [];
  if (!content.startsWith(JSON_MARK)) return [{ type: "text", text: content }];
  const parsed = parseJson(content.slice(JSON_MARK.length));
  if (parsed.type !== "ok") return [{ type: "text", text: content.slice(JSON_MARK.length) }];
  if (!Array.isArray(parsed.value)) return [{ type: "text", text: JSON.stringify(parsed.value) }];
  return parsed.value.map(partFromForeign);
}

function partFromForeign(entry: unknown): Part {
  if (typeof entry === "string") return { type: "text", text: entry };
  if (!isRecord(entry)) return { type: "text", text: JSON.stringify(entry) };
  if (typeof entry.text === "string") return { type: "text", text: entry.text };
  const url = isRecord(entry.image_url) ? entry.image_url.url : entry.image_url;
  if (typeof url !== "string") return { type: "text", text: JSON.stringify(entry) };
  const data = /^data:([^;,]+);base64,(.*)$/su.exec(url);
  if (data?.[1] === undefined || data[2] === undefined) return { type: "text", text: `[image: ${url}]` };
  return { type: "image", mime: data[1], base64: data[2] };
}

/** The words of a content column, images left out. */
export function textFromContent(content: string | null): string {
  if (content === null || !content.startsWith(JSON_MARK)) return content ?? "";
  return partsFromContent(content)
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n");
}
