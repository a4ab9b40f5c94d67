// Whose messages a search may show: live rows of this principal, no machinery, and of the own conversation only what has left the view.

import type { SearchQuery } from "../../contracts/stores.ts";
import { HIDDEN_SOURCES } from "../../kernel/sessions/lineage.ts";
import type { HitRow } from "../shared/found-rows.ts";
import { CHARS_BEFORE, JUDGED_CHARS, MOST_SOUGHT } from "../shared/judged-part.ts";
import type { Db } from "./db.ts";
import { ancestorsOf, chainOf, rootsOf } from "./lineage.ts";
import { principalClause } from "./session-rows.ts";

/** A condition on `m`, a message, and `s`, its session. */
export interface Clause {
  readonly sql: string;
  readonly values: readonly string[];
}

export function mayBeShown(db: Db, query: SearchQuery): Clause {
  const mine = principalClause(query.principal);
  const own = ownConversation(db, query.currentSessionId);
  const hidden = query.sessionId === undefined ? HIDDEN_SOURCES : [];
  return {
    sql: `m.active = 1 AND s.source NOT IN (SELECT value FROM json_each(?)) AND ${mine.sql}
       AND CASE WHEN m.session_id IN (SELECT value FROM json_each(?))
         THEN m.role IN ('user', 'assistant', 'tool') AND m.session_id IN (SELECT value FROM json_each(?))
           AND m.id NOT IN (SELECT c.origin FROM hx_copies c JOIN messages copy ON copy.id = c.id WHERE copy.session_id = ? AND copy.active = 1)
         ELSE m.role IN (SELECT value FROM json_each(?)) END`,
    values: [
      JSON.stringify(hidden),
      ...mine.values,
      JSON.stringify(own.chain),
      JSON.stringify(own.ancestors),
      query.currentSessionId ?? "",
      JSON.stringify(query.roles ?? ["user", "assistant", "tool"]),
    ],
  };
}

/** Where in a long text the first of the words `?1`, `?2` … stands that are in it; the others are not looked for any more. */
const FIRST_SOUGHT = `coalesce(${Array.from(
  { length: MOST_SOUGHT },
  (_, index) => `nullif(instr(lower(m.content), ?${index + 1}), 0)`,
).join(", ")}, 1)`;

/** The rows of `ids` that may be shown, in that order; of a long text the part around the first of the words `sought`. */
export function visibleRows(
  db: Db,
  ids: readonly number[],
  shown: Clause,
  sought: readonly string[],
): readonly HitRow[] {
  return db.all<HitRow>(
    `SELECT m.id, m.session_id, m.role, m.timestamp, m.tool_name, substr(m.tool_calls, 1, 1000) AS tool_calls,
       CASE WHEN octet_length(m.content) > ${JUDGED_CHARS} AND unicode(m.content) > 0
         THEN substr(m.content, max(1, ${FIRST_SOUGHT} - ${CHARS_BEFORE}), ${JUDGED_CHARS}) ELSE m.content END AS content
     FROM json_each(?) AS wanted JOIN messages m ON m.id = wanted.value JOIN sessions s ON s.id = m.session_id
     WHERE ${shown.sql} ORDER BY wanted.key`,
    ...Array.from({ length: MOST_SOUGHT }, (_, index) => sought[index] ?? null),
    JSON.stringify(ids),
    ...shown.values,
  );
}

/** Of messages in order, the first of every conversation. */
export function firstOfLineages(db: Db, ids: readonly number[]): ReadonlySet<number> {
  const rows = db.all<{ id: number }>(
    `WITH RECURSIVE ranked(place, id, session_id) AS MATERIALIZED (
       SELECT wanted.key, m.id, m.session_id FROM json_each(?) AS wanted JOIN messages m ON m.id = wanted.value
     ), ${rootsOf("ranked")}
     SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY root ORDER BY place) AS n FROM ranked JOIN roots USING (session_id))
     WHERE n = 1`,
    JSON.stringify(ids),
  );
  return new Set(rows.map(({ id }) => id));
}

/** The chain of the running session, and its earlier parts, whose words are partly out of view. */
function ownConversation(
  db: Db,
  current: string | undefined,
): { readonly chain: readonly string[]; readonly ancestors: readonly string[] } {
  if (current === undefined) return { chain: [], ancestors: [] };
  return { chain: [...new Set([current, ...chainOf(db, current)])], ancestors: ancestorsOf(db, current).slice(1) };
}

/** Limits a draw to one session; what it shares with another session is found there and shown here. */
export function withinSession(sessionId: string): Clause {
  return {
    sql: `id IN (SELECT id FROM messages WHERE session_id = ?)
      OR id IN (SELECT c.origin FROM hx_copies c JOIN messages m ON m.id = c.id WHERE m.session_id = ?)`,
    values: [sessionId, sessionId],
  };
}

/** Originals elsewhere replaced by the copies this session holds. */
export function asCopiesOf(db: Db, ids: readonly number[], sessionId: string): readonly number[] {
  const rows = db.all<{ origin: number; id: number }>(
    `SELECT c.origin, c.id FROM json_each(?) AS wanted JOIN hx_copies c ON c.origin = wanted.value
     JOIN messages m ON m.id = c.id WHERE m.session_id = ?`,
    JSON.stringify(ids),
    sessionId,
  );
  const copies = new Map(rows.map(({ origin, id }) => [origin, id]));
  return ids.map((id) => copies.get(id) ?? id);
}

/** As SQL: the message itself, or where it was taken back or is gone the first copy elsewhere that still stands. */
export const liveOne = (
  id: string,
): string => `CASE WHEN EXISTS (SELECT 1 FROM messages o WHERE o.id = ${id} AND o.active = 1)
  THEN ${id} ELSE coalesce((
    SELECT min(c.id) FROM hx_copies c JOIN messages copy ON copy.id = c.id WHERE c.origin = ${id} AND copy.active = 1), ${id}) END`;

export function asLiveOnes(db: Db, ids: readonly number[]): readonly number[] {
  return db
    .all<{ id: number }>(
      `SELECT ${liveOne("wanted.value")} AS id FROM json_each(?) AS wanted ORDER BY wanted.key`,
      JSON.stringify(ids),
    )
    .map(({ id }) => id);
}
