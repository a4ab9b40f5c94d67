// A model provider that answers from a script, inside the process: the loop's test partner.

import {
  type ModelEvent,
  type ModelInfo,
  type ModelProvider,
  type ModelRequest,
  modelName,
} from "../contracts/model.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { parseJson } from "../kernel/json.ts";
import type { AssistantMessage, OutputPart } from "../kernel/message.ts";
import { NO_USAGE } from "../kernel/message.ts";
import {
  type Answer,
  type FailureAnswer,
  pieces,
  playback,
  type ReplyAnswer,
  type Step,
  stopOf,
  usageOf,
} from "./script.ts";

export interface ScriptedModel extends ModelProvider {
  /** Every request so far, in order, as it was received. */
  readonly requests: readonly ModelRequest[];
  /** Answers not yet given. */
  readonly left: number;
  push(...steps: readonly Step<ModelRequest>[]): void;
}

export interface ScriptedOptions {
  readonly id?: string;
  readonly window?: number;
  readonly maxOutput?: number;
  readonly info?: Partial<ModelInfo>;
  readonly cacheStyle?: ModelProvider["cacheStyle"];
  readonly now?: () => number;
}

export function scripted(...script: readonly Step<ModelRequest>[]): ScriptedModel {
  return scriptedWith({}, ...script);
}

export function scriptedWith(options: ScriptedOptions, ...script: readonly Step<ModelRequest>[]): ScriptedModel {
  const id = options.id ?? "scripted";
  const requests: ModelRequest[] = [];
  const play = playback<ModelRequest>(script);
  let given = 0;
  const nextCallId = () => `call_${String(++given).padStart(4, "0")}`;

  return {
    id,
    endpoint: `script:${id}`,
    cacheStyle: options.cacheStyle ?? "marks",
    requests,
    get left() {
      return play.left;
    },
    push: play.push,
    info: (model) => ({
      id: model,
      window: options.window ?? 200_000,
      maxOutput: options.maxOutput ?? 8_192,
      images: true,
      reasoning: true,
      ...options.info,
    }),
    async *stream(request, signal) {
      // A copy: a test that looks later must see what was sent, whatever happened to the arrays since.
      requests.push(structuredClone(request));
      if (signal.aborted) throw aborted(signal);
      const answer = await play.next(request);
      const at = options.now?.() ?? (request.messages.at(-1)?.at ?? 0) + 1;
      const model = modelName({ provider: { id }, model: request.model });
      yield* perform(answer, { request, signal, at, model, nextCallId });
    },
  };
}

interface Performance {
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  readonly at: number;
  readonly model: string;
  readonly nextCallId: () => string;
}

async function* perform(answer: Answer, on: Performance): AsyncGenerator<ModelEvent> {
  if (answer.type === "raw")
    throw new ModelFailure("transport", { message: `Raw answer ${answer.status}.`, status: answer.status });
  if (answer.type === "failure") {
    if (answer.midStream !== undefined) yield { type: "text", delta: answer.midStream };
    throw failureOf(answer);
  }
  const message = messageOf(answer, on);
  let sent = 0;
  for (const event of eventsOf(message, answer.pieceChars ?? 12)) {
    if (on.signal.aborted) throw aborted(on.signal);
    await faultAt(answer, sent, on.signal);
    if (event.type === "text" || event.type === "reasoning") sent += event.delta.length;
    yield event;
    // One turn of the queue per event, so that an abort can land between any two.
    await Promise.resolve();
  }
  await faultAt(answer, Number.POSITIVE_INFINITY, on.signal);
  if (on.signal.aborted) throw aborted(on.signal);
  yield { type: "done", message };
}

function messageOf(answer: ReplyAnswer, on: Performance): AssistantMessage {
  const parts = answer.parts.map((part): OutputPart => {
    if (part.type === "text") return part;
    if (part.type === "reasoning") {
      const signature = part.signature ?? "issued";
      if (signature === "missing") return { type: "reasoning", text: part.text };
      const value = signature === "issued" ? `${on.model}:${part.text.length}` : signature.is;
      return { type: "reasoning", text: part.text, opaque: { signature: value } };
    }
    const parsed = parseJson(part.args);
    const input = parsed.type === "ok" ? parsed.value : part.args;
    return { type: "call", call: { id: part.id ?? on.nextCallId(), tool: part.tool, input } };
  });
  const usage = usageOf(answer, JSON.stringify([on.request.system, on.request.tools, on.request.messages]).length);
  return { role: "assistant", parts, stop: stopOf(answer), usage: usage ?? NO_USAGE, model: on.model, at: on.at };
}

function* eventsOf(message: AssistantMessage, size: number): Generator<ModelEvent> {
  for (const part of message.parts) {
    if (part.type !== "call") {
      for (const delta of pieces(part.text, size)) yield { type: part.type, delta };
      continue;
    }
    const { id, tool, input } = part.call;
    const length = (typeof input === "string" ? input : JSON.stringify(input)).length;
    yield { type: "call-building", id, tool, chars: 0 };
    for (let chars = size; chars < length; chars += size) yield { type: "call-building", id, tool, chars };
    yield { type: "call-building", id, tool, chars: length };
  }
}

async function faultAt(answer: ReplyAnswer, sent: number, signal: AbortSignal): Promise<void> {
  for (const fault of answer.faults ?? []) {
    if (fault.type === "drip") continue;
    if (fault.type !== "half-event" && sent < fault.at) continue;
    if (fault.type === "half-event" && sent === 0) continue;
    if (fault.type === "stall") await untilAborted(signal);
    throw new ModelFailure("transport", { message: "The connection was cut in the middle of the answer." });
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(aborted(signal));
    else signal.addEventListener("abort", () => reject(aborted(signal)), { once: true });
  });
}

function aborted(signal: AbortSignal): ModelFailure {
  return new ModelFailure("transport", { message: "The call was stopped.", code: "aborted", cause: signal.reason });
}

function failureOf(answer: FailureAnswer): ModelFailure {
  return new ModelFailure(answer.kind, {
    message: answer.message ?? `Scripted failure: ${answer.kind}.`,
    ...(answer.status === undefined ? {} : { status: answer.status }),
    ...(answer.code === undefined ? {} : { code: answer.code }),
    ...(answer.retryAfterMs === undefined ? {} : { retryAfterMs: answer.retryAfterMs }),
    ...(answer.window === undefined ? {} : { statedWindow: answer.window }),
  });
}
