// Within a line that was changed: which words are the change.

import type { DiffLine } from "./parse-diff.ts";

/** From and to, in characters of the line. */
export type Span = readonly [number, number];

/** What a line shares with the one it replaced must be at least so much of it; otherwise everything is new and nothing stands out. */
const ALIKE = 0.4;

/** The changed part of each line that has a counterpart: a run of removed lines and an equally long run of added ones right below it. */
export function changedSpans(lines: readonly DiffLine[]): ReadonlyMap<DiffLine, Span> {
  const spans = new Map<DiffLine, Span>();
  for (let index = 0; index < lines.length; ) {
    const removed = runOf(lines, index, "removed");
    const added = runOf(lines, index + removed.length, "added");
    if (removed.length === added.length) for (const [at, line] of removed.entries()) mark(line, added[at], spans);
    index += Math.max(1, removed.length + added.length);
  }
  return spans;
}

function runOf(lines: readonly DiffLine[], from: number, type: DiffLine["type"]): readonly DiffLine[] {
  const end = lines.findIndex((line, index) => index >= from && line.type !== type);
  return lines.slice(from, end === -1 ? lines.length : end);
}

function mark(before: DiffLine, after: DiffLine | undefined, spans: Map<DiffLine, Span>): void {
  if (after === undefined) return;
  const old = wordsOf(before.text);
  const fresh = wordsOf(after.text);
  const most = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < most && old[head] === fresh[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++;
  const span = (words: readonly string[]): Span => [
    words.slice(0, head).join("").length,
    words.slice(0, words.length - tail).join("").length,
  ];
  const shared = [...old.slice(0, head), ...old.slice(old.length - tail)].join("").trim().length;
  if (shared < ALIKE * Math.min(before.text.trim().length, after.text.trim().length)) return;
  spans.set(before, span(old));
  spans.set(after, span(fresh));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}
