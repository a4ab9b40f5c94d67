// Search in PostgreSQL: candidates from a GIN index of stems and pairs, ranked by the same rules as in SQLite.

import type { SearchHit, SearchQuery } from "../../contracts/stores.ts";
import { HIDDEN_SOURCES } from "../../kernel/sessions/lineage.ts";
import { createMatcher, type Matcher, weighDigest } from "../../kernel/sessions/matcher.ts";
import { textFromContent } from "../../kernel/sessions/message-decode.ts";
import { type ParsedQuery, parseQuery } from "../../kernel/sessions/query.ts";
import { type Candidate, rankCandidates, type Scored, withoutFaint } from "../../kernel/sessions/rank.ts";
import { snippetOf } from "../../kernel/sessions/snippet.ts";
import { namedTime, timeFit } from "../../kernel/sessions/time-words.ts";
import { ancestorsOf, chainOf } from "./lineage.ts";
import type { Sql } from "./pool.ts";
import { principalClause, toMs } from "./session-rows.ts";
import { countedQuery, exactQuery, wideQuery } from "./terms.ts";

interface HitRow {
  readonly id: number;
  readonly session_id: string;
  readonly role: "user" | "assistant" | "tool";
  readonly timestamp: number;
  readonly content: string | null;
  readonly tool_calls: string | null;
  readonly tool_name: string | null;
  readonly around: readonly { readonly distance: number; readonly content: string | null }[];
}
interface Considered extends Candidate {
  readonly row: HitRow;
  readonly text: string;
}

const COUNT_CAP = 8_000;
const POOL = 300;
const PER_SESSION = 12;
const WORTH_SORTING = 0.45;

