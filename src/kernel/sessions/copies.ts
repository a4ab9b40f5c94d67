// Which messages of a continued view are the same as messages that exist already.

import { canonicalJson } from "../json.ts";
import type { Message } from "../message.ts";

/** The same words by the same speaker are the same message, whenever they were stamped. */
const keyOf = (message: Message): string => canonicalJson({ ...message, at: 0 });

/** For each message the sequence number of the equal original, in order and each used once; undefined for what is new. */
export function matchCopies(
  messages: readonly Message[],
  originals: readonly { readonly seq: number; readonly message: Message }[],
): readonly (number | undefined)[] {
  const waiting = new Map<string, number[]>();
  for (const { seq, message } of originals) {
    const key = keyOf(message);
    const seqs = waiting.get(key);
    if (seqs) seqs.push(seq);
    else waiting.set(key, [seq]);
  }
  return messages.map((message) => waiting.get(keyOf(message))?.shift());
}
