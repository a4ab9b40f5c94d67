// The smaller view: the note with pins and summary first, then the messages that stay, unchanged.

import { type Message, type Part, textOf } from "../message.ts";
import { estimateMessage, estimateText } from "../tokens.ts";
import type { Artifact } from "./artifacts.ts";
import { type Entry, isOwnWords } from "./entry.ts";
import { foldFiles } from "./fold-files.ts";
import { type Handoff, handoffMessage, renderHandoff } from "./handoff.ts";
import { excerpt, type Pin, type Pins } from "./pins.ts";

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

/** As many names as this many tokens hold; where that is too few, folders stand for the files in them. */
function boundFiles(files: readonly Artifact[], tokens: number): readonly Artifact[] {
  let bounded = files;
  const size = () => bounded.reduce((sum, { path }) => sum + estimateText(path) + FILE_FRAME, 0);
  while (bounded.length > 1 && size() > tokens) bounded = foldFiles(bounded, Math.floor(bounded.length * 0.8));
  return bounded;
}

/** Tokens of a line of the list beside its path. */
const FILE_FRAME = 8;

export interface BoundedPins {
  readonly pins: Pins;
  /** Rules that found no room; the user is told. */
  readonly leftOut: number;
}

/** Long requests by their ends; should the rules alone fill their share, the oldest recognised ones go first. */
export function boundPins(pins: Pins, room: { readonly tokens: number; readonly requestChars: number }): BoundedPins {
  const requests = pins.requests.map(({ seq, text }) => ({ seq, text: excerpt(text, seq, room.requestChars) }));
  const rules = [...pins.rules];
  let size = rules.reduce((sum, rule) => sum + ruleCost(rule.text), 0);
  let leftOut = 0;
  while (size > room.tokens && rules.length > 0) {
    const oldest = rules.findIndex((rule) => rule.by === "words");
    const [gone] = rules.splice(Math.max(0, oldest), 1);
    size -= ruleCost(gone?.text ?? "");
    leftOut++;
  }
  return { pins: { ...pins, rules, requests, files: boundFiles(pins.files, room.tokens) }, leftOut };
}

const ruleCost = (text: string): number => estimateText(text) + 6;

/** How many characters of an open request are quoted where its message cannot stay. */
export function requestChars(tailTokens: number): number {
  return Math.max(2_000, Math.min(12_000, tailTokens * 2));
}
