// What one turn said, also when the conversation moved on to another session in its middle.

import { isOwnWords } from "../kernel/compress/entry.ts";
import type { Message } from "../kernel/message.ts";
import type { Transcript } from "./transcript.ts";

export interface TurnStart {
  readonly sessionId: string;
  readonly messages: number;
}

/** After a compaction in the turn's middle: what is still in view of it. */
export function saidSince({ entries, sessionId }: Transcript, from: TurnStart): readonly Message[] {
  const asked = entries.findLastIndex(({ message }) => isOwnWords(message));
  return entries.slice(sessionId === from.sessionId ? from.messages : Math.max(0, asked)).map(({ message }) => message);
}
