// The SDK's stream parts → our events and, at the end, one assistant message. A reducer with no clock and no I/O.

import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { ModelEvent } from "../contracts/model.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import type { AssistantMessage, OutputPart, StopReason } from "../kernel/message.ts";
import { usageFrom } from "./usage.ts";

/** Argument deltas come in crumbs; one event per this many characters is enough for a progress line. */
const CALL_NOTICE_CHARS = 200;

interface Block {
  readonly type: "text" | "reasoning" | "call";
  readonly id: string;
  text: string;
  meta: Record<string, unknown> | undefined;
  tool: string;
  noticedAt: number;
  complete: boolean;
}

/** What the stream has ended with so far. */
export type Ending =
  | { readonly type: "open" }
  | { readonly type: "error"; readonly error: unknown }
  | { readonly type: "finished"; readonly reason: LanguageModelV4FinishReason; readonly usage: LanguageModelV4Usage };

export class Decoder {
  readonly #blocks: Block[] = [];
  readonly #byId = new Map<string, Block>();
  #ending: Ending = { type: "open" };

  get ending(): Ending {
    return this.#ending;
  }

  /** Takes one part; gives the event to show for it, if any. */
  push(part: LanguageModelV4StreamPart): ModelEvent | undefined {
    switch (part.type) {
      case "text-start":
        this.#open("text", part.id, part.providerMetadata);
        return undefined;
      case "reasoning-start":
        this.#open("reasoning", part.id, part.providerMetadata);
        return undefined;
      case "text-delta":
        return this.#grow("text", part);
      case "reasoning-delta":
        return this.#grow("reasoning", part);
      case "text-end":
        this.#close("text", part.id, part.providerMetadata);
        return undefined;
      case "reasoning-end":
        this.#close("reasoning", part.id, part.providerMetadata);
        return undefined;
      case "tool-input-start": {
        const block = this.#open("call", part.id, part.providerMetadata);
        block.tool = part.toolName;
        return { type: "call-building", id: part.id, tool: part.toolName, chars: 0 };
      }
      case "tool-input-delta":
        return this.#growCall(part.id, part.delta);
      case "tool-call": {
        const block = this.#byId.get(`call:${part.toolCallId}`) ?? this.#open("call", part.toolCallId, undefined);
        block.tool = part.toolName;
        block.text = part.input;
        block.complete = true;
        block.meta = mergeMeta(block.meta, part.providerMetadata);
        return undefined;
      }
      case "finish":
        if (this.#ending.type !== "error")
          this.#ending = { type: "finished", reason: part.finishReason, usage: part.usage };
        return undefined;
      case "error":
        if (this.#ending.type !== "error" && !isUnknownEvent(part.error))
          this.#ending = { type: "error", error: part.error };
        return undefined;
      case "custom":
        if (part.kind === "chat.reasoning-details") this.#attachDetails(part.providerMetadata);
        return undefined;
      default:
        return undefined;
    }
  }

  /** The answer as it stands. Only meaningful once the stream finished well. */
  message(model: string, at: number): AssistantMessage {
    const parts = this.#blocks.flatMap(toPart);
    const { reason, usage } = this.#ending.type === "finished" ? this.#ending : { reason: undefined, usage: undefined };
    const hasCalls = parts.some((part) => part.type === "call");
    return { role: "assistant", parts, stop: stopOf(reason?.unified, hasCalls), usage: usageFrom(usage), model, at };
  }

  #open(type: Block["type"], id: string, meta: unknown): Block {
    const block: Block = {
      type,
      id,
      text: "",
      meta: mergeMeta(undefined, meta),
      tool: "",
      noticedAt: 0,
      complete: false,
    };
    this.#blocks.push(block);
    this.#byId.set(`${type}:${id}`, block);
    return block;
  }

  /** Signed or encrypted reasoning that routers send beside the words; it belongs to the first reasoning of the answer. */
  #attachDetails(meta: unknown): void {
    let block = this.#blocks.find((candidate) => candidate.type === "reasoning");
    if (block === undefined) {
      block = this.#open("reasoning", "details", undefined);
      this.#blocks.unshift(...this.#blocks.splice(-1));
    }
    block.meta = mergeMeta(block.meta, meta);
  }

