// Search in PostgreSQL: candidates from a GIN index of stems and pairs, ranked by the same rules as in SQLite.

import type { SearchHit, SearchQuery } from "../../contracts/stores.ts";
import { whatIsAsked } from "../../kernel/sessions/answer-fit.ts";
import { HIDDEN_SOURCES } from "../../kernel/sessions/lineage.ts";
import { createMatcher, termWorth } from "../../kernel/sessions/matcher.ts";
import { type ParsedQuery, parseQuery, type QueryTerm } from "../../kernel/sessions/query.ts";
import { loosenessOf, type Scored, withoutFaint } from "../../kernel/sessions/rank.ts";
import { namedTime } from "../../kernel/sessions/time-words.ts";
import { type Considered, type HitRow, inWantedOrder, toHit } from "../shared/found-rows.ts";
import { withMeaning } from "../shared/fuse-meaning.ts";
import { CHARS_BEFORE, JUDGED_CHARS, soughtIn } from "../shared/judged-part.ts";
import { createRowRanker, NEIGHBOURS, type Neighbour, type Ranking } from "../shared/rank-rows.ts";
import { ancestorsOf, chainOf, rootsOf } from "./lineage.ts";
import { principalClause } from "./session-rows.ts";
import type { Sql } from "./sql.ts";
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

/** A query, what to look for in long texts, and the conversation it is asked in: all its parts, and those before the running one. */
interface Asked extends SearchQuery {
  readonly sought: readonly string[];
  readonly own: { readonly chain: readonly string[]; readonly ancestors: readonly string[] };
}

async function ownOf(sql: Sql, current: string | undefined): Promise<Asked["own"]> {
  if (current === undefined) return { chain: [], ancestors: [] };
  const chain = [...new Set([current, ...(await chainOf(sql, current))])];
  return { chain, ancestors: (await ancestorsOf(sql, current)).slice(1) };
}

export async function searchMessages(sql: Sql, now: number, asked: SearchQuery): Promise<readonly SearchHit[]> {
  const parsed = parseQuery(asked.query);
  const terms = [...parsed.optional, ...parsed.required.flat()];
  const near = asked.near ?? [];
  if (terms.length === 0 && near.length === 0) return [];
  const own = await ownOf(sql, asked.currentSessionId);
  const { total, found } = await wordFacts(sql, [...terms.map(countedQuery), ...terms.map(wideQuery)]);
  const [counts, wide] = [found.slice(0, terms.length), found.slice(terms.length)];
  const query = { ...asked, own, sought: soughtIn(terms, counts) };
  const facts = { total: Math.max(total, ...counts), counts, wide, worth: terms.map(termWorth) };
  const ranking: Ranking = {
    matcher: createMatcher(terms, loosenessOf(facts)),
    facts,
    now,
    time: namedTime(query.query),
    asked: whatIsAsked(query.query),
  };
  for (let size = POOL; ; size *= 8) {
    const { rows, cut } = terms.length === 0 ? NOTHING : await draw(sql, parsed, counts, query, size);
    const ranked = await rankRows(sql, rows, ranking, query);
    const byWords = withoutFaint(ranked, terms.length, ranking.asked);
    const hits = await chosen(sql, withMeaning(byWords, await rowsById(sql, near, query), query, ranking), query);
    // Best first: where some were too faint already, those that follow are fainter still.
    if (hits.length >= query.limit || !cut || byWords.length < ranked.length) return hits.map(toHit);
  }
}

async function rankRows(
  sql: Sql,
  rows: readonly RowWithNeighbours[],
  ranking: Ranking,
  query: Asked,
): Promise<readonly Scored<Considered>[]> {
  const ranker = createRowRanker(ranking);
  const found = ranker.first(rows);
  const around = new Map(rows.map((row) => [row.id, row.around]));
  const beside = await rowsById(sql, ranker.replies(found, around), query);
  for (const row of beside) around.set(row.id, row.around);
  return ranker.last([...found, ...ranker.first(beside)], around);
}

