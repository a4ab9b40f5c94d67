// Which messages of a continued view are the same as messages that exist already.

import { canonicalJson } from "../json.ts";
import type { Message } from "../message.ts";

/** The same words by the same speaker are the same message, whenever they were stamped. */
const keyOf = (message: Message): string => canonicalJson({ ...message, at: 0 });

interface Numbered {
  readonly seq: number;
  readonly message: Message;
}

/** For each message the sequence number of the equal original, in order and each used once; undefined for what is new. */
export function matchCopies(
  messages: readonly Message[],
  originals: readonly Numbered[],
): readonly (number | undefined)[] {
  return matched(messages, originals, keyOf);
}

/** Of sessions that come from elsewhere: only what was also said in the same moment is known to be the same message. */
export function knownCopies(
  messages: readonly Numbered[],
  originals: readonly Numbered[],
): readonly { readonly seq: number; readonly origin: number }[] {
  const origins = matched(
    messages.map(({ message }) => message),
    originals,
    canonicalJson,
  );
  return messages.flatMap(({ seq }, index) => {
    const origin = origins[index];
    return origin === undefined ? [] : [{ seq, origin }];
  });
}

function matched(
  messages: readonly Message[],
  originals: readonly Numbered[],
  nameOf: (message: Message) => string,
): readonly (number | undefined)[] {
  const waiting = new Map<string, number[]>();
  for (const { seq, message } of originals) {
    const key = nameOf(message);
    const seqs = waiting.get(key);
    if (seqs) seqs.push(seq);
    else waiting.set(key, [seq]);
  }
  return messages.map((message) => waiting.get(nameOf(message))?.shift());
}
