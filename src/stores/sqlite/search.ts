// Search over everything said: the index is completed, a bounded pool is drawn from it, and the pool is ranked by what the messages say.

import type { SearchHit, SearchQuery } from "../../contracts/stores.ts";
import type { Clock } from "../../contracts/time.ts";
import { whatIsAsked } from "../../kernel/sessions/answer-fit.ts";
import { createMatcher } from "../../kernel/sessions/matcher.ts";
import { type ParsedQuery, parseQuery } from "../../kernel/sessions/query.ts";
import { loosenessOf, type Scored, withoutFaint } from "../../kernel/sessions/rank.ts";
import { namedTime } from "../../kernel/sessions/time-words.ts";
import { type Considered, inWantedOrder, toHit } from "../shared/found-rows.ts";
import { withMeaning } from "../shared/fuse-meaning.ts";
import { soughtIn } from "../shared/judged-part.ts";
import { backlog } from "./backlog.ts";
import { drawPool, termFacts } from "./candidates.ts";
import type { Db } from "./db.ts";
import { indexBacklog } from "./indexer.ts";
import { rankRows } from "./search-ranking.ts";
import { asCopiesOf, asLiveOnes, firstOfLineages, mayBeShown, visibleRows, withinSession } from "./search-scope.ts";

const POOL = 150;
/** A small store can afford a closer look. */
const SMALL_STORE = 20_000;
const SMALL_STORE_POOL = 400;

export async function searchMessages(db: Db, clock: Clock, query: SearchQuery): Promise<readonly SearchHit[]> {
  const parsed = parseQuery(query.query);
  const near = query.near ?? [];
  if (parsed.optional.length === 0 && parsed.required.length === 0 && near.length === 0) return [];
  const { through, last } = await db.read(() => backlog(db));
  if (last > through && !db.readOnly) await db.write(() => indexBacklog(db, "now"));
  return db.read(() => bestHits(db, clock.now(), query, parsed));
}

function bestHits(db: Db, now: number, query: SearchQuery, parsed: ParsedQuery): readonly SearchHit[] {
  const total = backlog(db).through;
  const terms = [...parsed.optional, ...parsed.required.flat()];
  const facts = termFacts(db, terms, total);
  const first = total <= SMALL_STORE ? SMALL_STORE_POOL : POOL;
  const shown = mayBeShown(db, query);
  const sought = soughtIn(terms, facts.counts);
  const visible = (ids: readonly number[]) => visibleRows(db, ids, shown, sought);
  const ranking = {
    matcher: createMatcher(terms, loosenessOf(facts)),
    facts,
    now,
    time: namedTime(query.query),
    lookedAround: Math.floor(first / 3),
    asked: whatIsAsked(query.query),
    visible,
  };
  for (let size = first; ; size *= 8) {
    const pool = drawPool(db, {
      query: parsed,
      facts,
      size,
      ...(query.sessionId === undefined ? {} : { within: withinSession(query.sessionId) }),
      ...(query.perLineage === true ? { fairTo: shown } : {}),
    });
    const rows = visible(standing(db, pool.ids, query));
    const byWords = withoutFaint(rankRows(db, rows, ranking), terms.length, ranking.asked);
    const hits = chosen(
      db,
      withMeaning(byWords, visible(standing(db, query.near ?? [], query)), query, ranking),
      query,
    );
    if (hits.length >= query.limit || !pool.cut) return hits.map(toHit);
  }
}

/** The rows that stand for these: their copies in the session asked for, or live ones for what was taken back. */
function standing(db: Db, ids: readonly number[], { sessionId }: SearchQuery): readonly number[] {
  return sessionId === undefined ? asLiveOnes(db, ids) : asCopiesOf(db, ids, sessionId);
}

function chosen(db: Db, scored: readonly Scored<Considered>[], query: SearchQuery): readonly Scored<Considered>[] {
  if (query.perLineage !== true) return inWantedOrder(scored, query);
  const first = firstOfLineages(
    db,
    scored.map(({ candidate }) => candidate.seq),
  );
  return inWantedOrder(
    scored.filter(({ candidate }) => first.has(candidate.seq)),
    query,
  );
}
