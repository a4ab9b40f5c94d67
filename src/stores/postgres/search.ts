// Search in PostgreSQL: candidates from a GIN index of stems and pairs, ranked by the same rules as in SQLite.

import type { SearchHit, SearchQuery } from "../../contracts/stores.ts";
import { whatIsAsked } from "../../kernel/sessions/answer-fit.ts";
import { HIDDEN_SOURCES } from "../../kernel/sessions/lineage.ts";
import { createMatcher, termWorth } from "../../kernel/sessions/matcher.ts";
import { type ParsedQuery, parseQuery } from "../../kernel/sessions/query.ts";
import { loosenessOf, type Scored, withoutFaint } from "../../kernel/sessions/rank.ts";
import { namedTime } from "../../kernel/sessions/time-words.ts";
import { type Considered, type HitRow, inWantedOrder, toHit } from "../shared/found-rows.ts";
import { withMeaning } from "../shared/fuse-meaning.ts";
import { createRowRanker, NEIGHBOURS, type Neighbour, type Ranking } from "../shared/rank-rows.ts";
import { ancestorsOf, chainOf, rootsOf } from "./lineage.ts";
import type { Sql } from "./pool.ts";
import { principalClause } from "./session-rows.ts";
import { countedQuery, exactQuery, wideQuery } from "./terms.ts";

interface RowWithNeighbours extends HitRow {
  readonly around: readonly Neighbour[];
}

const COUNT_CAP = 8_000;
const POOL = 300;
/** Of one conversation no more than this are looked at closely when every conversation counts once. */
const PER_LINEAGE = 8;

interface Drawn {
  readonly rows: readonly RowWithNeighbours[];
  /** More might follow if more were asked for. */
  readonly cut: boolean;
}

const NOTHING: Drawn = { rows: [], cut: false };

export async function searchMessages(sql: Sql, now: number, query: SearchQuery): Promise<readonly SearchHit[]> {
  const parsed = parseQuery(query.query);
  const terms = [...parsed.optional, ...parsed.required.flat()];
  const near = query.near ?? [];
  if (terms.length === 0 && near.length === 0) return [];
  const total = await messageTotal(sql);
  const found = await countsOf(sql, [...terms.map(countedQuery), ...terms.map(wideQuery)]);
  const [counts, wide] = [found.slice(0, terms.length), found.slice(terms.length)];
  const facts = { total: Math.max(total, ...counts), counts, wide, worth: terms.map(termWorth) };
  const ranking: Ranking = {
    matcher: createMatcher(terms, loosenessOf(facts)),
    facts,
    now,
    time: namedTime(query.query),
    asked: whatIsAsked(query.query),
  };
  for (let size = POOL; ; size *= 8) {
    const { rows, cut } = terms.length === 0 ? NOTHING : await candidates(sql, parsed, query, size);
    const byWords = withoutFaint(await rankRows(sql, rows, ranking, query), terms.length, ranking.asked);
    const hits = await chosen(sql, withMeaning(byWords, await rowsById(sql, near, query), query, ranking), query);
    if (hits.length >= query.limit || !cut) return hits.map(toHit);
  }
}

/** How many messages each finds, up to the cap. */
async function countsOf(sql: Sql, queries: readonly string[]): Promise<readonly number[]> {
  const counts = await sql.all<{ n: number }>(
    `SELECT (SELECT count(*) FROM (SELECT 1 FROM messages WHERE terms @@ asked.query::tsquery LIMIT ${COUNT_CAP}) few) AS n
     FROM unnest($1::text[]) WITH ORDINALITY AS asked(query, place) ORDER BY place`,
    queries,
  );
  return counts.map(({ n }) => n);
}

async function rankRows(
  sql: Sql,
  rows: readonly RowWithNeighbours[],
  ranking: Ranking,
  query: SearchQuery,
): Promise<readonly Scored<Considered>[]> {
  const ranker = createRowRanker(ranking);
  const found = ranker.first(rows);
  const around = new Map(rows.map((row) => [row.id, row.around]));
  const beside = await rowsById(sql, ranker.replies(found, around), query);
  for (const row of beside) around.set(row.id, row.around);
  return ranker.last([...found, ...ranker.first(beside)], around);
}

