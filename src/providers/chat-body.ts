// The last touch on a Chat Completions body: one system message, marks inside content, and each vendor's field names.

import type { Effort } from "../contracts/model.ts";
import { isRecord } from "../kernel/json.ts";
import type { ProviderRow } from "./wire.ts";

type Body = Readonly<Record<string, unknown>>;

/** Pure; field order is fixed, so that the same request gives the same bytes. */
export function chatBody(body: Body, row: ProviderRow, effort: Effort | undefined): Record<string, unknown> {
  const { max_tokens, messages, ...rest } = body;
  const list = Array.isArray(messages) ? (messages as readonly unknown[]).filter(isRecord) : [];
  const cap = row.quirks.capField ?? "max_tokens";
  return {
    ...rest,
    messages: joinSystem(list).map((message) => placeMark(nameReasoning(message, row))),
    ...(max_tokens !== undefined && { [cap]: max_tokens }),
    ...effortField(row, effort),
    ...row.extraBody,
  };
}

/** Many chat templates take exactly one system message, at the start. Marked blocks stay parts of it. */
function joinSystem(messages: readonly Body[]): readonly Body[] {
  const start = messages.findIndex((message) => message.role !== "system");
  const system = messages.slice(0, start === -1 ? messages.length : start);
  if (system.length === 0) return messages;
  const marked = system.some((message) => message.cache_control !== undefined);
  const content = marked
    ? system.map((message) => textPart(message.content, message.cache_control))
    : system.map((message) => message.content).join("\n\n");
  return [{ role: "system", content }, ...messages.slice(system.length)];
}

/** Routers read marks on parts of the content; on a tool's message they read it beside the content. */
function placeMark(message: Body): Body {
  const { cache_control: mark, ...plain } = message;
  if (mark === undefined || message.role === "tool") return message;
  if (typeof plain.content === "string" && plain.content !== "")
    return { ...plain, content: [textPart(plain.content, mark)] };
  return plain;
}

function textPart(text: unknown, mark: unknown): Body {
  return { type: "text", text, ...(mark !== undefined && { cache_control: mark }) };
}

function nameReasoning(message: Body, row: ProviderRow): Body {
  if (row.quirks.replay !== "reasoning" || message.reasoning_content === undefined) return message;
  const { reasoning_content, ...plain } = message;
  return { ...plain, reasoning: reasoning_content };
}

function effortField(row: ProviderRow, effort: Effort | undefined): Body {
  if (effort === undefined || row.quirks.effort === "none") return {};
  return row.quirks.effort === "reasoning" ? { reasoning: { effort } } : { reasoning_effort: effort };
}
