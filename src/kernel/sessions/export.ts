// A session as one line of JSON: the reference's columns and messages, readable by both programs, exact for ours.

import { isRecord, parseJson } from "../json.ts";
import type { Message, Part } from "../message.ts";
import { oneLine, takeChars } from "../text.ts";
import { decodeRow, JSON_MARK, partsFromContent } from "./message-decode.ts";
import { type MessageColumns, parseNative } from "./message-native.ts";
import { cleanTitle, MAX_TITLE_CHARS } from "./title.ts";
import { toolNamer } from "./tool-names.ts";

/** All columns of the session by their names, and its messages. */
export interface ExportedSession {
  readonly id: string;
  readonly source: string;
  readonly started_at: number;
  readonly messages: readonly ExportedMessage[];
  readonly [column: string]: unknown;
}

export interface ExportedMessage {
  readonly id?: number;
  readonly role: string;
  readonly content: unknown;
  readonly timestamp: number;
  readonly [column: string]: unknown;
}

/** One line of JSON. */
export function* jsonPieces({ messages, ...columns }: ExportedSession): Generator<string> {
  yield `${JSON.stringify(columns).slice(0, -1)},"messages":[`;
  for (const [index, message] of messages.entries()) yield `${index === 0 ? "" : ","}${JSON.stringify(message)}`;
  yield "]}\n";
}

/** A stored row with every column it has. */
export interface StoredRow extends MessageColumns {
  readonly id: number;
  readonly active: number;
  readonly native: string | null;
  readonly [column: string]: unknown;
}

/** Content decoded and inlined, calls as JSON, our native record beside them; columns that are NULL are kept as null. */
export function exportMessage(row: StoredRow, readSpill: (key: string) => string | undefined): ExportedMessage {
  const { native: source, session_id: _session, ...columns } = row;
  const native = parseNative(source);
  const message = decodeRow(row, source, { readSpill, sessionModel: "" });
  const { p: _layout, ...kept } = native;
  return {
    ...columns,
    content:
      message === undefined || message.role === "assistant"
        ? plainContent(row.content)
        : listContent(message.parts, row.content),
    tool_calls: jsonOr(row.tool_calls),
    ...(Object.keys(kept).length === 0 ? {} : { hx: kept }),
  };
}

function plainContent(content: string | null): unknown {
  if (content === null || !content.startsWith(JSON_MARK)) return content;
  return jsonOr(content.slice(JSON_MARK.length));
}

/** One text is a string; anything else is the list form vendors share. */
function listContent(parts: readonly Part[], column: string | null): unknown {
  const [only] = parts;
  if (parts.length === 1 && only?.type === "text") return only.text;
  if (parts.length === 0 && column === null) return null;
  return parts.map((part) =>
    part.type === "text"
      ? { type: "text", text: part.text }
      : { type: "image_url", image_url: { url: `data:${part.mime};base64,${part.base64}` } },
  );
}

function jsonOr(source: string | null): unknown {
  if (source === null) return null;
  const parsed = parseJson(source);
  return parsed.type === "ok" ? parsed.value : source;
}

/** A message to store, with what else its row said; `raw` for roles that are no part of a conversation. */
export type ImportedMessage = {
  /** As given, finer than a message's own time. */
  readonly seconds: number;
  readonly active: boolean;
} & (
  | { readonly type: "message"; readonly message: Message; readonly extra: ImportExtra }
  | { readonly type: "raw"; readonly role: string; readonly content: string }
);

/** Columns only the reference fills, carried through. */
export interface ImportExtra {
  readonly token_count: number | null;
  readonly reasoning_content: string | null;
  readonly reasoning_details: string | null;
  readonly codex_reasoning_items: string | null;
  readonly codex_message_items: string | null;
  readonly platform_message_id: string | null;
  readonly observed: number;
}

export type ImportedSession =
  | {
      readonly type: "ok";
      readonly id: string;
      readonly columns: Readonly<Record<string, string | number | null>>;
      readonly messages: readonly ImportedMessage[];
    }
  | { readonly type: "bad"; readonly id: string | undefined; readonly why: string };

/** Needs `id`, `source`, `started_at` and `messages` of `role`, `content`, `timestamp`; takes all else it knows. */
export function readExported(value: unknown, sessionColumns: readonly string[]): ImportedSession {
  if (!isRecord(value)) return { type: "bad", id: undefined, why: "not a JSON object" };
  const id = typeof value.id === "string" && value.id !== "" ? value.id : undefined;
  if (id === undefined) return { type: "bad", id, why: "no id" };
  if (typeof value.source !== "string") return { type: "bad", id, why: "no source" };
  const startedAt = secondsOf(value.started_at);
  if (startedAt === undefined) return { type: "bad", id, why: "no started_at" };
  if (!Array.isArray(value.messages)) return { type: "bad", id, why: "no messages" };
  const sessionModel = [value.billing_provider, value.model].filter((name) => typeof name === "string").join("/");
  const messages: ImportedMessage[] = [];
  const named = toolNamer();
  for (const [index, entry] of value.messages.entries()) {
    const read = readMessage(entry, startedAt, sessionModel);
    if (read === undefined) return { type: "bad", id, why: `message ${index + 1} has no role` };
    messages.push(read.type === "message" ? { ...read, message: named(read.message) } : read);
  }
  const columns = Object.fromEntries(
    sessionColumns.flatMap((name) => {
      const column = columnIn(name, value[name]);
      return column === undefined ? [] : [[name, column]];
    }),
  );
  const title = titleOf(value.title);
  const endedAt = secondsOf(value.ended_at) ?? null;
  if (columns.parent_session_id === id) delete columns.parent_session_id;
  const sure = { id, title, source: value.source, started_at: startedAt, ended_at: endedAt };
  return { type: "ok", id, columns: { ...columns, ...sure }, messages };
}