/** The planner's estimate where counting would take long. */
async function messageTotal(sql: Sql): Promise<number> {
  const estimate = await sql.get<{ n: number }>(
    "SELECT reltuples::bigint AS n FROM pg_class WHERE oid = 'messages'::regclass",
  );
  if ((estimate?.n ?? 0) > COUNT_CAP) return estimate?.n ?? 0;
  return (
    (await sql.get<{ n: number }>(`SELECT count(*) AS n FROM (SELECT 1 FROM messages LIMIT ${COUNT_CAP}) few`))?.n ?? 0
  );
}

type Value = (one: unknown) => string;

/** At most `size` rows of eight times as many; where every conversation counts once each gets its best ones in, however many better ones a chatty one has. */
function candidates(sql: Sql, parsed: ParsedQuery, query: SearchQuery, size: number): Promise<Drawn> {
  const fair = query.perLineage === true;
  return readRows(sql, query, { rows: size, hits: size * 8, fair }, (value) => {
    const wide = parsed.optional.map((term) => `(${wideQuery(term)})`).join(" | ");
    const demands = [
      ...(parsed.required.length === 0 ? [`m.terms @@ ${value(wide)}::tsquery`] : []),
      ...parsed.required.map(
        (group) => `m.terms @@ ${value(group.map((term) => `(${exactQuery(term)})`).join(" | "))}::tsquery`,
      ),
      ...parsed.excluded.map((term) => `NOT m.terms @@ ${value(exactQuery(term))}::tsquery`),
    ];
    const rank = parsed.optional.length > 0 ? `ts_rank(m.terms, ${value(wide)}::tsquery)` : "0";
    return `SELECT m.id, ${rank} AS rank FROM messages m WHERE ${demands.join(" AND ")} ORDER BY rank DESC, m.id DESC`;
  });
}

/** Those of `ids` that may be shown, in that order. */
async function rowsById(sql: Sql, ids: readonly number[], query: SearchQuery): Promise<readonly RowWithNeighbours[]> {
  if (ids.length === 0) return [];
  const drawn = await readRows(
    sql,
    query,
    { rows: ids.length, hits: ids.length, fair: false },
    (value) => `SELECT id, -place AS rank FROM unnest(${value(ids)}::bigint[]) WITH ORDINALITY AS wanted(id, place)`,
  );
  return drawn.rows;
}

const SHARED = `SELECT rank, id FROM (
    SELECT rank, id, row_number() OVER (PARTITION BY root ORDER BY rank DESC, id DESC) AS place FROM shown JOIN roots USING (session_id)
  ) placed WHERE place <= ${PER_LINEAGE}`;

interface Most {
  readonly rows: number;
  readonly hits: number;
  readonly fair: boolean;
}

