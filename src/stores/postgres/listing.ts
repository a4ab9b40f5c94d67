// Finding and listing sessions in PostgreSQL, by the same rules as in SQLite.

import type { FindResult, SessionFilter, SessionRow } from "../../contracts/stores.ts";
import type { Principal } from "../../kernel/principal.ts";
import { HIDDEN_SOURCES, MAX_CHAIN } from "../../kernel/sessions/lineage.ts";
import { resolveTitle, titleLine } from "../../kernel/sessions/title.ts";
import { isWhole, looks } from "../shared/newest-page.ts";
import { toMs } from "../shared/seconds.ts";
import { CONTINUES, rootsOf, tipsOf } from "./lineage.ts";
import { type PostgresSession, principalClause, SESSION, toSessionRow } from "./session-rows.ts";
import type { Sql } from "./sql.ts";

export async function listSessions(sql: Sql, filter: SessionFilter): Promise<readonly SessionRow[]> {
  const values: unknown[] = [];
  const value = (one: unknown): string => `$${values.push(one)}`;
  const mine = principalClause(filter.principal, 1);
  values.push(...mine.values);
  const excluded = [...(filter.excludeSources ?? []), ...(filter.source === undefined ? HIDDEN_SOURCES : [])];
  const where = [
    mine.sql,
    `s.source <> ALL(${value(excluded)}::text[])`,
    ...(filter.source === undefined ? [] : [`s.source = ${value(filter.source)}`]),
    ...(filter.includeArchived === true ? [] : ["NOT s.archived"]),
  ].join(" AND ");
  const offset = filter.offset ?? 0;
  const most = filter.limit === undefined ? undefined : filter.limit + offset;
  if (filter.tipsOnly !== true) {
    const rows = await sql.all<PostgresSession>(
      `SELECT ${SESSION} FROM sessions s WHERE ${where} ORDER BY s.last_active DESC, s.id DESC LIMIT ${value(filter.limit ?? null)}::bigint OFFSET ${value(offset)}::bigint`,
      ...values,
    );
    return rows.map(toSessionRow);
  }
  for (const look of looks(most)) {
    const newest = look === undefined ? undefined : await newestSessions(sql, look);
    const among = newest === undefined ? undefined : `$${values.length + 2}`;
    const rows = await sql.all<ListedTip>(
      tipsQuery(where, `$${values.length + 1}`, among),
      ...values,
      most ?? null,
      ...(newest === undefined ? [] : [newest.ids]),
    );
    if (most === undefined || newest === undefined || isWhole(rows, most, newest.bound))
      return rows.slice(offset).map((row) => ({ ...toSessionRow(row), startedAt: toMs(row.root_started) }));
  }
  return [];
}

type ListedTip = PostgresSession & { readonly root_started: number; readonly last_active: number };

async function newestSessions(
  sql: Sql,
  count: number,
): Promise<{ readonly ids: readonly string[]; readonly bound: number }> {
  const rows = await sql.all<{ id: string; last_active: number }>(
    "SELECT id, last_active FROM sessions ORDER BY last_active DESC LIMIT $1",
    count,
  );
  const bound = rows.length < count ? Number.NEGATIVE_INFINITY : (rows.at(-1)?.last_active ?? Number.NEGATIVE_INFINITY);
  return { ids: rows.map(({ id }) => id), bound };
}

/** Starts of conversations, each followed to its tip; with `among` only those some of these sessions belong to. */
export function tipsQuery(where: string, most: string, among: string | undefined): string {
  const some = `among AS (SELECT unnest(${among}::text[]) AS session_id), ${rootsOf("among")}, `;
  return `WITH RECURSIVE ${among === undefined ? "" : some}starts AS (
       SELECT s.id, s.started_at FROM sessions s
       WHERE ${where} AND s.kin IS DISTINCT FROM 'delegate' AND (s.parent_session_id IS NULL OR s.kin = 'branch'
           OR EXISTS (SELECT 1 FROM sessions p WHERE p.id = s.parent_session_id AND p.end_reason = 'branched' AND s.started_at >= p.ended_at))
         ${among === undefined ? "" : "AND s.id IN (SELECT root FROM roots)"}
     ), chain(root, root_started, id, depth) AS (
       SELECT id, started_at, id, 0 FROM starts
       UNION ALL
       SELECT chain.root, chain.root_started, c.id, chain.depth + 1
       FROM chain JOIN sessions p ON p.id = chain.id JOIN sessions c ON ${CONTINUES} WHERE chain.depth < ${MAX_CHAIN}
     ), tips AS (
       SELECT DISTINCT ON (root) id, root_started FROM chain ORDER BY root, depth DESC, id DESC
     )
     SELECT ${SESSION}, tips.root_started FROM tips JOIN sessions s ON s.id = tips.id
     ORDER BY s.last_active DESC, s.id DESC LIMIT ${most}::bigint`;
}

const MAX_AMBIGUOUS = 50;

export async function findByReference(sql: Sql, reference: string, principal: Principal): Promise<FindResult> {
  const wanted = reference.replaceAll("\u0000", "");
  if (wanted.trim() === "") return { type: "none" };
  const mine = principalClause(principal, 2);
  const exact = await sql.get<{ id: string }>(
    `SELECT s.id FROM sessions s WHERE s.id = $1 AND ${mine.sql}`,
    wanted,
    ...mine.values,
  );
  if (exact) return found(sql, exact.id);
  const prefixed = await sql.all<{ id: string }>(
    `SELECT s.id FROM sessions s WHERE starts_with(s.id, $1) AND ${mine.sql} ORDER BY s.started_at DESC LIMIT ${MAX_AMBIGUOUS}`,
    wanted,
    ...mine.values,
  );
  const tips = await tipsOf(
    sql,
    prefixed.map((row) => row.id),
  );
  const matches = await rowsOf(sql, tips);
  const [only] = matches;
  if (only !== undefined && matches.length === 1) return { type: "found", session: only };
  const titled = await sql.all<{ id: string; title: string; started_at: number }>(
    `SELECT s.id, s.title, s.started_at FROM sessions s WHERE (s.title = $1 OR starts_with(s.title, $1 || ' #')) AND ${mine.sql}`,
    wanted,
    ...mine.values,
  );
  const named = resolveTitle(
    wanted,
    titled.map((row) => ({ id: row.id, title: row.title, startedAt: row.started_at })),
  );
  if (named !== undefined) return found(sql, named.id);
  return matches.length === 0 ? { type: "none" } : { type: "ambiguous", matches };
}

async function found(sql: Sql, id: string): Promise<FindResult> {
  const [session] = await rowsOf(sql, await tipsOf(sql, [id]));
  return session === undefined ? { type: "none" } : { type: "found", session };
}

/** In the order given. */
async function rowsOf(sql: Sql, ids: readonly string[]): Promise<readonly SessionRow[]> {
  if (ids.length === 0) return [];
  const rows = await sql.all<PostgresSession>(
    `SELECT ${SESSION} FROM unnest($1::text[]) WITH ORDINALITY AS given(id, place) JOIN sessions s USING (id) ORDER BY given.place`,
    ids,
  );
  return rows.map(toSessionRow);
}

export async function titlesOfLine(sql: Sql, title: string): Promise<readonly string[]> {
  const { base } = titleLine(title);
  const rows = await sql.all<{ title: string }>(
    "SELECT title FROM sessions WHERE title = $1 OR starts_with(title, $1 || ' #')",
    base,
  );
  return rows.map((row) => row.title);
}
