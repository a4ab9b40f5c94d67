// Anthropic's Messages API.

import { pieces, type ReplyAnswer, stopOf, usageOf } from "../script.ts";
import { signatureFor } from "../signatures.ts";
import { anthropicProblems } from "./anthropic-messages-check.ts";
import { anthropicError } from "./errors.data.ts";
import { type Exchange, PIECE_CHARS, sse, type Wire } from "./wire.ts";

const STOP = { end: "end_turn", calls: "tool_use", length: "max_tokens", refused: "refusal" } as const;

export const anthropicMessages: Wire = {
  name: "anthropic_messages",
  problems: anthropicProblems,
  error: anthropicError,
  errorEvent: (failure) => sse(anthropicError(failure).body, "error"),
  events(answer, on) {
    const event = (type: string, data: object) => sse({ type, ...data }, type);
    const usage = usageObject(answer, on);
    const message = { id: on.nextId("msg"), type: "message", role: "assistant", model: on.model, content: [] };
    const out = [
      event("message_start", {
        message: { ...message, stop_reason: null, stop_sequence: null, usage: { ...usage, output_tokens: 1 } },
      }),
      event("ping", {}),
    ];
    answer.parts.forEach((_part, index) => {
      out.push(...blockEvents(answer, index, on, event));
    });
    const stop = { stop_reason: STOP[stopOf(answer)], stop_sequence: null };
    out.push(event("message_delta", { delta: stop, usage: usage ?? {} }), event("message_stop", {}));
    return out;
  },
  whole(answer, on) {
    const content = answer.parts.map((part) => {
      if (part.type === "text") return { type: "text", text: part.text };
      if (part.type === "reasoning") {
        const signature = signatureFor(part, "anthropic_messages", on.model);
        return { type: "thinking", thinking: part.text, ...(signature === undefined ? {} : { signature }) };
      }
      return { type: "tool_use", id: part.id ?? on.nextId("toolu"), name: part.tool, input: parsedOr(part.args) };
    });
    return {
      id: on.nextId("msg"),
      type: "message",
      role: "assistant",
      model: on.model,
      content,
      stop_reason: STOP[stopOf(answer)],
      stop_sequence: null,
      usage: usageObject(answer, on) ?? {},
    };
  },
};

type MakeEvent = (type: string, data: object) => string;

function blockEvents(answer: ReplyAnswer, index: number, on: Exchange, event: MakeEvent): readonly string[] {
  const part = answer.parts[index];
  if (part === undefined) return [];
  const size = answer.pieceChars ?? PIECE_CHARS;
  const start = (block: object) => event("content_block_start", { index, content_block: block });
  const delta = (inner: object) => event("content_block_delta", { index, delta: inner });
  const stop = event("content_block_stop", { index });
  if (part.type === "text") {
    const deltas = pieces(part.text, size).map((piece) => delta({ type: "text_delta", text: piece }));
    return [start({ type: "text", text: "" }), ...deltas, stop];
  }
  if (part.type === "reasoning") {
    const deltas = pieces(part.text, size).map((piece) => delta({ type: "thinking_delta", thinking: piece }));
    const signature = signatureFor(part, "anthropic_messages", on.model);
    const signed = signature === undefined ? [] : [delta({ type: "signature_delta", signature })];
    return [start({ type: "thinking", thinking: "", signature: "" }), ...deltas, ...signed, stop];
  }
  const id = part.id ?? on.nextId("toolu");
  const deltas = ["", ...pieces(part.args, size)].map((piece) =>
    delta({ type: "input_json_delta", partial_json: piece }),
  );
  return [start({ type: "tool_use", id, name: part.tool, input: {} }), ...deltas, stop];
}

function parsedOr(args: string): unknown {
  try {
    return JSON.parse(args);
  } catch (error) {
    // This wire has no way to carry broken argument text in a whole message; the vendor sends an empty object.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function usageObject(answer: ReplyAnswer, on: Exchange): object | undefined {
  const usage = usageOf(answer, on.requestChars);
  if (usage === undefined) return undefined;
  return {
    input_tokens: usage.input - usage.cacheRead - usage.cacheWrite,
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cacheRead,
    output_tokens: usage.output,
  };
}
