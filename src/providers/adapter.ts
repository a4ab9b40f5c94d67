// One call to one vendor with one key: our request goes out through the SDK and our own transport, our events come back.
// Ends in exactly one `done` or one ModelFailure; every word that arrived is delivered before either.

import type { ModelEvent, ModelInfo, ModelRequest } from "../contracts/model.ts";
import type { Clock } from "../contracts/time.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { estimateMessages, estimateText } from "../kernel/tokens.ts";
import { type Channel, createChannel } from "./channel.ts";
import { Decoder } from "./decode.ts";
import { encodeCall } from "./encode.ts";
import type { EncodeTarget } from "./encode-target.ts";
import type { Where } from "./failure-text.ts";
import { cutShort, failureOfNetwork, failureOfStreamError, stalled, stopped } from "./failures.ts";
import { defaultMaxOutput } from "./models.ts";
import { openModel } from "./sdk.ts";
import type { Post } from "./transport.ts";
import { staleLimitMs, startWatchdog } from "./watchdog.ts";
import type { ProviderRow } from "./wire.ts";
import { createWireCall, type WireCall } from "./wire-call.ts";

export interface CallSetup {
  readonly row: ProviderRow;
  /** "provider/model-id" */
  readonly name: string;
  readonly info: ModelInfo;
  readonly where: Where;
  /** Sent with the request and never given to the SDK. */
  readonly authHeaders: Readonly<Record<string, string>>;
  readonly post: Post;
  readonly clock: Clock;
  /** Silence limit; undefined for the default, 0 for none. */
  readonly staleMs?: number | undefined;
  readonly noticeMs?: number | undefined;
}

const NOTICE_MS = 5_000;
/** After a stall or a cut, how long the parser may take to hand over what it already has. */
const FLUSH_MS = 1_000;
/** After the answer, how long its connection may take to become free for the next call. */
const LINGER_MS = 500;

export async function* streamCall(
  request: ModelRequest,
  setup: CallSetup,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, void> {
  const channel = createChannel<ModelEvent>();
  const over = new AbortController();
  let answered = false;
  const onAbort = () => {
    channel.fail(stopped(setup.where));
    over.abort();
  };
  if (signal.aborted) throw stopped(setup.where);
  signal.addEventListener("abort", onAbort, { once: true });
  const pump = runCall(request, setup, channel, over);
  try {
    for await (const event of channel) {
      answered = event.type === "done";
      yield event;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    if (!answered) over.abort();
    // The pump reports through the channel and never rejects; it is not waited for, so that an abort is immediate.
    void pump;
  }
}

async function runCall(
  request: ModelRequest,
  setup: CallSetup,
  channel: Channel<ModelEvent>,
  over: AbortController,
): Promise<void> {
  const { where, clock } = setup;
  const socket = new AbortController();
  over.signal.addEventListener("abort", () => socket.abort(), { once: true });
  const wire = createWireCall({
    post: setup.post,
    authHeaders: setup.authHeaders,
    where,
    clock,
    signal: socket.signal,
  });
  const watchdog = startWatchdog({
    clock,
    staleMs: setup.staleMs ?? staleLimitMs(() => promptTokens(request), where.local),
    noticeMs: setup.noticeMs ?? NOTICE_MS,
    onNotice: (silentMs) => channel.push({ type: "waiting", silentMs }),
    onStale(silentMs) {
      const failure = stalled(where, silentMs);
      wire.giveUp(failure);
      socket.abort();
      clock.sleep(FLUSH_MS, over.signal).then(
        () => channel.fail(failure),
        () => undefined,
      );
    },
  });
  wire.onBytes(watchdog.bytes);
  try {
    const message = await readAnswer(request, setup, { wire, watchdog, channel });
    watchdog.stop();
    channel.push({ type: "done", message });
    channel.end();
    if (!wire.ended) await clock.sleep(LINGER_MS, over.signal);
  } catch (error) {
    channel.fail(wire.failure ?? asFailure(where, error));
  } finally {
    watchdog.stop();
    socket.abort();
  }
}

interface Live {
  readonly wire: WireCall;
  readonly watchdog: ReturnType<typeof startWatchdog>;
  readonly channel: Channel<ModelEvent>;
}

async function readAnswer(request: ModelRequest, setup: CallSetup, { wire, watchdog, channel }: Live) {
  const { row, where, info, name } = setup;
  const target: EncodeTarget = { row, name, info, maxOutput: request.maxOutput ?? defaultMaxOutput(info) };
  const run = await openModel({ row, model: request.model, wire, effort: info.reasoning ? request.effort : undefined });
  const decoder = new Decoder();
  await run(encodeCall(request, target), (part) => {
    const event = decoder.push(part);
    if (event === undefined) return;
    watchdog.content();
    channel.push(event);
  });
  judgeEnding(decoder, wire, where);
  const message = decoder.message(name, setup.clock.now());
  if (decoder.ending.type === "finished" && decoder.ending.reason.unified === "tool-calls" && message.stop !== "calls")
    throw new ModelFailure("model-output", { message: `${where.model} announced a tool call and sent none.` });
  return message;
}

/** A vendor's finish counts even when the connection broke after it: the answer is complete. */
function judgeEnding(decoder: Decoder, wire: Live["wire"], where: Where): void {
  const { ending } = decoder;
  if (ending.type === "finished" && ending.reason.unified !== "interrupted") {
    const { unified, raw } = ending.reason;
    if (unified === "error" || (raw !== undefined && FAILED_FINISH.has(raw.toLowerCase())))
      throw failureOfStreamError(where, { message: `It ended with "${raw ?? unified}".`, code: raw });
    return;
  }
  if (wire.failure) throw wire.failure;
  if (ending.type === "error" && wire.broken === undefined) throw failureOfStreamError(where, ending.error);
  throw cutShort(where, wire.broken);
}

/** Finish reasons that are really errors of the vendor or of the model's output. */
const FAILED_FINISH: ReadonlySet<string> = new Set([
  "error",
  "insufficient_system_resource",
  "malformed_function_call",
]);

function asFailure(where: Where, error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const network = error instanceof Error && typeof Reflect.get(error, "code") === "string";
  return network ? failureOfNetwork(where, error) : failureOfStreamError(where, error);
}

function promptTokens(request: ModelRequest): number {
  let total = estimateMessages(request.messages);
  for (const block of request.system) total += estimateText(block);
  return total;
}