export async function searchMessages(sql: Sql, now: number, query: SearchQuery): Promise<readonly SearchHit[]> {
  const parsed = parseQuery(query.query);
  const terms = [...parsed.optional, ...parsed.required.flat()];
  if (terms.length === 0) return [];
  const total = await messageTotal(sql);
  const counts: number[] = [];
  for (const term of terms) {
    const row = await sql.get<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM messages WHERE terms @@ $1::tsquery LIMIT ${COUNT_CAP}) few`,
      countedQuery(term),
    );
    counts.push(row?.n ?? 0);
  }
  const facts = { total: Math.max(total, ...counts), counts };
  const matcher = createMatcher(terms);
  const time = namedTime(query.query);
  for (let size = POOL; ; size *= 8) {
    const rows = await candidates(sql, parsed, query, size);
    const scored = rankCandidates(
      rows.map((row) => consider(row, matcher, timeFit(time, toMs(row.timestamp)))),
      facts,
      now,
    );
    const hits = await chosen(sql, withoutFaint(scored, terms.length), query);
    if (hits.length >= query.limit || rows.length < size) return hits.map(toHit);
  }
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

/** Rarely more than `size` rows, at most a dozen of one session so that no chatty one fills the pool. */
async function candidates(sql: Sql, parsed: ParsedQuery, query: SearchQuery, size: number): Promise<readonly HitRow[]> {
  const values: unknown[] = [];
  const value = (one: unknown): string => `$${values.push(one)}`;
  const mine = principalClause(query.principal, 1);
  values.push(...mine.values);
  const wide = parsed.optional.map((term) => `(${wideQuery(term)})`).join(" | ");
  const demands = [
    ...(parsed.required.length === 0 ? [`m.terms @@ ${value(wide)}::tsquery`] : []),
    ...parsed.required.map(
      (group) => `m.terms @@ ${value(group.map((term) => `(${exactQuery(term)})`).join(" | "))}::tsquery`,
    ),
    ...parsed.excluded.map((term) => `NOT m.terms @@ ${value(exactQuery(term))}::tsquery`),
  ];
  const scope = await scopeOf(sql, query, value);
  const rank = parsed.optional.length > 0 ? `ts_rank(m.terms, ${value(wide)}::tsquery)` : "0";
  return sql.all<HitRow>(
    `WITH hits AS (
       SELECT m.id AS origin, ${scope.shown} AS id, ${rank} AS rank, m.session_id FROM messages m
       WHERE ${demands.join(" AND ")} ORDER BY rank DESC, m.id DESC LIMIT ${size * 8}
     ), allowed AS (
       SELECT hits.rank, m.* , row_number() OVER (PARTITION BY m.session_id ORDER BY hits.rank DESC, m.id DESC) AS place
       FROM hits JOIN messages m ON m.id = hits.id JOIN sessions s ON s.id = m.session_id
       WHERE m.active AND ${mine.sql} AND ${scope.sql}
     )
     SELECT a.id, a.session_id, a.role, a.timestamp, left(a.content, 20000) AS content, left(a.tool_calls, 1000) AS tool_calls, a.tool_name,
       coalesce((SELECT json_agg(json_build_object('distance', n.distance, 'content', left(n.content, 1500))) FROM (
         (SELECT content, row_number() OVER (ORDER BY id DESC) AS distance FROM messages b
          WHERE b.session_id = a.session_id AND b.active AND b.id < a.id AND b.role IN ('user', 'assistant') ORDER BY id DESC LIMIT 2)
         UNION ALL
         (SELECT content, row_number() OVER (ORDER BY id) AS distance FROM messages b
          WHERE b.session_id = a.session_id AND b.active AND b.id > a.id AND b.role IN ('user', 'assistant') ORDER BY id LIMIT 2)
       ) n), '[]'::json) AS around
     FROM allowed a WHERE a.place <= ${query.perLineage === true ? PER_SESSION : size} ORDER BY a.rank DESC, a.id DESC LIMIT ${size}`,
    ...values,
  );
}

interface Scope {
  readonly sql: string;
  /** The row to show for an indexed one: itself, or its copy in the session asked for. */
  readonly shown: string;
}

/** No machinery, the roles asked for, and of the own conversation only what has left the view. */
async function scopeOf(sql: Sql, query: SearchQuery, value: (one: unknown) => string): Promise<Scope> {
  const roles = `m.role = ANY(${value(query.roles ?? ["user", "assistant", "tool"])}::text[])`;
  if (query.sessionId !== undefined) {
    const id = value(query.sessionId);
    return {
      sql: `${roles} AND m.session_id = ${id}`,
      shown: `coalesce((SELECT c.id FROM messages c WHERE c.origin = m.id AND c.session_id = ${id} LIMIT 1), m.id)`,
    };
  }
  const visible = `s.source <> ALL(${value(HIDDEN_SOURCES)}::text[])`;
  if (query.currentSessionId === undefined) return { sql: `${visible} AND ${roles}`, shown: "m.id" };
  const current = query.currentSessionId;
  const chain = value([...new Set([current, ...(await chainOf(sql, current))])]);
  const ancestors = value((await ancestorsOf(sql, current)).slice(1));
  const own = `m.session_id = ANY(${ancestors}::text[])
    AND m.id NOT IN (SELECT origin FROM messages WHERE session_id = ${value(current)} AND active AND origin IS NOT NULL)`;
  return {
    sql: `${visible} AND CASE WHEN m.session_id = ANY(${chain}::text[]) THEN ${own} ELSE ${roles} END`,
    shown: "m.id",
  };
}

function consider(row: HitRow, matcher: Matcher, fit: number): Considered {
  const text = readableText(row);
  return {
    row,
    text,
    seq: row.id,
    sessionId: row.session_id,
    at: toMs(row.timestamp),
    role: row.role,
    chars: text.length,
    occurrences: weighDigest(
      matcher(text),
      row.role === "assistant" ? textFromContent(row.content).length : text.length,
    ),
    around: row.around.map(({ distance, content }) => ({ distance, occurrences: matcher(textFromContent(content)) })),
    timeFit: fit,
  };
}

function readableText(row: HitRow): string {
  const text = textFromContent(row.content);
  if (row.role === "tool") return `${row.tool_name ?? ""} ${text.slice(0, 2_000)}`;
  return row.tool_calls === null ? text : `${text}\n${row.tool_calls}`;
}

async function chosen(
  sql: Sql,
  scored: readonly Scored<Considered>[],
  query: SearchQuery,
): Promise<readonly Scored<Considered>[]> {
  const best = query.perLineage === true ? await bestPerLineage(sql, scored) : scored;
  if (query.sort === undefined) return best.slice(0, query.limit);
  const floor = (best[0]?.score ?? 0) * WORTH_SORTING;
  const direction = query.sort === "newest" ? -1 : 1;
  return best
    .filter(({ score }) => score >= floor)
    .sort((a, b) => direction * (a.candidate.at - b.candidate.at || a.candidate.seq - b.candidate.seq))
    .slice(0, query.limit);
}

async function bestPerLineage(sql: Sql, scored: readonly Scored<Considered>[]): Promise<readonly Scored<Considered>[]> {
  const roots = new Map<string, string>();
  const best = new Map<string, Scored<Considered>>();
  for (const one of scored) {
    const { sessionId } = one.candidate;
    const root = roots.get(sessionId) ?? (await ancestorsOf(sql, sessionId)).at(-1) ?? sessionId;
    roots.set(sessionId, root);
    if (!best.has(root)) best.set(root, one);
  }
  return [...best.values()];
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
