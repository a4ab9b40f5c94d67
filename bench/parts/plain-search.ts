// The search most programs have: FTS5 with porter stems, the words of the question joined by OR, ranked by BM25.

import { DatabaseSync } from "node:sqlite";
import type { RecallTurn } from "./recall-set.data.ts";

/** Turns best first. */
export function openPlainSearch(turns: readonly RecallTurn[]): (question: string) => readonly RecallTurn[] {
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE VIRTUAL TABLE plain USING fts5(body, tokenize='porter unicode61')");
  const insert = db.prepare("INSERT INTO plain (rowid, body) VALUES (?, ?)");
  for (const [index, turn] of turns.entries()) insert.run(index + 1, `${turn.speaker}: ${turn.text}`);
  const select = db.prepare("SELECT rowid AS id FROM plain WHERE plain MATCH ? ORDER BY bm25(plain) LIMIT 50");
  return (question) => {
    const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
    const found = select.all(words.map((word) => `"${word}"`).join(" OR ")) as { id: number }[];
    return found.flatMap(({ id }) => turns[id - 1] ?? []);
  };
}
