// What the words found and what is near in meaning, as one ranking.

import type { SearchQuery } from "../../contracts/stores.ts";
import { fuseRankings } from "../../kernel/sessions/fuse.ts";
import type { Scored } from "../../kernel/sessions/rank.ts";
import { type Considered, consider, type HitRow, type Judging } from "./found-rows.ts";

/** Words said are better evidence than words alike; measured with `npm run bench -- recall --semantic`. */
const TRUST_IN_MEANING = 0.5;

/** `near` are the rows of the query's `near` that may be shown, nearest first. Without any, the words' ranking as it is. */
export function withMeaning(
  byWords: readonly Scored<Considered>[],
  near: readonly HitRow[],
  { sessionId }: Pick<SearchQuery, "sessionId">,
  judging: Judging,
): readonly Scored<Considered>[] {
  const inScope = near.filter((row) => sessionId === undefined || row.session_id === sessionId);
  if (inScope.length === 0) return byWords;
  const rankings = [
    { order: byWords.map(({ candidate }) => candidate), weight: 1 },
    { order: inScope.map((row) => consider(row, judging)), weight: TRUST_IN_MEANING },
  ];
  return fuseRankings(rankings, ({ seq }) => seq).map(({ one, score }) => ({ candidate: one, score }));
}