/** How many messages there are, by the planner's estimate where counting would take long, and how many have each form. */
async function wordFacts(
  sql: Sql,
  forms: readonly string[],
): Promise<{ readonly total: number; readonly found: readonly number[] }> {
  const capped = (from: string) => `(SELECT count(*) FROM (SELECT 1 FROM messages m ${from} LIMIT ${COUNT_CAP}) few)`;
  const facts = await sql.get<{ total: number; found: readonly number[] }>(
    `SELECT CASE WHEN known.n > ${COUNT_CAP} THEN known.n ELSE ${capped("")} END AS total, ARRAY(
       SELECT ${capped("WHERE m.terms @@ word.form::tsquery")}::integer FROM unnest($1::text[]) WITH ORDINALITY AS word(form, place) ORDER BY place
     ) AS found FROM (SELECT reltuples::bigint AS n FROM pg_class WHERE oid = 'messages'::regclass) known`,
    forms,
  );
  return facts ?? { total: 0, found: [] };
}

type Value = (one: unknown) => string;

/** Enough to fill the first page well. */
const ENOUGH = 120;

/** Words that are everywhere are no reason to look at everything: where others, or all of them together, find enough, that is it. */
async function draw(
  sql: Sql,
  parsed: ParsedQuery,
  counts: readonly number[],
  query: Asked,
  size: number,
): Promise<Drawn> {
  const rare = parsed.optional.filter((_, index) => (counts[index] ?? 0) < COUNT_CAP);
  const together = parsed.optional.map((term) => `(${exactQuery(term)})`).join(" & ");
  const first = rare.length > 0 ? anyOf(rare) : together;
  const all = anyOf(parsed.optional);
  if (parsed.required.length === 0 && rare.length < parsed.optional.length && first !== all) {
    const drawn = await candidates(sql, parsed, first, query, size);
    if (drawn.rows.length >= ENOUGH) return drawn;
  }
  return candidates(sql, parsed, all, query, size);
}

const anyOf = (terms: readonly QueryTerm[]): string => terms.map((term) => `(${wideQuery(term)})`).join(" | ");

/** At most `size` rows of eight times as many; where every conversation counts once each gets its best ones in, however many better ones a chatty one has. */
function candidates(sql: Sql, parsed: ParsedQuery, matching: string, query: Asked, size: number): Promise<Drawn> {
  const fair = query.perLineage === true;
  return readRows(sql, query, { rows: size, hits: size * 8, fair }, (value) => {
    const demands = [
      ...(parsed.required.length === 0 ? [`m.terms @@ ${value(matching)}::tsquery`] : []),
      ...parsed.required.map(
        (group) => `m.terms @@ ${value(group.map((term) => `(${exactQuery(term)})`).join(" | "))}::tsquery`,
      ),
      ...parsed.excluded.map((term) => `NOT m.terms @@ ${value(exactQuery(term))}::tsquery`),
    ];
    const rank = parsed.optional.length > 0 ? `ts_rank(m.terms, ${value(anyOf(parsed.optional))}::tsquery)` : "0";
    return `SELECT m.id, ${rank} AS rank FROM messages m WHERE ${demands.join(" AND ")} ORDER BY rank DESC, m.id DESC`;
  });
}

