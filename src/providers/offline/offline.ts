// The model that is always there: deterministic, built in, honest about being rules. It speaks the same port as every vendor.

import {
  type ModelEvent,
  type ModelInfo,
  type ModelProvider,
  type ModelRequest,
  modelName,
} from "../../contracts/model.ts";
import type { Clock } from "../../contracts/time.ts";
import { ModelFailure } from "../../kernel/failure.ts";
import type { AssistantMessage, OutputPart } from "../../kernel/message.ts";
import { readSituation } from "./conversation.ts";
import { type Move, say } from "./move.ts";
import { decide } from "./moves.ts";
import { answerSideRequest } from "./side-requests.ts";

const OFFLINE_ID = "offline";

const INFO: Omit<ModelInfo, "id"> = {
  window: 200_000,
  maxOutput: 8_000,
  images: false,
  reasoning: false,
  prices: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
};

export function offlineProvider({ clock }: { readonly clock: Clock }): ModelProvider {
  let calls = 0;
  // Time and a count: an id must not come back in a session that was resumed or rewound.
  const nextCallId = () => `call_${clock.now().toString(36)}_${++calls}`;
  return {
    id: OFFLINE_ID,
    endpoint: "the built-in offline model",
    cacheStyle: "automatic",
    info: (model) => ({ id: model, ...INFO }),
    async *stream(request, signal) {
      yield* perform(nextMove(request), { request, signal, at: clock.now(), nextCallId });
    },
  };
}

/** What the offline model does next; a function of the request alone. */
export function nextMove(request: ModelRequest): Move {
  const side = answerSideRequest(request);
  return side === undefined ? decide(readSituation(request)) : say(side);
}

interface Performance {
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  readonly at: number;
  readonly nextCallId: () => string;
}

async function* perform(move: Move, on: Performance): AsyncGenerator<ModelEvent> {
  const parts: readonly OutputPart[] =
    move.type === "say"
      ? [{ type: "text", text: move.text }]
      : move.calls.map(({ tool, input }) => ({ type: "call", call: { id: on.nextCallId(), tool, input } }));
  for (const part of parts) {
    stopIfAborted(on.signal);
    if (part.type !== "call") {
      for (const delta of inPieces(part.text)) {
        stopIfAborted(on.signal);
        yield { type: "text", delta };
      }
      continue;
    }
    const { id, tool, input } = part.call;
    yield { type: "call-building", id, tool, chars: JSON.stringify(input).length };
  }
  stopIfAborted(on.signal);
  yield { type: "done", message: messageOf(parts, on) };
}

function messageOf(parts: readonly OutputPart[], { request, at }: Performance): AssistantMessage {
  const tokens = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4);
  return {
    role: "assistant",
    parts,
    stop: parts.some((part) => part.type === "call") ? "calls" : "end",
    usage: {
      input: tokens([request.system, request.tools, request.messages]),
      output: tokens(parts),
      cacheRead: 0,
      cacheWrite: 0,
      reasoning: 0,
    },
    model: modelName({ provider: { id: OFFLINE_ID }, model: request.model }),
    at,
  };
}

/** A few words at a time, as a model would. */
function inPieces(text: string): readonly string[] {
  return text.match(/(?:\s*\S+){1,4}\s*/gu) ?? (text === "" ? [] : [text]);
}

function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted)
    throw new ModelFailure("transport", { message: "The call was stopped.", code: "aborted", cause: signal.reason });
}
