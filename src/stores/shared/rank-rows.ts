// Ranks found rows by what they say and by what stands around them in their conversation. The database reads between the steps.

import { endsWithQuestion, OF_THE_SPEAKER } from "../../kernel/sessions/answer-fit.ts";
import type { Occurrence } from "../../kernel/sessions/matcher.ts";
import { textFromContent } from "../../kernel/sessions/message-decode.ts";
import { type Beside, rankCandidates, type Scored, type TermFacts } from "../../kernel/sessions/rank.ts";
import { rolesNamed } from "../../kernel/sessions/voices.ts";
import { type Considered, consider, type HitRow, type Judging } from "./found-rows.ts";

/** For a question rows next to good hits are read too, because a reply rarely repeats the words of what it replies to. */
export interface Ranking extends Judging {
  readonly facts: TermFacts;
  readonly now: number;
}

/** How far on either side neighbours are read. */
export const NEIGHBOURS = 3;

/** A message beside a found one: -1 is just before it, 1 just after. */
export interface Neighbour {
  readonly id: number;
  readonly distance: number;
  readonly content: string | null;
}

/** The hits whose neighbours may be answers. */
const ASKED_BEST = 12;
const ASKED_REACH = 2;
const JUDGED_NEIGHBOUR_CHARS = 1_500;

export interface RowRanker {
  /** By their own words, best first. */
  first(rows: readonly HitRow[]): readonly Considered[];
  /** Messages next to the best that were not found themselves and may be answers. */
  replies(best: readonly Considered[], around: ReadonlyMap<number, readonly Neighbour[]>): readonly number[];
  /** With what stands around; rows nobody looked around keep their own words. */
  last(found: readonly Considered[], around: ReadonlyMap<number, readonly Neighbour[]>): readonly Scored<Considered>[];
}

export function createRowRanker(ranking: Ranking): RowRanker {
  const { matcher, facts, now, asked } = ranking;
  const judged = new Map<number, readonly Occurrence[]>();
  let named: ReadonlySet<string> | undefined;
  const beside = ({ id, content, distance }: Neighbour): Beside => {
    const text = textFromContent(content);
    const occurrences = judged.get(id) ?? matcher(text.slice(0, JUDGED_NEIGHBOUR_CHARS));
    judged.set(id, occurrences);
    return { distance, occurrences, asks: endsWithQuestion(text) };
  };
  return {
    first(rows) {
      const judgedAlone = rows.map((row) => consider(row, ranking));
      named ??= rolesNamed(judgedAlone);
      const considered = judgedAlone.map((one) =>
        named?.has(one.role) ? { ...one, fit: one.fit * OF_THE_SPEAKER } : one,
      );
      for (const { seq, occurrences } of considered) judged.set(seq, occurrences);
      return rankCandidates(considered, facts, now).map(({ candidate }) => candidate);
    },
    replies(best, around) {
      if (asked.type !== "answer") return [];
      const known = new Set(best.map(({ seq }) => seq));
      const near = best
        .slice(0, ASKED_BEST)
        .flatMap(({ seq }) => around.get(seq) ?? [])
        .filter(({ id, distance }) => Math.abs(distance) <= ASKED_REACH && !known.has(id));
      return [...new Set(near.map(({ id }) => id))];
    },
    last(found, around) {
      const looked = found.map((candidate) => ({
        ...candidate,
        around: (around.get(candidate.seq) ?? []).map(beside),
      }));
      return rankCandidates(looked, facts, now);
    },
  };
}
