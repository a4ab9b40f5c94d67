// The smaller view: the note with pins and summary first, then the messages that stay, unchanged.

import { type Message, type Part, textOf } from "../message.ts";
import { estimateMessage, estimateText } from "../tokens.ts";
import { type Entry, isOwnWords } from "./entry.ts";
import { type Handoff, handoffMessage, renderHandoff } from "./handoff.ts";
import { excerpt, type Pin } from "./pins.ts";

const OLD_IMAGE = "[Attached image — stripped after compression]";

/** Pictures before the newest message that brought one are named instead of shown. */
export function withoutOldImages(messages: readonly Message[]): readonly Message[] {
  const newest = messages.findLastIndex(
    (message) => message.role === "user" && message.parts.some((part) => part.type === "image"),
  );
  return messages.map((message, index) => {
    if (index >= newest || message.role !== "user" || !message.parts.some((part) => part.type === "image"))
      return message;
    const parts = message.parts.map((part): Part => (part.type === "image" ? { type: "text", text: OLD_IMAGE } : part));
    return { ...message, parts };
  });
}

export interface Assembly {
  readonly handoff: Omit<Handoff, "kept">;
  readonly kept: readonly Message[];
  readonly overhead: number;
  readonly factor: number;
  readonly at: number;
}

export interface Assembled {
  readonly view: readonly Message[];
  /** Tokens of the next request, prompt and tools included. */
  readonly after: number;
}

export function assembleView(assembly: Assembly): Assembled {
  const { kept, overhead, factor, at } = assembly;
  const fixed = kept.reduce((sum, message) => sum + estimateMessage(message), 0);
  const handoff: Handoff = { ...assembly.handoff, kept: kept.length };
  const after = overhead + Math.ceil((fixed + estimateText(renderHandoff(handoff))) * factor);
  return { view: [handoffMessage(handoff, at), ...kept], after };
}

/** The opening of the conversation as quotations. */
export function openingOf(entries: readonly Entry[], count: number, maxChars: number): readonly Pin[] {
  const said = entries.slice(0, Math.max(0, count)).filter(({ message }) => message.role !== "tool");
  return said.flatMap(({ seq, message }) => {
    const words = textOf(message).trim();
    if (words === "" || (message.role === "user" && !isOwnWords(message))) return [];
    const who = message.role === "user" ? "user" : "you";
    return [{ seq, text: `${who}: ${excerpt(words, seq, maxChars)}` }];
  });
}
