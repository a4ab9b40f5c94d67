// Making room: the engine proposes a smaller view, the store adds it as a child session, the originals stay.

import type { CompactOutcome, CompactWish } from "../../contracts/compactions.ts";
import type { ContextEngine } from "../../contracts/context.ts";
import { workplaceOf } from "../../contracts/environment.ts";
import type { AgentEvent } from "../../contracts/session.ts";
import type { Compaction } from "../../contracts/stores.ts";
import { fileLists } from "../../kernel/compress/file-lists.ts";
import { OPENED_MARK, type Opened } from "../../kernel/compress/opened.ts";
import { hintTextIn } from "../../kernel/context-files/hints.ts";
import { text } from "../../kernel/message.ts";
import { carryTaints } from "../../kernel/taint.ts";
import { withThousands } from "../../kernel/text.ts";
import { estimateRequest } from "../../kernel/tokens.ts";
import type { TurnEvent } from "../../kernel/turn/turn.ts";
import { sideModels } from "../side-models.ts";
import { activeChoice, type TurnScope } from "../turn-scope.ts";
import { countIdle, idleWatch, rests, viewOf } from "./crowd.ts";

const GAVE_UP =
  "The conversation no longer fits the model's window, and the last two attempts to make it smaller brought nothing. /compress tries again; /model switches to a larger window.";
const DOES_NOT_FIT =
  "The conversation does not fit the model's window and could not be made smaller. /model switches to a larger window, /new starts a new conversation.";
const LEFT_ALONE = "It is left alone from now on, until much more was said; /compress tries again.";

export async function* compact(scope: TurnScope): AsyncGenerator<AgentEvent, TurnEvent> {
  const { engine, state } = scope;
  if (engine === undefined)
    return {
      type: "stuck",
      why: "The conversation no longer fits the model's window and compression is switched off.",
    };
  if (await rests(scope)) return { type: "stuck", why: GAVE_UP };
  const room = yield* makeRoom(scope, engine, undefined);
  if (room.type === "aborted") return room;
  if (room.type === "compacted") {
    yield { type: "notice", level: "info", text: room.note };
    for (const text of room.warnings) yield { type: "notice", level: "warning", text };
    return { type: "resumed" };
  }
  const why = (await countIdle(scope)) ? `${room.why} ${LEFT_ALONE}` : room.why;
  if (state.crowdAccepted === true || estimateOf(scope) > viewOf(scope, 0).window)
    return { type: "stuck", why: `${DOES_NOT_FIT} ${why}` };
  state.crowdAccepted = true;
  yield { type: "notice", level: "warning", text: why };
  return { type: "resumed" };
}

/** One pass, from the status before it to the move into its child session; `wish` is a person's. Nothing is stored before the move. */
export async function* makeRoom(
  scope: TurnScope,
  engine: ContextEngine,
  wish: CompactWish | undefined,
): AsyncGenerator<AgentEvent, CompactOutcome | { readonly type: "aborted" }> {
  const { transcript } = scope;
  await noteBackgroundFiles(scope);
  const messages = transcript.entries;
  const estimate = estimateOf(scope);
  yield {
    type: "status",
    text: `Compacting context (${messages.length} messages, about ${withThousands(estimate)} tokens)`,
  };
  await scope.memoryWatch?.beforeCompaction(
    messages.map((entry) => entry.message),
    { id: transcript.sessionId, principal: scope.principal, cwd: workplaceOf(scope.env) },
  );
  const result = await engine.compact(viewOf(scope, estimate), {
    models: await sideModels(scope.models, activeChoice(scope)),
    signal: scope.signal,
    ...(wish === undefined ? {} : { ...wish, manual: true }),
  });
  yield { type: "status", text: "" };
  if (scope.signal.aborted) return { type: "aborted" };
  if (result.type === "unchanged") return result;
  const from = transcript.sessionId;
  const countIfIdle = await idleWatch(scope);
  const notices = await moveOn(scope, result.compaction);
  if (wish === undefined) await countIfIdle(result.compaction);
  const to = transcript.sessionId;
  yield { type: "session-moved", from, to };
  const warnings = [...(result.warnings ?? []), ...notices];
  return { type: "compacted", sessionId: to, note: result.compaction.note, warnings };
}

/** What processes in the background changed and no call has told of yet, so that this pass can pin it. */
async function noteBackgroundFiles({ files, transcript, clock }: TurnScope): Promise<void> {
  const changes = (await files?.sinceLast(transcript.sessionId)) ?? [];
  if (changes.length === 0) return;
  const words = `[runtime] Processes in the background changed files: ${JSON.stringify(fileLists(changes))}`;
  await transcript.append([{ role: "user", origin: "runtime", parts: [text(words)], at: clock.now(), changes }]);
}

/** The next request as it stands, prompt and tools included. */
function estimateOf({ transcript, state }: TurnScope): number {
  const messages = transcript.entries.map((entry) => entry.message);
  return Math.ceil(estimateRequest({ ...state.prompt, messages }) * state.calibration.factor);
}

/** What a person must know about the prompt that was built anew. */
async function moveOn(scope: TurnScope, compaction: Compaction): Promise<readonly string[]> {
  const { store, transcript } = scope;
  const parent = transcript.sessionId;
  const child = await store.continueFrom(
    parent,
    {
      id: scope.ids.sessionId(),
      source: scope.source,
      principal: scope.principal,
      parentId: parent,
      cwd: workplaceOf(scope.env),
      startedAt: scope.clock.now(),
      heldBy: scope.heldBy,
      settings: { [OPENED_MARK]: { messages: compaction.view.length, ...compaction.replaced } satisfies Opened },
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
  const { prompt, notices } = await scope.movedTo(child.id);
  scope.state.prompt = prompt;
  scope.hints?.rearm(hintTextIn(transcript.entries.map(({ message }) => message)));
  return notices;
}
