// Whether room must be made before the next request, and the count of passes that made none.

import type { Compaction } from "../../contracts/stores.ts";
import { isOwnWords } from "../../kernel/compress/entry.ts";
import {
  type Conversation,
  IDLE_MARK,
  type IdlePasses,
  isResting,
  madeRoom,
  oneMoreIdle,
  readIdle,
} from "../../kernel/compress/resting.ts";
import { isMessagingChat } from "../../kernel/sessions/sources.ts";
import { activeChoice, type TurnScope } from "../turn-scope.ts";

/** `estimate`: tokens of the next request, prompt and tools included. */
export async function isCrowded(scope: TurnScope, estimate: number): Promise<boolean> {
  const { engine, state } = scope;
  if (engine === undefined || state.crowdAccepted === true) return false;
  return engine.assess(viewOf(scope, estimate)) === "compact" && !(await rests(scope));
}

/** What an engine looks at. */
export function viewOf(scope: TurnScope, estimate: number) {
  const { transcript, state } = scope;
  const choice = activeChoice(scope);
  const { window, maxOutput } = choice.provider.info(choice.model);
  const newest = transcript.entries.at(-1)?.message;
  return {
    ...{ sessionId: transcript.sessionId, messages: transcript.entries, window, maxOutput, estimate },
    factor: state.calibration.factor,
    beforeChatMessage: isMessagingChat(scope.source) && newest !== undefined && isOwnWords(newest),
  };
}

/** Passes before this one made no room and nothing relevant changed since. */
export async function rests(scope: TurnScope): Promise<boolean> {
  return isResting(await idleOf(scope), { ...conversationOf(scope), factor: scope.state.calibration.factor });
}

/** After a pass that changed nothing. True when it was one too many: the next ones rest. */
export async function countIdle(scope: TurnScope): Promise<boolean> {
  const now = conversationOf(scope);
  await keep(scope, oneMoreIdle(await idleOf(scope), now, now));
  return rests(scope);
}

/** Remembers what stood before a pass; call the result once the conversation goes on from what it left. */
export async function idleWatch(scope: TurnScope): Promise<(compaction: Compaction) => Promise<void>> {
  const before = await idleOf(scope);
  const was = conversationOf(scope);
  return async (compaction) => {
    if (!madeRoom(compaction)) await keep(scope, oneMoreIdle(before, was, conversationOf(scope)));
  };
}

async function idleOf({ store, transcript }: TurnScope): Promise<IdlePasses | undefined> {
  return readIdle((await store.get(transcript.sessionId))?.settings ?? {});
}

const keep = ({ store, transcript }: TurnScope, idle: IdlePasses): Promise<void> =>
  store.setSetting(transcript.sessionId, IDLE_MARK, idle);

function conversationOf(scope: TurnScope): Conversation {
  const choice = activeChoice(scope);
  return { entries: [...scope.transcript.entries], window: choice.provider.info(choice.model).window };
}
