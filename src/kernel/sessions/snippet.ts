// The part of a text that shows why it was found, with the found words marked.

import type { Occurrence } from "./matcher.ts";

export const MARK_START = ">>>";
export const MARK_END = "<<<";
const WINDOW = 260;

/** About forty words around the densest matches, one line, `>>>found<<<`, `...` where something was cut. */
export function snippetOf(text: string, occurrences: readonly Occurrence[], window = WINDOW): string {
  const from = wordStart(text, bestStart(text, occurrences, window));
  const to = wordEnd(text, Math.min(text.length, from + window));
  let out = "";
  let at = from;
  for (const { start, end } of occurrences) {
    if (start < at || end > to) continue;
    out += `${text.slice(at, start)}${MARK_START}${text.slice(start, end)}${MARK_END}`;
    at = end;
  }
  const line = (out + text.slice(at, to)).replace(/\s+/gu, " ").trim().toWellFormed();
  return `${from > 0 ? "..." : ""}${line}${to < text.length ? "..." : ""}`;
}

/** The start whose window holds the most different terms, by weight. */
function bestStart(text: string, occurrences: readonly Occurrence[], window: number): number {
  let best = 0;
  let bestWorth = 0;
  occurrences.forEach((first, index) => {
    const terms = new Map<number, number>();
    for (let i = index; i < occurrences.length; i++) {
      const occurrence = occurrences[i];
      if (occurrence === undefined || occurrence.end > first.start + window) break;
      terms.set(occurrence.term, Math.max(terms.get(occurrence.term) ?? 0, occurrence.weight));
    }
    const worth = [...terms.values()].reduce((sum, weight) => sum + weight, 0);
    if (worth > bestWorth) [best, bestWorth] = [first.start, worth];
  });
  return Math.max(0, Math.min(best - Math.floor(window / 5), text.length - window));
}

function wordStart(text: string, at: number): number {
  if (at <= 0) return 0;
  const space = text.slice(at, at + 20).search(/\s/u);
  return space < 0 ? at : at + space + 1;
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.slice(Math.max(0, at - 20), at).search(/\s\S*$/u);
  return space < 0 ? at : Math.max(0, at - 20) + space;
}
