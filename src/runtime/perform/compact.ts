// Making room: the engine proposes a smaller view, the store adds it as a child session, the originals stay.

import type { AgentEvent } from "../../contracts/session.ts";
import type { Compaction } from "../../contracts/stores.ts";
import { hintTextIn } from "../../kernel/context-files/hints.ts";
import { carryTaints } from "../../kernel/taint.ts";
import { withThousands } from "../../kernel/text.ts";
import { estimateRequest } from "../../kernel/tokens.ts";
import type { TurnEvent } from "../../kernel/turn/turn.ts";
import { sideModels } from "../side-models.ts";
import { activeChoice, type TurnScope } from "../turn-scope.ts";
import { countIdle, idleWatch, rests, viewOf } from "./crowd.ts";

const GAVE_UP =
  "The conversation no longer fits the model's window, and the last two attempts to make it smaller brought nothing. /compress tries again; /model switches to a larger window.";
const LEFT_ALONE = "It is left alone from now on, until much more was said; /compress tries again.";

export async function* compact(scope: TurnScope): AsyncGenerator<AgentEvent, TurnEvent> {
  const { engine, transcript, state } = scope;
  if (engine === undefined)
    return {
      type: "stuck",
      why: "The conversation no longer fits the model's window and compression is switched off.",
    };
  if (await rests(scope)) return { type: "stuck", why: GAVE_UP };
  const messages = transcript.entries;
  const estimate = estimateOf(scope);
  const view = viewOf(scope, estimate);
  yield {
    type: "status",
    text: `Compacting context (${messages.length} messages, about ${withThousands(estimate)} tokens)`,
  };
  await scope.memoryWatch?.beforeCompaction(
    messages.map((entry) => entry.message),
    { id: transcript.sessionId, principal: scope.principal, cwd: scope.env.cwd },
  );
  const result = await engine.compact(view, {
    models: await sideModels(scope.models, activeChoice(scope)),
    signal: scope.signal,
  });
  yield { type: "status", text: "" };
  if (scope.signal.aborted) return { type: "aborted" };
  if (result.type === "unchanged") {
    const why = (await countIdle(scope)) ? `${result.why} ${LEFT_ALONE}` : result.why;
    if (state.crowdAccepted === true || estimate > view.window) return { type: "stuck", why };
    state.crowdAccepted = true;
    yield { type: "notice", level: "warning", text: why };
    return { type: "resumed" };
  }
  const from = transcript.sessionId;
  const to = await moveOn(scope, result.compaction);
  yield { type: "session-moved", from, to };
  yield { type: "notice", level: "info", text: result.compaction.note };
  for (const text of result.warnings ?? []) yield { type: "notice", level: "warning", text };
  return { type: "resumed" };
}

/** The next request as it stands, prompt and tools included. */
function estimateOf({ transcript, state }: TurnScope): number {
  const messages = transcript.entries.map((entry) => entry.message);
  return Math.ceil(estimateRequest({ ...state.prompt, messages }) * state.calibration.factor);
}

async function moveOn(scope: TurnScope, compaction: Compaction): Promise<string> {
  const { store, transcript } = scope;
  const parent = transcript.sessionId;
  const countIfIdle = await idleWatch(scope);
  const child = await store.continueFrom(
    parent,
    {
      id: scope.ids.sessionId(),
      source: scope.source,
      principal: scope.principal,
      parentId: parent,
      cwd: scope.env.cwd,
      startedAt: scope.clock.now(),
      heldBy: scope.heldBy,
    },
    {
      ...compaction,
      view: carryTaints(
        transcript.entries.map(({ message }) => message),
        compaction.view,
      ),
    },
  );
  await transcript.reload(child.id);
  scope.state.prompt = await scope.movedTo(child.id);
  await countIfIdle(compaction);
  scope.hints?.rearm(hintTextIn(transcript.entries.map(({ message }) => message)));
  return child.id;
}
