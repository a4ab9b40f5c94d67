// Where prompt-cache marks stand: at most four, as late as they can be.

import type { Message } from "./message.ts";

export interface MarkPlan {
  readonly afterSystem: readonly number[];
  readonly onMessages: readonly number[];
}

const MAX_MARKS = 4;

/**
 * One mark ends the system text, one the part shared across sessions, the rest sit on the last messages of the
 * stable view (late layers excluded by `stableLength`), so that each call reads what the one before wrote.
 */
export function planMarks(
  prompt: { readonly blocks: number; readonly sharedThrough: number },
  view: readonly Message[],
  stableLength: number,
): MarkPlan {
  const last = prompt.blocks - 1;
  const shared = prompt.sharedThrough;
  const afterSystem = last < 0 ? [] : shared >= 0 && shared < last ? [shared, last] : [last];

  const room = MAX_MARKS - afterSystem.length;
  const onMessages: number[] = [];
  let i = Math.min(stableLength, view.length) - 1;
  while (i >= 0 && onMessages.length < room) {
    // The assistant's own messages may end in a call or thinking, which carry no mark on some wires.
    if (view[i]?.role === "assistant") {
      i--;
      continue;
    }
    onMessages.unshift(i);
    // One mark per group: the results of one reply are one message on the wire, and vendors look back only so far.
    while (i >= 0 && view[i]?.role !== "assistant") i--;
  }
  return { afterSystem, onMessages };
}
