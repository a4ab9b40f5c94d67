// Making room: the engine proposes a smaller view, the store adds it as a child session, the originals stay.

import type { AgentEvent } from "../../contracts/session.ts";
import type { Compaction } from "../../contracts/stores.ts";
import { estimateMessages } from "../../kernel/tokens.ts";
import type { TurnEvent } from "../../kernel/turn/turn.ts";
import { completeWith } from "../auxiliary.ts";
import { activeChoice, type TurnScope } from "../turn-scope.ts";

export async function* compact(scope: TurnScope, focus?: string): AsyncGenerator<AgentEvent, TurnEvent> {
  const { engine, transcript } = scope;
  if (engine === undefined)
    return {
      type: "stuck",
      why: "The conversation no longer fits the model's window and compression is switched off.",
    };
  const choice = activeChoice(scope);
  const messages = transcript.entries;
  const estimate = Math.ceil(estimateMessages(messages.map((entry) => entry.message)) * scope.state.calibration.factor);
  yield { type: "status", text: `Compacting context (${messages.length} messages, about ${estimate} tokens)` };

  const auxiliary = await scope.models.auxiliary("compression", choice);
  const result = await engine.compact(
    { messages, window: choice.provider.info(choice.model).window, estimate },
    completeWith(auxiliary, scope.signal),
    scope.signal,
    focus,
  );
  yield { type: "status", text: "" };
  if (scope.signal.aborted) return { type: "aborted" };
  if (result.type === "unchanged") return { type: "stuck", why: result.why };

  const from = transcript.sessionId;
  const to = await moveOn(scope, result.compaction);
  yield { type: "session-moved", from, to };
  yield { type: "notice", level: "info", text: result.compaction.note };
  return { type: "resumed" };
}

async function moveOn(scope: TurnScope, compaction: Compaction): Promise<string> {
  const { store, transcript } = scope;
  const parent = transcript.sessionId;
  const child = await store.continueFrom(
    parent,
    {
      id: scope.ids.sessionId(),
      source: scope.source,
      principal: scope.principal,
      parentId: parent,
      cwd: scope.env.cwd,
      startedAt: scope.clock.now(),
    },
    compaction,
  );
  await transcript.reload(child.id);
  scope.state.prompt = await scope.movedTo(child.id);
  scope.hints?.rearm(transcript.entries.map((entry) => JSON.stringify(entry.message.parts)).join("\n"));
  return child.id;
}
