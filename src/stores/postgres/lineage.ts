// Chains of sessions in PostgreSQL.

import { MAX_CHAIN } from "../../kernel/sessions/lineage.ts";
import type { Sql } from "./pool.ts";

/** `c` continues `p` after a compaction. */
export const CONTINUES =
  "c.parent_session_id = p.id AND p.end_reason = 'compression' AND c.started_at >= p.ended_at AND c.kin IS NULL";

export async function tipOf(sql: Sql, id: string): Promise<string> {
  const row = await sql.get<{ id: string }>(
    `WITH RECURSIVE chain(id, depth, started_at) AS (
       SELECT $1::text, 0, 0::double precision
       UNION ALL
       SELECT c.id, chain.depth + 1, c.started_at FROM chain JOIN sessions p ON p.id = chain.id JOIN sessions c ON ${CONTINUES}
       WHERE chain.depth < ${MAX_CHAIN}
     ) SELECT id FROM chain ORDER BY depth DESC, started_at DESC, id DESC LIMIT 1`,
    id,
  );
  return row?.id ?? id;
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

export async function chainOf(sql: Sql, id: string): Promise<readonly string[]> {
  const root = (await ancestorsOf(sql, id)).at(-1) ?? id;
  const rows = await sql.all<{ id: string }>(
    `WITH RECURSIVE chain(id, depth) AS (
       SELECT $1::text, 0
       UNION ALL
       SELECT c.id, chain.depth + 1 FROM chain JOIN sessions p ON p.id = chain.id JOIN sessions c ON ${CONTINUES}
       WHERE chain.depth < ${MAX_CHAIN}
     ) SELECT DISTINCT id FROM chain`,
    root,
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