/** Those of `ids` that may be shown, in that order. */
async function rowsById(sql: Sql, ids: readonly number[], query: Asked): Promise<readonly RowWithNeighbours[]> {
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

/** Of how many, best first, the neighbours are read. */
const LOOKED_AROUND = 400;

/** The nearest messages of people and model on one side of `a`. */
const besides = (side: "<" | ">", order: "ASC" | "DESC") => `SELECT b.id, b.content FROM messages b
  WHERE b.session_id = a.session_id AND b.active AND b.id ${side} a.id AND b.role IN ('user', 'assistant') ORDER BY b.session_id ${order}, b.id ${order} LIMIT ${NEIGHBOURS}`;

interface Most {
  readonly rows: number;
  readonly hits: number;
  readonly fair: boolean;
}

/** The best of `hits(id, rank)` that the query may show, each with its neighbours. */
async function readRows(sql: Sql, query: Asked, most: Most, hitsFor: (value: Value) => string): Promise<Drawn> {
  const values: unknown[] = [];
  const value: Value = (one) => `$${values.push(one)}`;
  const mine = principalClause(query.principal, 1);
  values.push(...mine.values);
  const scope = scopeOf(query, value);
  const found = await sql.all<(RowWithNeighbours | { readonly id: null }) & { readonly drawn: number }>(
    `WITH RECURSIVE hits AS MATERIALIZED (
       ${hitsFor(value)} LIMIT ${most.hits}
     ), shown AS (
       SELECT hits.rank, m.id, m.session_id FROM hits JOIN messages o ON o.id = hits.id JOIN messages m ON m.id = ${scope.shown}
       JOIN sessions s ON s.id = m.session_id WHERE m.active AND ${mine.sql} AND ${scope.sql}
     ), ${most.fair ? `${rootsOf("shown")}, shared AS (${SHARED})` : "shared AS (SELECT rank, id FROM shown)"}, best AS (
       SELECT rank, id, row_number() OVER (ORDER BY rank DESC, id DESC) AS place FROM shared ORDER BY rank DESC, id DESC LIMIT ${most.rows}
     ), allowed AS (
       SELECT best.rank, best.place, m.* FROM best JOIN messages m ON m.id = best.id
     )
     SELECT drawn.drawn, a.id, a.session_id, a.role, a.timestamp, ${judgedPart(value(query.sought))} AS content, left(a.tool_calls, 1000) AS tool_calls, a.tool_name,
       CASE WHEN a.place > ${LOOKED_AROUND} THEN '[]'::json ELSE coalesce((
         SELECT json_agg(json_build_object('id', n.id, 'distance', n.distance, 'content', left(n.content, 1500))) FROM (
           SELECT before.id, before.content, -row_number() OVER (ORDER BY before.id DESC) AS distance FROM (${besides("<", "DESC")}) before
           UNION ALL
           SELECT after.id, after.content, row_number() OVER (ORDER BY after.id) AS distance FROM (${besides(">", "ASC")}) after
         ) n), '[]'::json) END AS around
     FROM (SELECT count(*) AS drawn FROM hits) drawn LEFT JOIN allowed a ON TRUE ORDER BY a.rank DESC, a.id DESC`,
    ...values,
  );
  const rows = found.filter((row) => row.id !== null);
  return { rows, cut: (found[0]?.drawn ?? 0) >= most.hits || rows.length >= most.rows };
}

const judgedPart = (sought: string): string => `CASE WHEN length(a.content) <= ${JUDGED_CHARS} THEN a.content ELSE
  substr(a.content, greatest(1, coalesce((SELECT strpos(lower(a.content), word) FROM unnest(${sought}::text[]) WITH ORDINALITY AS looked(word, place)
    WHERE strpos(lower(a.content), word) > 0 ORDER BY place LIMIT 1), 1) - ${CHARS_BEFORE}), ${JUDGED_CHARS}) END`;

interface Scope {
  readonly sql: string;
  /** The row to show for an indexed one, `o`: itself, its copy in the session asked for, or a live one where it was taken back. */
  readonly shown: string;
}

const LIVE =
  "coalesce(CASE WHEN NOT o.active THEN (SELECT min(c.id) FROM messages c WHERE c.origin = o.id AND c.active) END, o.id)";

/** No machinery, the roles asked for, and of the own conversation only what has left the view. */
function scopeOf(query: Asked, value: Value): Scope {
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
  const chain = value(query.own.chain);
  const ancestors = value(query.own.ancestors);
  const own = `m.session_id = ANY(${ancestors}::text[])
    AND m.id NOT IN (SELECT origin FROM messages WHERE session_id = ${value(query.currentSessionId)} AND active AND origin IS NOT NULL)`;
  return {
    sql: `${visible} AND CASE WHEN m.session_id = ANY(${chain}::text[]) THEN ${own} ELSE ${roles} END`,
    shown: LIVE,
  };
}

async function chosen(
  sql: Sql,
  scored: readonly Scored<Considered>[],
  query: Asked,
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
