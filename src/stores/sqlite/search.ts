// Search over everything said: index kept complete, candidates by BM25.

import type { SearchHit, SearchQuery } from "../../contracts/stores.ts";
import { HIDDEN_SOURCES } from "../../kernel/sessions/lineage.ts";
import { textFromContent } from "../../kernel/sessions/message-decode.ts";
import { oneLine, takeChars } from "../../kernel/text.ts";
import { toMs } from "./context.ts";
import type { Db } from "./db.ts";
import { backlog, indexBacklog } from "./indexer.ts";
import { principalClause } from "./session-rows.ts";

export async function searchMessages(db: Db, query: SearchQuery): Promise<readonly SearchHit[]> {
  const { through, last } = await db.read(() => backlog(db));
  if (last > through && !db.readOnly) await db.write(() => indexBacklog(db, "now"));
  return db.read(() => matches(db, query));
}

function matches(db: Db, query: SearchQuery): readonly SearchHit[] {
  const words = query.query.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return [];
  const mine = principalClause(query.principal);
  const rows = db.all<{
    id: number;
    session_id: string;
    role: SearchHit["role"];
    content: string | null;
    timestamp: number;
    score: number;
  }>(
    `SELECT m.id, m.session_id, m.role, m.content, m.timestamp, -bm25(hx_fts, 1.0, 0.5) AS score
     FROM hx_fts JOIN messages m ON m.id = hx_fts.rowid JOIN sessions s ON s.id = m.session_id
     WHERE hx_fts MATCH ? AND m.active = 1 AND s.source NOT IN (${HIDDEN_SOURCES.map(() => "?").join(", ")}) AND ${mine.sql}
     ORDER BY score DESC LIMIT ?`,
    words.map((word) => `"${word}"`).join(" OR "),
    ...HIDDEN_SOURCES,
    ...mine.values,
    query.limit,
  );
  return rows.map((row) => ({
    sessionId: row.session_id,
    seq: row.id,
    role: row.role,
    snippet: oneLine(takeChars(textFromContent(row.content), 160)),
    score: row.score,
    at: toMs(row.timestamp),
  }));
}
