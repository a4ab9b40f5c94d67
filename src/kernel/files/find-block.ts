// Where a block of lines stands in a file, from exact down to "can only be meant there". Each rung is tried on the whole file.

import { blockLikeness, likeness, profileOf } from "./likeness.ts";
import { type SeenLines, seenLines, type View } from "./seen-lines.ts";

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

type Rung = (lines: SeenLines, block: readonly string[]) => Omit<Found, "strategy"> | undefined;

const RUNGS: readonly (readonly [LineStrategy, Rung])[] = [
  ["exact", comparing("exact")],
  ["line_trimmed", comparing("trimmed")],
  ["whitespace_normalized", comparing("collapsed")],
  ["indentation_flexible", withoutEdgeBlanks],
  ["unicode_normalized", comparing("plain")],
  ["block_anchor", blockAnchor],
  ["context_aware", contextAware],
];

const ANCHOR_LIKENESS = 0.5;
const CONTEXT_LINE_LIKENESS = 0.8;
const CONTEXT_SHARE = 0.6;
/** Beyond this many comparisons guessing is not worth the wait. */
const MAX_PAIRS = 2_000_000;

/** Undefined when no rung finds it. The two guessing rungs answer only when one place is clearly best. */
export function findBlock(lines: SeenLines, block: readonly string[], only?: LineStrategy): Found | undefined {
  if (block.length === 0) return undefined;
  for (const [strategy, rung] of RUNGS) {
    if (only !== undefined && strategy !== only) continue;
    const found = rung(lines, block);
    if (found !== undefined && found.starts.length > 0) return { strategy, ...found };
  }
  return undefined;
}

function comparing(view: View): Rung {
  return (lines, block) => {
    const wanted = seenLines(block).as(view);
    // A block of blanks is everywhere.
    if (wanted.every((line) => line === "")) return undefined;
    const seen = lines.as(view);
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

function withoutEdgeBlanks(lines: SeenLines, block: readonly string[]): Omit<Found, "strategy"> | undefined {
  const first = block.findIndex((line) => line.trim() !== "");
  const last = block.findLastIndex((line) => line.trim() !== "");
  if (first === -1 || (first === 0 && last === block.length - 1)) return undefined;
  return comparing("collapsed")(lines, block.slice(first, last + 1));
}

function blockAnchor(lines: SeenLines, block: readonly string[]): Omit<Found, "strategy"> | undefined {
  if (block.length < 3) return undefined;
  const wanted = seenLines(block).as("plain");
  const seen = lines.as("plain");
  const length = block.length;
  const starts = windows(seen, length, (at) => seen[at] === wanted[0] && seen[at + length - 1] === wanted.at(-1));
  const middle = wanted.slice(1, -1).map(profileOf);
  const score = (at: number) => blockLikeness(middle, seen.slice(at + 1, at + length - 1).map(profileOf), 0);
  return clearlyBest(starts, length, score, ANCHOR_LIKENESS);
}

function contextAware(lines: SeenLines, block: readonly string[]): Omit<Found, "strategy"> | undefined {
  if (block.length < 2 || lines.length * block.length > MAX_PAIRS) return undefined;
  const wanted = seenLines(block).profiles();
  const seen = lines.profiles();
  const allowedMisses = Math.floor(wanted.length * (1 - CONTEXT_SHARE));
  const share = (at: number) => {
    let misses = 0;
    for (const [i, line] of wanted.entries()) {
      const other = seen[at + i];
      if (other === undefined || likeness(line, other, CONTEXT_LINE_LIKENESS) < CONTEXT_LINE_LIKENESS) misses++;
      if (misses > allowedMisses) return 0;
    }
    return 1 - misses / wanted.length;
  };
  const starts = seen.flatMap((_line, at) => (at + wanted.length <= seen.length && share(at) > 0 ? [at] : []));
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

/** The place most like the block, for the message when nothing fits: around the lines most like its longest one. */
export function nearestBlock(
  lines: SeenLines,
  block: readonly string[],
): { readonly at: number; readonly score: number } | undefined {
  if (lines.length > MAX_PAIRS) return undefined;
  const wanted = seenLines(block).profiles();
  const seen = lines.profiles();
  const longest = wanted.reduce(
    (best, line, index) => (line.text.length > (wanted[best]?.text.length ?? 0) ? index : best),
    0,
  );
  const anchor = wanted[longest];
  if (anchor === undefined || anchor.text === "") return undefined;
  const candidates = seen
    .map((line, at) => ({ at: at - longest, value: likeness(anchor, line) }))
    .filter(({ at, value }) => at >= 0 && value > 0)
    .sort((a, b) => b.value - a.value)
    .slice(0, 20);
  const ranked = candidates.map(({ at }) => ({ at, score: blockLikeness(wanted, seen, at) }));
  return ranked.sort((a, b) => b.score - a.score)[0];
}
