// Making room: the engine proposes a smaller view, the store adds it as a child session, the originals stay.

import type { AgentEvent } from "../../contracts/session.ts";
import type { Compaction } from "../../contracts/stores.ts";
import { carryTaints } from "../../kernel/taint.ts";
import { withThousands } from "../../kernel/text.ts";
import { estimateRequest } from "../../kernel/tokens.ts";
import type { TurnEvent } from "../../kernel/turn/turn.ts";
import { sideModels } from "../side-models.ts";
import { activeChoice, type TurnScope } from "../turn-scope.ts";

export async function* compact(scope: TurnScope, focus?: string): AsyncGenerator<AgentEvent, TurnEvent> {
  const { engine, transcript, state } = scope;
  if (engine === undefined)
    return {
      type: "stuck",
      why: "The conversation no longer fits the model's window and compression is switched off.",
    };
  const choice = activeChoice(scope);
  const info = choice.provider.info(choice.model);
  const messages = transcript.entries;
  const estimate = estimateOf(scope);
  yield {
    type: "status",
    text: `Compacting context (${messages.length} messages, about ${withThousands(estimate)} tokens)`,
  };
  await scope.memoryWatch?.beforeCompaction(
    messages.map((entry) => entry.message),
    { id: transcript.sessionId, principal: scope.principal, cwd: scope.env.cwd },
  );
  const result = await engine.compact(
    {
      sessionId: transcript.sessionId,
      messages,
      window: info.window,
      estimate,
      factor: state.calibration.factor,
      maxOutput: info.maxOutput,
    },
    {
      models: await sideModels(scope.models, choice),
      signal: scope.signal,
      ...(focus === undefined ? {} : { focus }),
    },
  );
  yield { type: "status", text: "" };
  if (scope.signal.aborted) return { type: "aborted" };
  if (result.type === "unchanged") {
    if (state.crowdAccepted === true || estimate > info.window) return { type: "stuck", why: result.why };
    state.crowdAccepted = true;
    yield { type: "notice", level: "warning", text: result.why };
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
  scope.hints?.rearm(transcript.entries.map((entry) => JSON.stringify(entry.message.parts)).join("\n"));
  return child.id;
}