/** As a title is stored here; one that is too long keeps its beginning. */
function titleOf(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const cleaned = cleanTitle(value);
  if (cleaned.type === "ok") return cleaned.title ?? null;
  const cut = cleanTitle(takeChars(oneLine(value), MAX_TITLE_CHARS));
  return cut.type === "ok" ? (cut.title ?? null) : null;
}

function readMessage(entry: unknown, startedAt: number, sessionModel: string): ImportedMessage | undefined {
  if (!isRecord(entry) || typeof entry.role !== "string") return undefined;
  const seconds = secondsOf(entry.timestamp) ?? startedAt;
  const active = entry.active !== 0 && entry.active !== false;
  const columns: MessageColumns = {
    role: entry.role,
    content: contentColumn(entry.content),
    tool_call_id: textOr(entry.tool_call_id),
    tool_calls: jsonColumn(entry.tool_calls),
    tool_name: textOr(entry.tool_name),
    timestamp: seconds,
    finish_reason: textOr(entry.finish_reason),
    reasoning: textOr(entry.reasoning),
  };
  const native = isRecord(entry.hx) ? JSON.stringify(entry.hx) : null;
  const context = { readSpill: () => undefined, sessionModel };
  const message = decodeRow({ ...columns, reasoning_content: textOr(entry.reasoning_content) }, native, context);
  if (message === undefined) {
    return { type: "raw", role: entry.role, content: columns.content ?? "", seconds, active };
  }
  const exact = exactParts(message, entry.content, native);
  return { type: "message", message: exact, seconds, active, extra: extraOf(entry) };
}

/** A list of parts is taken as it stands, also when it is empty. */
function exactParts(message: Message, content: unknown, native: string | null): Message {
  if (message.role === "assistant" || !Array.isArray(content) || parseNative(native).f !== undefined) return message;
  return { ...message, parts: partsFromContent(JSON_MARK + JSON.stringify(content)) };
}

function extraOf(entry: Readonly<Record<string, unknown>>): ImportExtra {
  return {
    token_count: numberIn(entry.token_count, isTokens) ?? null,
    reasoning_content: textOr(entry.reasoning_content),
    reasoning_details: jsonColumn(entry.reasoning_details),
    codex_reasoning_items: jsonColumn(entry.codex_reasoning_items),
    codex_message_items: jsonColumn(entry.codex_message_items),
    platform_message_id: textOr(entry.platform_message_id),
    observed: entry.observed === 1 || entry.observed === true ? 1 : 0,
  };
}

const textOr = (value: unknown): string | null => (typeof value === "string" ? value : null);

const jsonColumn = (value: unknown): string | null => textIn(value) ?? null;

function contentColumn(content: unknown): string | null {
  if (content === null || content === undefined) return null;
  return typeof content === "string" ? content : JSON_MARK + JSON.stringify(content);
}

type Fits = (value: number) => boolean;

const isWhole =
  (most: number): Fits =>
  (value) =>
    Number.isInteger(value) && Math.abs(value) <= most;
const isCount = isWhole(2 ** 31 - 1);
/** More than anybody uses, and sums of many are still exact. */
const isTokens = isWhole(1e12);

const fitting = (fits: Fits, ...names: readonly string[]) => names.map((name) => [name, fits] as const);

/** Columns that hold numbers, and which; all others hold text. One that a database cannot give back would stand in the way of all. */
const NUMBER_COLUMNS: ReadonlyMap<string, Fits> = new Map([
  ...fitting(isCount, "message_count", "tool_call_count", "api_call_count", "rewind_count"),
  ...fitting((value) => value === 0 || value === 1, "archived"),
  ...fitting(isTokens, "input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens", "reasoning_tokens"),
  ...fitting(Number.isFinite, "estimated_cost_usd", "actual_cost_usd"),
]);

function columnIn(name: string, value: unknown): string | number | undefined {
  const fits = NUMBER_COLUMNS.get(name);
  return fits === undefined ? textIn(value) : numberIn(value, fits);
}

/** What is not given, or does not fit, is left to the column's default. */
function numberIn(value: unknown, fits: Fits): number | undefined {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "number" && fits(value) ? value : undefined;
}

function textIn(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Seconds since 1970; also from milliseconds and from ISO dates. undefined when no calendar has that day. */
function secondsOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  const isNumber = typeof number === "number" && Number.isFinite(number);
  const parsed = typeof value === "string" ? Date.parse(value) : Number.NaN;
  const seconds = isNumber ? (number > 1e11 ? number / 1000 : number) : parsed / 1000;
  return Math.abs(seconds) <= LAST_SECOND ? seconds : undefined;
}

/** The last one a date can name. */
const LAST_SECOND = 8.64e12;
