// Chunks of a Chat Completions stream → the SDK's stream parts. Tolerant: thirty vendors, thirty readings of one document.

import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isRecord, parseJson } from "../kernel/json.ts";
import { DetailCollector } from "./reasoning-details.ts";

type Json = Readonly<Record<string, unknown>>;
type Emit = (part: LanguageModelV4StreamPart) => void;

interface OpenCall {
  readonly id: string;
  readonly wireId: string;
  readonly index: number | undefined;
  name: string;
  arguments: string;
  signature: string | undefined;
}

const FINISH: Readonly<Record<string, LanguageModelV4FinishReason["unified"]>> = {
  stop: "stop",
  eos: "stop",
  end_turn: "stop",
  length: "length",
  max_tokens: "length",
  content_filter: "content-filter",
  refusal: "content-filter",
  tool_calls: "tool-calls",
  function_call: "tool-calls",
};

export class ChatDecoder {
  readonly #emit: Emit;
  readonly #details = new DetailCollector();
  readonly #calls: OpenCall[] = [];
  #open: "text" | "reasoning" | undefined;
  #blocks = 0;
  #responseId = "call";
  #finish: string | undefined;
  #refused = false;
  #usage: Json = {};

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  /** Takes the data of one event. */
  push(data: string): void {
    if (data === "[DONE]") return;
    const parsed = parseJson(data);
    if (parsed.type === "bad") this.#error(Object.assign(new Error(parsed.why), { name: "AI_JSONParseError" }));
    else if (isRecord(parsed.value)) this.#chunk(parsed.value);
  }

