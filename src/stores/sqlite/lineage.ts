// Chains of sessions in SQL: from any member to its newest part, to its root, and to everything between.

import { BRANCH_MARK, DELEGATE_MARK, MAX_CHAIN } from "../../kernel/sessions/lineage.ts";
import type { Db } from "./db.ts";

/** `c` continues `p` after a compaction; branches and delegates are conversations of their own. */
export const CONTINUES = `p.end_reason = 'compression' AND c.started_at >= p.ended_at
  AND ${notMarked("c", BRANCH_MARK)} AND ${notMarked("c", DELEGATE_MARK)}`;

export function notMarked(alias: string, mark: string): string {
  return `coalesce(CASE WHEN json_valid(${alias}.model_config) THEN json_extract(${alias}.model_config, '$.${mark}') END, '') = ''`;
}

/** The newest continuation of a session, itself when there is none. */
export function tipOf(db: Db, id: string): string {
  const row = db.get<{ id: string }>(
    `WITH RECURSIVE chain(id, depth) AS (
       SELECT ?, 0
       UNION ALL
       SELECT (SELECT c.id FROM sessions c WHERE c.parent_session_id = p.id AND ${CONTINUES}
               ORDER BY c.started_at DESC, c.id DESC LIMIT 1), chain.depth + 1
       FROM chain JOIN sessions p ON p.id = chain.id WHERE chain.depth < ${MAX_CHAIN}
     ) SELECT id FROM chain WHERE id IS NOT NULL ORDER BY depth DESC LIMIT 1`,
    id,
  );
  return row?.id ?? id;
}

/** The session a conversation began as: up the chain of compactions only. */
function rootOf(db: Db, id: string): string {
  return ancestorsOf(db, id).at(-1) ?? id;
}

/** Tables for a recursive WITH: `roots(session_id, root)` for every `session_id` in `source`. */
export const rootsOf = (source: string) => `climb(session_id, root, depth) AS (
    SELECT DISTINCT session_id, session_id, 0 FROM ${source}
    UNION ALL
    SELECT climb.session_id, p.id, climb.depth + 1 FROM climb JOIN sessions c ON c.id = climb.root
    JOIN sessions p ON p.id = c.parent_session_id
    WHERE climb.depth < ${MAX_CHAIN} AND ${CONTINUES}
  ), roots(session_id, root, depth) AS (SELECT session_id, root, max(depth) FROM climb GROUP BY session_id)`;

/** The session itself, then what it continues, newest first. */
export function ancestorsOf(db: Db, id: string): readonly string[] {
  return db
    .all<{ id: string }>(
      `WITH RECURSIVE chain(id, depth) AS (
         SELECT ?, 0
         UNION ALL
         SELECT p.id, chain.depth + 1 FROM chain JOIN sessions c ON c.id = chain.id
         JOIN sessions p ON p.id = c.parent_session_id
         WHERE chain.depth < ${MAX_CHAIN} AND ${CONTINUES}
       ) SELECT id FROM chain ORDER BY depth`,
      id,
    )
    .map((row) => row.id);
}

/** Every session of the conversation `id` belongs to. */
export function chainOf(db: Db, id: string): readonly string[] {
  return db
    .all<{ id: string }>(
      `WITH RECURSIVE chain(id, depth) AS (
         SELECT ?, 0
         UNION ALL
         SELECT c.id, chain.depth + 1 FROM chain JOIN sessions p ON p.id = chain.id
         JOIN sessions c ON c.parent_session_id = p.id
         WHERE chain.depth < ${MAX_CHAIN} AND ${CONTINUES}
       ) SELECT DISTINCT id FROM chain`,
      rootOf(db, id),
    )
    .map((row) => row.id);
}
