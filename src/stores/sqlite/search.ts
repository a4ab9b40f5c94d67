// Search over everything said: the index is completed, a bounded pool is drawn from it, and the pool is ranked by what the messages say.

import type { SearchHit, SearchQuery } from "../../contracts/stores.ts";
import type { Clock } from "../../contracts/time.ts";
import { createMatcher } from "../../kernel/sessions/matcher.ts";
import { isQuestion, type ParsedQuery, parseQuery } from "../../kernel/sessions/query.ts";
import { type Scored, withoutFaint } from "../../kernel/sessions/rank.ts";
import { snippetOf } from "../../kernel/sessions/snippet.ts";
import { namedTime } from "../../kernel/sessions/time-words.ts";
import { drawPool, termFacts } from "./candidates.ts";
import type { Db } from "./db.ts";
import { backlog, indexBacklog } from "./indexer.ts";
import { rootOf } from "./lineage.ts";
import { type Considered, rankRows } from "./search-ranking.ts";
import { asCopiesOf, visibleRows, withinSession } from "./search-scope.ts";

const POOL = 150;
/** A small store can afford a closer look. */
const SMALL_STORE = 20_000;
const SMALL_STORE_POOL = 400;
const PER_SESSION = 12;
/** With a time order asked for, hits far below the best are not what was meant. */
const WORTH_SORTING = 0.45;

export async function searchMessages(db: Db, clock: Clock, query: SearchQuery): Promise<readonly SearchHit[]> {
  const parsed = parseQuery(query.query);
  if (parsed.optional.length === 0 && parsed.required.length === 0) return [];
  const { through, last } = await db.read(() => backlog(db));
  if (last > through && !db.readOnly) await db.write(() => indexBacklog(db, "now"));
  return db.read(() => bestHits(db, clock.now(), query, parsed));
}

function bestHits(db: Db, now: number, query: SearchQuery, parsed: ParsedQuery): readonly SearchHit[] {
  const total = backlog(db).through;
  const terms = [...parsed.optional, ...parsed.required.flat()];
  const facts = termFacts(db, terms, total);
  const first = total <= SMALL_STORE ? SMALL_STORE_POOL : POOL;
  const ranking = {
    matcher: createMatcher(terms),
    facts,
    now,
    time: namedTime(query.query),
    lookedAround: Math.floor(first / 3),
    answers: isQuestion(query.query) ? (ids: readonly number[]) => visibleRows(db, ids, query) : undefined,
  };
  for (let size = first, perSession: number | undefined; ; size *= 8, perSession = PER_SESSION) {
    const pool = drawPool(db, {
      query: parsed,
      facts,
      size,
      ...(query.sessionId === undefined ? {} : { within: withinSession(query.sessionId) }),
      ...(perSession === undefined || query.perLineage !== true ? {} : { perSession }),
    });
    const ids = query.sessionId === undefined ? pool.ids : asCopiesOf(db, pool.ids, query.sessionId);
    const rows = visibleRows(db, ids, query);
    const hits = chosen(db, withoutFaint(rankRows(db, rows, ranking), terms.length), query);
    if (hits.length >= query.limit || !pool.cut) return hits.map((scored) => toHit(scored));
  }
}

function chosen(db: Db, scored: readonly Scored<Considered>[], query: SearchQuery): readonly Scored<Considered>[] {
  const best = query.perLineage === true ? bestPerLineage(db, scored) : scored;
  if (query.sort === undefined) return best.slice(0, query.limit);
  const floor = (best[0]?.score ?? 0) * WORTH_SORTING;
  const direction = query.sort === "newest" ? -1 : 1;
  return best
    .filter(({ score }) => score >= floor)
    .sort((a, b) => direction * (a.candidate.at - b.candidate.at || a.candidate.seq - b.candidate.seq))
    .slice(0, query.limit);
}

function bestPerLineage(db: Db, scored: readonly Scored<Considered>[]): readonly Scored<Considered>[] {
  const roots = new Map<string, string>();
  const seen = new Set<string>();
  return scored.filter(({ candidate }) => {
    const root = roots.get(candidate.sessionId) ?? rootOf(db, candidate.sessionId);
    roots.set(candidate.sessionId, root);
    if (seen.has(root)) return false;
    seen.add(root);
    return true;
  });
}

function toHit({ candidate, score }: Scored<Considered>): SearchHit {
  return {
    sessionId: candidate.sessionId,
    seq: candidate.seq,
    role: candidate.row.role,
    snippet: snippetOf(candidate.text, candidate.occurrences),
    score: Math.round(score * 1000) / 1000,
    at: candidate.at,
  };
}
