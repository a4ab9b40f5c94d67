// What every vendor's wire must be able to do for the loopback server: speak, fail and judge in that vendor's way.

import type { FailureAnswer, ReplyAnswer } from "../script.ts";

export type WireName = "chat_completions" | "anthropic_messages" | "responses" | "gemini";

/** What rendering an answer may depend on. */
export interface Exchange {
  readonly model: string;
  /** Size of the request body: computed usage follows from it. */
  readonly requestChars: number;
  /** `call_0001`-like, counted per server. */
  readonly nextId: (prefix: string) => string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface HttpError {
  readonly status: number;
  readonly body: object;
}

/** Refused for what it says; `problem` is the vendor-like sentence. */
export interface CheckOptions {
  /** Gemini names the model in the path; elsewhere the body does. */
  readonly model?: string;
  /** Also demand that user and assistant take turns, as many chat templates do. */
  readonly alternate?: boolean;
}

export interface Wire {
  readonly name: WireName;
  /** Complete server-sent events, each with its blank line. */
  events(answer: ReplyAnswer, on: Exchange): readonly string[];
  whole(answer: ReplyAnswer, on: Exchange): object;
  error(failure: FailureAnswer): HttpError;
  errorEvent(failure: FailureAnswer): string;
  problems(body: Readonly<Record<string, unknown>>, options: CheckOptions): readonly string[];
}

/** One server-sent event. */
export function sse(data: unknown, name?: string, lineEnd = "\n"): string {
  const payload = typeof data === "string" ? data : JSON.stringify(data);
  return `${name === undefined ? "" : `event: ${name}${lineEnd}`}data: ${payload}${lineEnd}${lineEnd}`;
}

export const PIECE_CHARS = 12;
