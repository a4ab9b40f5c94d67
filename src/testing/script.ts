// What a scripted model answers, as data: one vocabulary for the in-process model and the loopback server.

import type { ModelFailureKind } from "../kernel/failure.ts";
import type { StopReason, Usage } from "../kernel/message.ts";

/** `signature`: issued by the server unless said otherwise; `missing` leaves it out, a string is sent as it is. */
export type ScriptPart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "reasoning";
      readonly text: string;
      readonly signature?: "issued" | "missing" | { readonly is: string };
    }
  /** `args` is the exact argument text on the wire; `id` is given by the model when absent. */
  | { readonly type: "call"; readonly tool: string; readonly args: string; readonly id?: string };

/** Where, in bytes of the response body, something goes wrong; in process the same number counts characters of words. */
export type Fault =
  | { readonly type: "stall"; readonly at: number }
  | { readonly type: "reset"; readonly at: number }
  | { readonly type: "end"; readonly at: number }
  /** Ends cleanly in the middle of the event with this index. */
  | { readonly type: "half-event"; readonly event: number }
  /** Sends this many bytes at a time with a pause between. */
  | { readonly type: "drip"; readonly bytes: number; readonly everyMs: number };

export interface ReplyAnswer {
  readonly type: "reply";
  readonly parts: readonly ScriptPart[];
  readonly stop?: StopReason;
  /** Overrides the computed numbers; `missing` sends none. */
  readonly usage?: Partial<Usage> | "missing";
  /** Characters per streamed piece. */
  readonly pieceChars?: number;
  readonly faults?: readonly Fault[];
}

export interface FailureAnswer {
  readonly type: "failure";
  readonly kind: ModelFailureKind;
  readonly message?: string;
  /** Overrides the vendor's usual status for this kind. */
  readonly status?: number;
  readonly code?: string;
  readonly retryAfterMs?: number;
  /** The window named by an overflow. */
  readonly window?: number;
  /** The stream starts well, says these words, then carries the error as an event. */
  readonly midStream?: string;
}

/** Sent exactly as given, by the server only; in process it is a transport failure. */
export interface RawAnswer {
  readonly type: "raw";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly faults?: readonly Fault[];
}

export type Answer = ReplyAnswer | FailureAnswer | RawAnswer;

/** One answer, or a function that looks at the request first. */
export type Step<R> = Answer | Forever<R> | ((request: R) => Answer | Promise<Answer>);

/** Stands last and answers everything that is left. */
export interface Forever<R> {
  readonly type: "forever";
  readonly step: Answer | ((request: R) => Answer | Promise<Answer>);
}

export type CallPart = Extract<ScriptPart, { type: "call" }>;

export function reply(text: string, extra: Omit<ReplyAnswer, "type" | "parts"> = {}): ReplyAnswer {
  return { type: "reply", parts: text === "" ? [] : [{ type: "text", text }], ...extra };
}

/** A reply made of any parts, in order. */
export function says(parts: readonly ScriptPart[], extra: Omit<ReplyAnswer, "type" | "parts"> = {}): ReplyAnswer {
  return { type: "reply", parts, ...extra };
}

export function call(tool: string, input: unknown, id?: string): CallPart {
  return rawCall(tool, JSON.stringify(input), id);
}

/** A call whose argument text is sent untouched: empty, cut, doubled, not JSON. */
export function rawCall(tool: string, args: string, id?: string): CallPart {
  return { type: "call", tool, args, ...(id === undefined ? {} : { id }) };
}

export function calls(...parts: readonly CallPart[]): ReplyAnswer {
  return { type: "reply", parts };
}

export function thought(
  text: string,
  signature: "issued" | "missing" | { readonly is: string } = "issued",
): ScriptPart {
  return { type: "reasoning", text, signature };
}

export function words(text: string): ScriptPart {
  return { type: "text", text };
}

export function fail(kind: ModelFailureKind, extra: Omit<FailureAnswer, "type" | "kind"> = {}): FailureAnswer {
  return { type: "failure", kind, ...extra };
}

export function overflow(window = 128_000): FailureAnswer {
  return fail("context-overflow", { window });
}

export function raw(status: number, body: string, headers: Readonly<Record<string, string>> = {}): RawAnswer {
  return { type: "raw", status, body, headers };
}

export function forever<R>(step: Forever<R>["step"]): Forever<R> {
  return { type: "forever", step };
}

export function withFaults(answer: ReplyAnswer, ...faults: readonly Fault[]): ReplyAnswer {
  return { ...answer, faults: [...(answer.faults ?? []), ...faults] };
}

/** Hands out a script's answers in order; what comes after the last one is a plain bad request that says so. */
export interface Playback<R> {
  next(request: R): Promise<Answer>;
  push(...steps: readonly Step<R>[]): void;
  readonly left: number;
}

export function playback<R>(script: readonly Step<R>[]): Playback<R> {
  const queue: Step<R>[] = [...script];
  let served = 0;
  return {
    async next(request) {
      served++;
      const first = queue[0];
      if (first === undefined) {
        return fail("bad-request", { message: `The script has no answer for request ${served}.` });
      }
      if (typeof first !== "function" && first.type === "forever") return resolve(first.step, request);
      queue.shift();
      return resolve(first, request);
    },
    push: (...steps) => void queue.push(...steps),
    get left() {
      return queue.length;
    },
  };
}

async function resolve<R>(step: Forever<R>["step"], request: R): Promise<Answer> {
  return typeof step === "function" ? step(request) : step;
}

/** The stop reason a reply has when the script does not say. */
export function stopOf(answer: ReplyAnswer): StopReason {
  return answer.stop ?? (answer.parts.some((part) => part.type === "call") ? "calls" : "end");
}

/** Numbers that follow from the sizes alone, so that the same script gives the same usage. */
export function usageOf(answer: ReplyAnswer, requestChars: number): Usage | undefined {
  if (answer.usage === "missing") return undefined;
  const tokens = (chars: number) => Math.ceil(chars / 4);
  const chars = (type: ScriptPart["type"]) =>
    answer.parts.reduce(
      (sum, part) => sum + (part.type === type ? (part.type === "call" ? part.args : part.text).length : 0),
      0,
    );
  const reasoning = tokens(chars("reasoning"));
  return {
    input: tokens(requestChars),
    output: tokens(chars("text")) + tokens(chars("call")) + reasoning,
    cacheRead: 0,
    cacheWrite: 0,
    reasoning,
    ...answer.usage,
  };
}

/** Cuts into pieces of at most `size` code points, never inside one; always at least one piece for non-empty text. */
export function pieces(text: string, size: number): readonly string[] {
  const points = [...text];
  const out: string[] = [];
  for (let i = 0; i < points.length; i += size) out.push(points.slice(i, i + size).join(""));
  return out;
}
