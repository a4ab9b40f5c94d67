// Chains of sessions in PostgreSQL.

import { MAX_CHAIN } from "../../kernel/sessions/lineage.ts";
import type { Sql } from "./sql.ts";

/** `c` continues `p` after a compaction. */
export const CONTINUES =
  "c.parent_session_id = p.id AND p.end_reason = 'compression' AND c.started_at >= p.ended_at AND c.kin IS NULL";

/** The newest part of each conversation these sessions belong to, each once, in the order given. */
export async function tipsOf(sql: Sql, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await sql.all<{ id: string }>(
    `WITH RECURSIVE chain(place, id, depth, started_at) AS (
       SELECT given.place, given.id, 0, 0::double precision FROM unnest($1::text[]) WITH ORDINALITY AS given(id, place)
       UNION ALL
       SELECT chain.place, c.id, chain.depth + 1, c.started_at FROM chain JOIN sessions p ON p.id = chain.id JOIN sessions c ON ${CONTINUES}
       WHERE chain.depth < ${MAX_CHAIN}
     ) SELECT DISTINCT ON (place) id FROM chain ORDER BY place, depth DESC, started_at DESC, id DESC`,
    ids,
  );
  return [...new Set(rows.map((row) => row.id))];
}

/** The session itself, then what it continues. */
export async function ancestorsOf(sql: Sql, id: string): Promise<readonly string[]> {
  const rows = await sql.all<{ id: string }>(
    `WITH RECURSIVE chain(id, depth) AS (
       SELECT $1::text, 0
       UNION ALL
       SELECT p.id, chain.depth + 1 FROM chain JOIN sessions c ON c.id = chain.id JOIN sessions p ON ${CONTINUES}
       WHERE chain.depth < ${MAX_CHAIN}
     ) SELECT id FROM chain ORDER BY depth`,
    id,
  );
  return rows.map((row) => row.id);
}

export const chainOf = (sql: Sql, id: string): Promise<readonly string[]> => chainsOf(sql, [id]);

/** All parts of the conversations these sessions belong to. */
export async function chainsOf(sql: Sql, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await sql.all<{ id: string }>(
    `WITH RECURSIVE given AS (SELECT unnest($1::text[]) AS session_id), ${rootsOf("given")}, chain(id, depth) AS (
       SELECT DISTINCT root, 0 FROM roots
       UNION ALL
       SELECT c.id, chain.depth + 1 FROM chain JOIN sessions p ON p.id = chain.id JOIN sessions c ON ${CONTINUES}
       WHERE chain.depth < ${MAX_CHAIN}
     ) SELECT DISTINCT id FROM chain`,
    ids,
  );
  return rows.map((row) => row.id);
}

/** Tables for a recursive WITH: `roots(session_id, root)` for every `session_id` in `source`. */
export const rootsOf = (source: string) => `climb(session_id, root, depth) AS (
    SELECT DISTINCT session_id, session_id, 0 FROM ${source}
    UNION ALL
    SELECT climb.session_id, p.id, climb.depth + 1 FROM climb JOIN sessions c ON c.id = climb.root JOIN sessions p ON ${CONTINUES}
    WHERE climb.depth < ${MAX_CHAIN}
  ), roots AS (SELECT DISTINCT ON (session_id) session_id, root FROM climb ORDER BY session_id, depth DESC)`;
