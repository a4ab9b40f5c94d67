// Where a block of lines stands in a file, from exact down to "can only be meant there". Each rung is tried on the whole file.

import { blockLikeness, collapsed, likeness, plainLine } from "./likeness.ts";

export type LineStrategy =
  | "exact"
  | "line_trimmed"
  | "whitespace_normalized"
  | "indentation_flexible"
  | "unicode_normalized"
  | "block_anchor"
  | "context_aware";

export interface Found {
  readonly strategy: LineStrategy;
  /** Indexes of the first lines. */
  readonly starts: readonly number[];
  readonly length: number;
}

type Rung = (lines: readonly string[], block: readonly string[]) => Omit<Found, "strategy"> | undefined;

const RUNGS: readonly (readonly [LineStrategy, Rung])[] = [
  ["exact", comparing((line) => line)],
  ["line_trimmed", comparing((line) => line.trim())],
  ["whitespace_normalized", comparing(collapsed)],
  ["indentation_flexible", withoutEdgeBlanks],
  ["unicode_normalized", comparing(plainLine)],
  ["block_anchor", blockAnchor],
  ["context_aware", contextAware],
];

const ANCHOR_LIKENESS = 0.5;
const CONTEXT_LINE_LIKENESS = 0.8;
const CONTEXT_SHARE = 0.6;

/** Undefined when no rung finds it. The two guessing rungs answer only when one place is clearly best. */
export function findBlock(lines: readonly string[], block: readonly string[], only?: LineStrategy): Found | undefined {
  if (block.length === 0) return undefined;
  for (const [strategy, rung] of RUNGS) {
    if (only !== undefined && strategy !== only) continue;
    const found = rung(lines, block);
    if (found !== undefined && found.starts.length > 0) return { strategy, ...found };
  }
  return undefined;
}

function comparing(normal: (line: string) => string): Rung {
  return (lines, block) => {
    const wanted = block.map(normal);
    // A block of blanks is everywhere.
    if (wanted.every((line) => line === "")) return undefined;
    const seen = lines.map(normal);
    return {
      starts: windows(seen, wanted.length, (at) => wanted.every((line, i) => seen[at + i] === line)),
      length: wanted.length,
    };
  };
}

function windows(lines: readonly string[], length: number, fits: (at: number) => boolean): readonly number[] {
  const starts: number[] = [];
  for (let at = 0; at + length <= lines.length; at++) {
    if (!fits(at)) continue;
    starts.push(at);
    at += length - 1;
  }
  return starts;
}

function withoutEdgeBlanks(lines: readonly string[], block: readonly string[]): Omit<Found, "strategy"> | undefined {
  const first = block.findIndex((line) => line.trim() !== "");
  const last = block.findLastIndex((line) => line.trim() !== "");
  if (first === -1 || (first === 0 && last === block.length - 1)) return undefined;
  return comparing(collapsed)(lines, block.slice(first, last + 1));
}

function blockAnchor(lines: readonly string[], block: readonly string[]): Omit<Found, "strategy"> | undefined {
  if (block.length < 3) return undefined;
  const wanted = block.map(plainLine);
  const seen = lines.map(plainLine);
  const length = block.length;
  const starts = windows(seen, length, (at) => seen[at] === wanted[0] && seen[at + length - 1] === wanted.at(-1));
  const middle = wanted.slice(1, -1);
  return clearlyBest(
    starts,
    length,
    (at) => blockLikeness(middle, seen.slice(at + 1, at + length - 1)),
    ANCHOR_LIKENESS,
  );
}

function contextAware(lines: readonly string[], block: readonly string[]): Omit<Found, "strategy"> | undefined {
  if (block.length < 2) return undefined;
  const wanted = block.map(plainLine);
  const seen = lines.map(plainLine);
  const share = (at: number) =>
    wanted.filter((line, i) => likeness(line, seen[at + i] ?? "", CONTEXT_LINE_LIKENESS) >= CONTEXT_LINE_LIKENESS)
      .length / wanted.length;
  const starts: number[] = [];
  for (let at = 0; at + wanted.length <= seen.length; at++) if (share(at) >= CONTEXT_SHARE) starts.push(at);
  return clearlyBest(starts, wanted.length, share, CONTEXT_SHARE);
}

function clearlyBest(
  starts: readonly number[],
  length: number,
  score: (at: number) => number,
  least: number,
): Omit<Found, "strategy"> | undefined {
  const ranked = starts.map((at) => ({ at, value: score(at) })).sort((a, b) => b.value - a.value);
  const [best, second] = ranked;
  if (best === undefined || best.value < least) return undefined;
  if (second !== undefined && best.value - second.value < 0.1) return undefined;
  return { starts: [best.at], length };
}

/** The place most like the block, for the message when nothing fits. */
export function nearestBlock(
  lines: readonly string[],
  block: readonly string[],
): { readonly at: number; readonly score: number } | undefined {
  const wanted = block.map(plainLine);
  const seen = lines.map(plainLine);
  let best: { at: number; score: number } | undefined;
  const last = Math.min(seen.length - 1, 20_000);
  for (let at = 0; at <= last; at++) {
    const score = blockLikeness(wanted, seen.slice(at, at + wanted.length));
    if (score > (best?.score ?? 0)) best = { at, score };
  }
  return best;
}
