// Finding and listing sessions: chains shown once, newest activity first, references resolved to where a conversation continues.

import type { FindResult, SessionFilter, SessionRow } from "../../contracts/stores.ts";
import type { Principal } from "../../kernel/principal.ts";
import { BRANCH_MARK, DELEGATE_MARK, HIDDEN_SOURCES, MAX_CHAIN } from "../../kernel/sessions/lineage.ts";
import { resolveTitle, titleLine } from "../../kernel/sessions/title.ts";
import { isWhole, looks } from "../shared/newest-page.ts";
import { toMs } from "../shared/seconds.ts";
import { newestSessions } from "./activity.ts";
import type { Db } from "./db.ts";
import { CONTINUES, notMarked, rootsOf, tipOf } from "./lineage.ts";
import {
  findSession,
  LAST_ACTIVE,
  principalClause,
  requireSession,
  SELECT_SESSION,
  type SqliteSession,
  toSessionRow,
} from "./session-rows.ts";

/** SQLite's way to say: no limit. */
const ALL = -1;

interface Where {
  readonly sql: string;
  readonly values: readonly string[];
}

export function listSessions(db: Db, filter: SessionFilter): readonly SessionRow[] {
  return listWhere(db, conditions(filter), filter);
}

export function listWhere(
  db: Db,
  where: Where,
  filter: Pick<SessionFilter, "tipsOnly" | "limit" | "offset">,
): readonly SessionRow[] {
  const offset = filter.offset ?? 0;
  const most = filter.limit === undefined ? undefined : filter.limit + offset;
  const listed = filter.tipsOnly === true ? listedTips : listedSessions;
  for (const look of looks(most)) {
    const newest = look === undefined ? undefined : newestSessions(db, look);
    if (look !== undefined && newest === undefined) continue;
    const rows = listed(db, where, newest?.ids, most ?? ALL);
    if (most === undefined || newest === undefined || isWhole(rows, most, newest.bound))
      return rows.slice(offset).map(({ show }) => show());
  }
  return [];
}

interface Listed {
  readonly last_active: number;
  show(): SessionRow;
}

function listedSessions(db: Db, where: Where, among: readonly string[] | undefined, most: number): readonly Listed[] {
  const within = among === undefined ? "" : "s.id IN (SELECT value FROM json_each(?)) AND ";
  return db
    .all<SqliteSession>(
      `${SELECT_SESSION} WHERE ${within}${where.sql} ORDER BY last_active DESC, s.id DESC LIMIT ?`,
      ...(among === undefined ? [] : [JSON.stringify(among)]),
      ...where.values,
      most,
    )
    .map((row) => ({ last_active: row.last_active ?? row.started_at, show: () => toSessionRow(db, row) }));
}

function listedTips(db: Db, where: Where, among: readonly string[] | undefined, most: number): readonly Listed[] {
  return db
    .all<{ tip: string; root_started: number; last_active: number }>(
      tipsQuery(where.sql, among !== undefined),
      ...(among === undefined ? [] : [JSON.stringify(among)]),
      ...where.values,
      most,
    )
    .map(({ tip, root_started, last_active }) => ({
      last_active,
      show: () => ({ ...toSessionRow(db, requireSession(db, tip)), startedAt: toMs(root_started) }),
    }));
}

/** Starts of conversations (roots and branches, no delegates), each followed to its tip; activity of the tip decides the order. */
function tipsQuery(where: string, amongSome: boolean): string {
  const among = amongSome
    ? `among(session_id) AS MATERIALIZED (SELECT value FROM json_each(?)), ${rootsOf("among")}, `
    : "";
  return `WITH RECURSIVE ${among}starts(id) AS (
      SELECT s.id FROM ${amongSome ? "(SELECT DISTINCT root FROM roots) JOIN sessions s ON s.id = root" : "sessions s"}
      LEFT JOIN sessions p ON p.id = s.parent_session_id
      WHERE ${where} AND ${notMarked("s", DELEGATE_MARK)}
        AND (s.parent_session_id IS NULL OR p.id IS NULL OR NOT ${notMarked("s", BRANCH_MARK)}
          OR (p.end_reason = 'branched' AND s.started_at >= p.ended_at))
    ), chain(root, id, depth) AS (
      SELECT id, id, 0 FROM starts
      UNION ALL
      SELECT chain.root, c.id, chain.depth + 1 FROM chain JOIN sessions p ON p.id = chain.id
      JOIN sessions c ON c.parent_session_id = p.id
      WHERE p.end_reason = 'compression' AND chain.depth < ${MAX_CHAIN} AND ${CONTINUES}
    ), tips(root, tip) AS (
      SELECT root, id FROM (SELECT root, id, row_number() OVER (
        PARTITION BY root ORDER BY depth DESC, (SELECT started_at FROM sessions WHERE id = chain.id) DESC, id DESC) AS rank FROM chain)
      WHERE rank = 1
    )
    SELECT tips.tip, (SELECT started_at FROM sessions WHERE id = tips.root) AS root_started, ${LAST_ACTIVE} AS last_active
    FROM tips JOIN sessions s ON s.id = tips.tip
    ORDER BY last_active DESC, s.id DESC LIMIT ?`;
}

