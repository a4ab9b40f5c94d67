// What compaction reads: stored messages with their numbers, and the few questions it asks about each of them.

import { callsOf, type Message, textOf } from "../message.ts";

/** A message and the number it can be found under for ever. */
export interface Entry {
  readonly seq: number;
  readonly message: Message;
}

/** The user's own words: scaffolding of the runtime has the same role but is nobody's request. */
export function isOwnWords(message: Message): boolean {
  return message.role === "user" && message.origin !== "runtime";
}

/** The assistant said something a person could read. */
export function isVisibleReply(message: Message): boolean {
  return message.role === "assistant" && textOf(message).trim() !== "";
}

/** A reply that ended its turn: words, no calls, not cut off. */
export function isFinalReply(message: Message): boolean {
  return (
    isVisibleReply(message) && message.role === "assistant" && message.stop === "end" && callsOf(message).length === 0
  );
}

export const cite = (seq: number): string => `[#${seq}]`;

/** The text of a result with images named instead of shown. */
export function plainText(message: Message, image: string): string {
  const words: string[] = [];
  for (const part of message.parts) {
    if (part.type === "text") words.push(part.text);
    else if (part.type === "image") words.push(image);
  }
  return words.join(message.role === "assistant" ? "" : "\n");
}
