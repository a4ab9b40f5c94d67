// What the words found and what is near in meaning, as one ranking.

import type { SearchQuery } from "../../contracts/stores.ts";
import { fuseRankings } from "../../kernel/sessions/fuse.ts";
import type { Scored } from "../../kernel/sessions/rank.ts";
import { type Considered, consider, type HitRow } from "./found-rows.ts";
import type { Ranking } from "./rank-rows.ts";

/** `near` are the rows of the query's `near` that may be shown, nearest first. Without any, the words' ranking as it is. */
export function withMeaning(
  byWords: readonly Scored<Considered>[],
  near: readonly HitRow[],
  { sessionId }: Pick<SearchQuery, "sessionId">,
  { matcher, time }: Pick<Ranking, "matcher" | "time">,
): readonly Scored<Considered>[] {
  const inScope = near.filter((row) => sessionId === undefined || row.session_id === sessionId);
  if (inScope.length === 0) return byWords;
  const byMeaning = inScope.map((row) => consider(row, matcher, time));
  const rankings = [byWords.map(({ candidate }) => candidate), byMeaning];
  return fuseRankings(rankings, ({ seq }) => seq).map(({ one, score }) => ({ candidate: one, score }));
}
