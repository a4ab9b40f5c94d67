// When to stop trying: passes that made hardly any room are counted with their session, and two in a row are enough.

import { isRecord } from "../json.ts";
import { estimateMessage } from "../tokens.ts";
import type { Entry } from "./entry.ts";

/** Passes in a row that made hardly any room, and what the conversation was after the last of them. */
export interface IdlePasses {
  readonly passes: number;
  /** The newest message the last of them looked at. */
  readonly headSeq: number;
  readonly messages: number;
  readonly window: number;
}

export interface Conversation {
  readonly entries: readonly Entry[];
  readonly window: number;
}

/** The entry of a session's settings they are kept under. */
export const IDLE_MARK = "_idle_compactions";
/** Less than this saved is no room made. */
const LEAST_SAVING = 0.1;
const MAX_IDLE = 2;
/** So much more said, as a share of the window, that another pass may find something. */
const GROWTH = 1 / 8;
const LEAST_GROWTH = 1_000;

export function madeRoom(pass: { readonly tokensBefore: number; readonly tokensAfter: number }): boolean {
  return pass.tokensBefore - pass.tokensAfter >= pass.tokensBefore * LEAST_SAVING;
}

/** Undefined when none were counted; what cannot be read counts as none. */
export function readIdle(settings: Readonly<Record<string, unknown>>): IdlePasses | undefined {
  const mark = settings[IDLE_MARK];
  if (!isRecord(mark)) return undefined;
  const { passes, headSeq, messages, window } = mark;
  const numbers = [passes, headSeq, messages, window];
  if (!numbers.every((value): value is number => typeof value === "number" && Number.isFinite(value))) return undefined;
  const [count = 0, seq = 0, size = 0, room = 0] = numbers;
  return { passes: count, headSeq: seq, messages: size, window: room };
}

/** One more, counted on top of those before it unless something changed since; `left` is what the pass left behind. */
export function oneMoreIdle(before: IdlePasses | undefined, was: Conversation, left: Conversation): IdlePasses {
  return {
    passes: (stillHolds(before, was) ? before.passes : 0) + 1,
    headSeq: left.entries.at(-1)?.seq ?? 0,
    messages: left.entries.length,
    window: left.window,
  };
}

/** Two in a row, the same window, nothing taken back and little said since: trying again would only cost. */
export function isResting(before: IdlePasses | undefined, now: Conversation & { readonly factor: number }): boolean {
  if (!stillHolds(before, now) || before.passes < MAX_IDLE) return false;
  const enough = Math.max(LEAST_GROWTH, now.window * GROWTH);
  let grown = 0;
  for (let at = now.entries.length - 1; at >= 0 && grown < enough; at--) {
    const entry = now.entries[at];
    if (entry === undefined || entry.seq <= before.headSeq) break;
    grown += estimateMessage(entry.message) * now.factor;
  }
  return grown < enough;
}

/** Another model's window, or messages taken back, and the question is a new one. */
function stillHolds(before: IdlePasses | undefined, { entries, window }: Conversation): before is IdlePasses {
  if (before === undefined || before.window !== window) return false;
  const known = entries.findLastIndex(({ seq }) => seq <= before.headSeq) + 1;
  return known >= before.messages;
}