/** The best of `hits(id, rank)` that the query may show, each with its neighbours. */
async function readRows(sql: Sql, query: SearchQuery, most: Most, hitsFor: (value: Value) => string): Promise<Drawn> {
  const values: unknown[] = [];
  const value: Value = (one) => `$${values.push(one)}`;
  const mine = principalClause(query.principal, 1);
  values.push(...mine.values);
  const scope = await scopeOf(sql, query, value);
  const found = await sql.all<(RowWithNeighbours | { readonly id: null }) & { readonly drawn: number }>(
    `WITH RECURSIVE hits AS MATERIALIZED (
       ${hitsFor(value)} LIMIT ${most.hits}
     ), shown AS (
       SELECT hits.rank, m.id, m.session_id FROM hits JOIN messages o ON o.id = hits.id JOIN messages m ON m.id = ${scope.shown}
       JOIN sessions s ON s.id = m.session_id WHERE m.active AND ${mine.sql} AND ${scope.sql}
     ), ${most.fair ? `${rootsOf("shown")}, shared AS (${SHARED})` : "shared AS (SELECT rank, id FROM shown)"}, best AS (
       SELECT rank, id FROM shared ORDER BY rank DESC, id DESC LIMIT ${most.rows}
     ), allowed AS (
       SELECT best.rank, m.* FROM best JOIN messages m ON m.id = best.id
     )
     SELECT drawn.drawn, a.id, a.session_id, a.role, a.timestamp, left(a.content, 20000) AS content, left(a.tool_calls, 1000) AS tool_calls, a.tool_name,
       coalesce((SELECT json_agg(json_build_object('id', n.id, 'distance', n.distance, 'content', left(n.content, 1500))) FROM (
         (SELECT id, content, -row_number() OVER (ORDER BY id DESC) AS distance FROM messages b
          WHERE b.session_id = a.session_id AND b.active AND b.id < a.id AND b.role IN ('user', 'assistant') ORDER BY id DESC LIMIT ${NEIGHBOURS})
         UNION ALL
         (SELECT id, content, row_number() OVER (ORDER BY id) AS distance FROM messages b
          WHERE b.session_id = a.session_id AND b.active AND b.id > a.id AND b.role IN ('user', 'assistant') ORDER BY id LIMIT ${NEIGHBOURS})
       ) n), '[]'::json) AS around
     FROM (SELECT count(*) AS drawn FROM hits) drawn LEFT JOIN allowed a ON TRUE ORDER BY a.rank DESC, a.id DESC`,
    ...values,
  );
  const rows = found.filter((row) => row.id !== null);
  return { rows, cut: (found[0]?.drawn ?? 0) >= most.hits || rows.length >= most.rows };
}

interface Scope {
  readonly sql: string;
  /** The row to show for an indexed one, `o`: itself, its copy in the session asked for, or a live one where it was taken back. */
  readonly shown: string;
}

const LIVE =
  "coalesce(CASE WHEN NOT o.active THEN (SELECT min(c.id) FROM messages c WHERE c.origin = o.id AND c.active) END, o.id)";

/** No machinery, the roles asked for, and of the own conversation only what has left the view. */
async function scopeOf(sql: Sql, query: SearchQuery, value: Value): Promise<Scope> {
  const roles = `m.role = ANY(${value(query.roles ?? ["user", "assistant", "tool"])}::text[])`;
  if (query.sessionId !== undefined) {
    const id = value(query.sessionId);
    return {
      sql: `${roles} AND m.session_id = ${id}`,
      shown: `coalesce((SELECT c.id FROM messages c WHERE c.origin = o.id AND c.session_id = ${id} LIMIT 1), o.id)`,
    };
  }
  const visible = `s.source <> ALL(${value(HIDDEN_SOURCES)}::text[])`;
  if (query.currentSessionId === undefined) return { sql: `${visible} AND ${roles}`, shown: LIVE };
  const current = query.currentSessionId;
  const chain = value([...new Set([current, ...(await chainOf(sql, current))])]);
  const ancestors = value((await ancestorsOf(sql, current)).slice(1));
  const own = `m.session_id = ANY(${ancestors}::text[])
    AND m.id NOT IN (SELECT origin FROM messages WHERE session_id = ${value(current)} AND active AND origin IS NOT NULL)`;
  return {
    sql: `${visible} AND CASE WHEN m.session_id = ANY(${chain}::text[]) THEN ${own} ELSE ${roles} END`,
    shown: LIVE,
  };
}

async function chosen(
  sql: Sql,
  scored: readonly Scored<Considered>[],
  query: SearchQuery,
): Promise<readonly Scored<Considered>[]> {
  if (query.perLineage !== true) return inWantedOrder(scored, query);
  const rows = await sql.all<{ id: number }>(
    `WITH RECURSIVE ranked AS (
       SELECT wanted.place, m.id, m.session_id FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted(id, place) JOIN messages m ON m.id = wanted.id
     ), ${rootsOf("ranked")}
     SELECT DISTINCT ON (root) id FROM ranked JOIN roots USING (session_id) ORDER BY root, place`,
    scored.map(({ candidate }) => candidate.seq),
  );
  const first = new Set(rows.map(({ id }) => id));
  return inWantedOrder(
    scored.filter(({ candidate }) => first.has(candidate.seq)),
    query,
  );
}
