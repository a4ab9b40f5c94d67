// What is pinned has a share of the window: what finds no room in it is shortened or cited, never dropped in silence.

import { estimateText } from "../tokens.ts";
import type { Artifact } from "./artifacts.ts";
import { foldFiles } from "./fold-files.ts";
import { type Elsewhere, excerpt, type Pins, type Rule } from "./pins.ts";

export interface PinRoom {
  /** For the rules, and as much again, within reason, for the files. */
  readonly tokens: number;
  readonly requestChars: number;
}

export interface BoundedPins {
  readonly pins: Pins;
  /** Rules that this time found no room; the user is told which. */
  readonly leftOut: readonly Rule[];
}

/** Long requests by their ends, many files by their folders, rules without room by the messages they stand in. */
export function boundPins(pins: Pins, room: PinRoom): BoundedPins {
  const leftOut = tooMany(pins.rules, room.tokens);
  return {
    leftOut: pins.rules.filter((rule) => leftOut.has(rule)),
    pins: {
      ...pins,
      rules: pins.rules.filter((rule) => !leftOut.has(rule)),
      elsewhere: cited(pins.elsewhere, leftOut),
      requests: pins.requests.map(({ seq, text }) => ({ seq, text: excerpt(text, seq, room.requestChars) })),
      files: boundFiles(pins.files, Math.min(room.tokens, MOST_FOR_FILES)),
    },
  };
}

/**
 * The message whose rules take the most room gives way first, from its middle: a long paste must not push out what was
 * said in passing. Pinned by hand stays as long as anything else can go.
 */
function tooMany(rules: readonly Rule[], tokens: number): ReadonlySet<Rule> {
  const gone = new Set<Rule>();
  let size = rules.reduce((sum, rule) => sum + costOf(rule), 0);
  for (const by of ["words", "hand"] as const) {
    const groups = [
      ...Map.groupBy(
        rules.filter((rule) => rule.by === by),
        ({ seq }) => seq,
      ).values(),
    ].map((group) => ({ group, weight: group.reduce((sum, rule) => sum + costOf(rule), 0) }));
    while (size > tokens) {
      const heaviest = groups.reduce<(typeof groups)[number] | undefined>(
        (most, each) => (each.group.length > 0 && each.weight > (most?.weight ?? 0) ? each : most),
        undefined,
      );
      const [rule] = heaviest?.group.splice(Math.floor(heaviest.group.length / 2), 1) ?? [];
      if (heaviest === undefined || rule === undefined) break;
      gone.add(rule);
      heaviest.weight -= costOf(rule);
      size -= costOf(rule);
    }
  }
  return gone;
}

const costOf = ({ text }: Rule): number => estimateText(text) + 6;

/** More places than this are cited as one that holds them. */
const MOST_PLACES = 12;

/** Where these stand, in the order of the messages; close ones are joined where there are many. */
export function cited(before: readonly Elsewhere[], leftOut: Iterable<Rule>): readonly Elsewhere[] {
  const added = [...leftOut].map(({ seq }): Elsewhere => ({ fromSeq: seq, toSeq: seq, count: 1 }));
  const places: Elsewhere[] = [];
  for (const one of [...before, ...added].sort((a, b) => a.fromSeq - b.fromSeq)) {
    const last = places.at(-1);
    if (last !== undefined && one.fromSeq <= last.toSeq) places.splice(-1, 1, joined(last, one));
    else places.push(one);
  }
  while (places.length > MOST_PLACES) {
    const gaps = places.slice(1).map(({ fromSeq }, index) => fromSeq - (places[index]?.toSeq ?? 0));
    const at = gaps.indexOf(Math.min(...gaps));
    const [a, b] = places.slice(at, at + 2);
    if (a === undefined || b === undefined) break;
    places.splice(at, 2, joined(a, b));
  }
  return places;
}

const joined = (a: Elsewhere, b: Elsewhere): Elsewhere => ({
  fromSeq: a.fromSeq,
  toSeq: Math.max(a.toSeq, b.toSeq),
  count: a.count + b.count,
});

/** A longer list of files helps nobody, however large the window is. */
const MOST_FOR_FILES = 8_000;
/** Tokens of a line of the list beside its path. */
const FILE_FRAME = 8;

function boundFiles(files: readonly Artifact[], tokens: number): readonly Artifact[] {
  let bounded = files;
  const size = () => bounded.reduce((sum, { path }) => sum + estimateText(path) + FILE_FRAME, 0);
  while (bounded.length > 1 && size() > tokens) bounded = foldFiles(bounded, Math.floor(bounded.length * 0.8));
  return bounded;
}

/** How many characters of an open request are quoted where its message cannot stay. */
export function requestChars(tailTokens: number): number {
  return Math.max(2_000, Math.min(12_000, tailTokens * 2));
}