  #grow(
    type: "text" | "reasoning",
    part: { readonly id: string; readonly delta: string; readonly providerMetadata?: unknown },
  ): ModelEvent | undefined {
    const block = this.#byId.get(`${type}:${part.id}`) ?? this.#open(type, part.id, undefined);
    block.text += part.delta;
    if (part.providerMetadata !== undefined) block.meta = mergeMeta(block.meta, part.providerMetadata);
    return part.delta === "" ? undefined : { type, delta: part.delta };
  }

  #close(type: "text" | "reasoning", id: string, meta: unknown): void {
    const block = this.#byId.get(`${type}:${id}`);
    // Ids are used again by some wires: a later block with the same id is another block.
    this.#byId.delete(`${type}:${id}`);
    if (block) block.meta = mergeMeta(block.meta, meta);
  }

  #growCall(id: string, delta: string): ModelEvent | undefined {
    const block = this.#byId.get(`call:${id}`);
    if (block === undefined || block.complete) return undefined;
    block.text += delta;
    if (block.text.length - block.noticedAt < CALL_NOTICE_CHARS) return undefined;
    block.noticedAt = block.text.length;
    return { type: "call-building", id, tool: block.tool, chars: block.text.length };
  }
}

function toPart(block: Block): OutputPart[] {
  const opaque = block.meta === undefined ? {} : { opaque: block.meta };
  switch (block.type) {
    case "text":
      return block.text === "" && block.meta === undefined ? [] : [{ type: "text", text: block.text, ...opaque }];
    case "reasoning":
      return block.text === "" && block.meta === undefined ? [] : [{ type: "reasoning", text: block.text, ...opaque }];
    case "call":
      return [
        { type: "call", call: { id: block.id, tool: block.tool, input: decodeArguments(block.text) }, ...opaque },
      ];
  }
}

/** Parsed JSON, `{}` for nothing, or the raw text when the model broke it. Never throws, never loses a byte. */
export function decodeArguments(raw: string): unknown {
  if (raw.trim() === "") return {};
  const parsed = parseJson(raw);
  return parsed.type === "ok" ? parsed.value : raw;
}

/** Calls decide over the vendor's word: some say `stop` while asking for one. A cut answer stays cut. */
function stopOf(unified: LanguageModelV4FinishReason["unified"] | undefined, hasCalls: boolean): StopReason {
  if (unified === "length") return "length";
  if (unified === "content-filter") return "refused";
  return hasCalls ? "calls" : "end";
}

/** Later values win, except that a later null never erases what was known. */
function mergeMeta(before: Record<string, unknown> | undefined, after: unknown): Record<string, unknown> | undefined {
  if (!isRecord(after)) return before;
  const merged: Record<string, unknown> = { ...before };
  for (const [vendor, fields] of Object.entries(after)) {
    if (!isRecord(fields)) continue;
    const known = merged[vendor];
    const next: Record<string, unknown> = isRecord(known) ? { ...known } : {};
    for (const [name, value] of Object.entries(fields)) if (value !== null && value !== undefined) next[name] = value;
    if (Object.keys(next).length > 0) merged[vendor] = next;
  }
  return Object.keys(merged).length > 0 ? merged : before;
}

/** A well-formed event of a kind we do not know carries none of our words: vendors add such events at any time. */
function isUnknownEvent(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== "AI_TypeValidationError") return false;
  const value = Reflect.get(error, "value");
  if (!isRecord(value) || value.error !== undefined) return false;
  return !["choices", "candidates", "delta", "content_block", "message", "item", "response"].some(
    (key) => key in value,
  );
}