function conditions(filter: SessionFilter): Where {
  const mine = principalClause(filter.principal);
  const excluded = [...(filter.excludeSources ?? []), ...(filter.source === undefined ? HIDDEN_SOURCES : [])];
  const clauses = [mine.sql];
  const values = [...mine.values];
  if (filter.source !== undefined) {
    clauses.push("s.source = ?");
    values.push(filter.source);
  }
  if (excluded.length > 0) {
    clauses.push(`s.source NOT IN (${excluded.map(() => "?").join(", ")})`);
    values.push(...excluded);
  }
  if (filter.includeArchived !== true) clauses.push("s.archived = 0");
  return { sql: clauses.join(" AND "), values };
}

/** Exact id, else unique id prefix, else title; always the newest part of the conversation meant. */
export function findByReference(db: Db, reference: string, principal: Principal): FindResult {
  const mine = principalClause(principal);
  const exact = db.get<SqliteSession>(`${SELECT_SESSION} WHERE s.id = ? AND ${mine.sql}`, reference, ...mine.values);
  if (exact) return found(db, exact.id);
  const tips = prefixTips(db, reference, mine);
  const [only] = tips;
  if (only !== undefined && tips.length === 1) return found(db, only);
  const titled = byTitle(db, reference, mine);
  if (titled !== undefined) return found(db, titled);
  return tips.length === 0 ? { type: "none" } : { type: "ambiguous", matches: tips.flatMap((id) => rowsOf(db, id)) };
}

function found(db: Db, id: string): FindResult {
  const [session] = rowsOf(db, tipOf(db, id));
  return session === undefined ? { type: "none" } : { type: "found", session };
}

function rowsOf(db: Db, id: string): readonly SessionRow[] {
  const row = findSession(db, id);
  return row === undefined ? [] : [toSessionRow(db, row)];
}

type Clause = ReturnType<typeof principalClause>;
const MAX_AMBIGUOUS = 50;

function prefixTips(db: Db, prefix: string, mine: Clause): readonly string[] {
  if (prefix === "") return [];
  const rows = db.all<{ id: string }>(
    `SELECT s.id FROM sessions s WHERE s.id >= ? AND s.id < ? AND ${mine.sql} ORDER BY s.started_at DESC LIMIT ?`,
    prefix,
    `${prefix}\u{10ffff}`,
    ...mine.values,
    MAX_AMBIGUOUS,
  );
  return [...new Set(rows.map((row) => tipOf(db, row.id)))];
}

function byTitle(db: Db, title: string, mine: Clause): string | undefined {
  const rows = db.all<{ id: string; title: string; started_at: number }>(
    `SELECT s.id, s.title, s.started_at FROM sessions s WHERE (s.title = ? OR (s.title >= ? AND s.title < ?)) AND ${mine.sql}`,
    title,
    `${title} #`,
    `${title} #\u{10ffff}`,
    ...mine.values,
  );
  return resolveTitle(
    title,
    rows.map((row) => ({ id: row.id, title: row.title, startedAt: row.started_at })),
  )?.id;
}

/** Titles of the numbered line `title` belongs to. */
export function titlesOfLine(db: Db, title: string): readonly string[] {
  const { base } = titleLine(title);
  return db
    .all<{ title: string }>(
      "SELECT title FROM sessions WHERE title = ? OR (title >= ? AND title < ?)",
      base,
      `${base} #`,
      `${base} #\u{10ffff}`,
    )
    .map((row) => row.title);
}