  #chunk(chunk: Json): void {
    if (chunk.error !== undefined && chunk.error !== null) this.#error({ data: chunk, message: "" });
    if (typeof chunk.id === "string" && chunk.id !== "") this.#responseId = chunk.id;
    if (isRecord(chunk.usage)) this.#usage = chunk.usage;
    const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
    if (!isRecord(choice)) return;
    if (typeof choice.finish_reason === "string" && choice.finish_reason !== "") this.#finish = choice.finish_reason;
    if (isRecord(choice.delta)) this.#delta(choice.delta);
    this.#details.push(chunk);
  }

  /** The bytes are over. Without a finish reason the answer is not. */
  end(): void {
    this.#close();
    this.#attachDetails();
    for (const call of this.#calls) this.#finishCall(call);
    if (this.#finish === undefined) return;
    const known = FINISH[this.#finish] ?? "other";
    const unified = known === "stop" && this.#refused ? "content-filter" : known;
    this.#emit({ type: "finish", finishReason: { unified, raw: this.#finish }, usage: usageOf(this.#usage) });
  }

  #delta(delta: Json): void {
    const reasoning = delta.reasoning_content ?? delta.reasoning;
    if (typeof reasoning === "string") this.#words("reasoning", reasoning);
    if (typeof delta.content === "string") this.#words("text", delta.content);
    else if (Array.isArray(delta.content))
      for (const part of delta.content as readonly unknown[]) this.#contentPart(part);
    if (typeof delta.refusal === "string" && delta.refusal !== "") {
      this.#refused = true;
      this.#words("text", delta.refusal);
    }
    if (Array.isArray(delta.tool_calls))
      for (const call of delta.tool_calls as readonly unknown[]) if (isRecord(call)) this.#callDelta(call);
  }

  #contentPart(part: unknown): void {
    if (!isRecord(part)) return;
    if (typeof part.text === "string") this.#words("text", part.text);
    if (part.type !== "thinking" || !Array.isArray(part.thinking)) return;
    for (const inner of part.thinking as readonly unknown[])
      if (isRecord(inner) && typeof inner.text === "string") this.#words("reasoning", inner.text);
  }

  #words(type: "text" | "reasoning", delta: string): void {
    if (delta === "") return;
    if (this.#open !== type) {
      this.#close();
      this.#open = type;
      this.#emit({ type: `${type}-start`, id: String(++this.#blocks) });
    }
    this.#emit({ type: `${type}-delta`, id: String(this.#blocks), delta });
  }

  #close(): void {
    if (this.#open !== undefined) this.#emit({ type: `${this.#open}-end`, id: String(this.#blocks) });
    this.#open = undefined;
  }

  #callDelta(delta: Json): void {
    this.#close();
    const definition = isRecord(delta.function) ? delta.function : {};
    const name = typeof definition.name === "string" ? definition.name : "";
    const wireId = typeof delta.id === "string" ? delta.id : "";
    const index = typeof delta.index === "number" ? delta.index : undefined;
    const call = this.#known(index, wireId, name) ?? this.#start(index, wireId, name);
    if (call.name === "") call.name = name;
    call.signature ??= thoughtSignature(delta);
    const piece = definition.arguments;
    const text = typeof piece === "string" ? piece : isRecord(piece) ? JSON.stringify(piece) : "";
    if (text === "") return;
    call.arguments += text;
    this.#emit({ type: "tool-input-delta", id: call.id, delta: text });
  }

  /** By index; but some servers give every call index 0, so a new name under a new id is a new call. */
  #known(index: number | undefined, wireId: string, name: string): OpenCall | undefined {
    const same = (call: OpenCall) =>
      index === undefined ? wireId === "" || call.wireId === wireId : call.index === index;
    const call = this.#calls.findLast(same);
    const another = call !== undefined && name !== "" && wireId !== "" && call.wireId !== "" && wireId !== call.wireId;
    const restarted = call !== undefined && index === undefined && wireId === "" && name !== "" && call.name !== "";
    return another || restarted ? undefined : call;
  }

  #start(index: number | undefined, wireId: string, name: string): OpenCall {
    const taken = this.#calls.some((call) => call.id === wireId);
    const id = wireId !== "" && !taken ? wireId : `${this.#responseId}_${this.#calls.length}`;
    const call: OpenCall = { id, wireId, index, name, arguments: "", signature: undefined };
    this.#calls.push(call);
    this.#emit({ type: "tool-input-start", id, toolName: name });
    return call;
  }

  #finishCall(call: OpenCall): void {
    if (call.name === "")
      this.#error(Object.assign(new Error("a call without a name"), { name: "AI_TypeValidationError" }));
    this.#emit({
      type: "tool-call",
      toolCallId: call.id,
      toolName: call.name,
      input: call.arguments,
      ...(call.signature !== undefined && { providerMetadata: { vendor: { thoughtSignature: call.signature } } }),
    });
  }

  /** Signed reasoning belongs to the reasoning it signs: a block of its own, first in the answer when it had no words. */
  #attachDetails(): void {
    if (this.#details.details.length === 0) return;
    const details = this.#details.details as string[];
    this.#emit({ type: "custom", kind: "chat.reasoning-details", providerMetadata: { vendor: { details } } });
  }

  #error(error: unknown): void {
    this.#emit({ type: "error", error });
  }
}

function thoughtSignature(delta: Json): string | undefined {
  const google = isRecord(delta.extra_content) ? delta.extra_content.google : undefined;
  const signature = isRecord(google) ? google.thought_signature : undefined;
  return typeof signature === "string" && signature !== "" ? signature : undefined;
}

function usageOf(raw: Json): Extract<LanguageModelV4StreamPart, { type: "finish" }>["usage"] {
  const number = (value: unknown) => (typeof value === "number" ? value : undefined);
  const detail = (name: string, field: string) => {
    const details = raw[name];
    return isRecord(details) ? number(details[field]) : undefined;
  };
  return {
    inputTokens: {
      total: number(raw.prompt_tokens) ?? number(raw.input_tokens),
      noCache: undefined,
      cacheRead: detail("prompt_tokens_details", "cached_tokens"),
      cacheWrite: undefined,
    },
    outputTokens: {
      total: number(raw.completion_tokens) ?? number(raw.output_tokens),
      text: undefined,
      reasoning: detail("completion_tokens_details", "reasoning_tokens"),
    },
    raw: raw as NonNullable<Extract<LanguageModelV4StreamPart, { type: "finish" }>["usage"]["raw"]>,
  };
}
