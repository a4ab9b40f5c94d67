// The reference's way to store a message, for comparison in the same run: its tables, its two full-text tables that copy the text, its triggers.

import { DatabaseSync } from "node:sqlite";
import { REFERENCE_INDEXES, REFERENCE_TABLES } from "../../src/stores/sqlite/schema.data.ts";

const INDEXED = (row: string) =>
  `COALESCE(${row}.content, '') || ' ' || COALESCE(${row}.tool_name, '') || ' ' || COALESCE(${row}.tool_calls, '')`;

/** Its six triggers, by the names it gives them. */
export const REFERENCE_SEARCH: readonly string[] = ["messages_fts", "messages_fts_trigram"].flatMap((table) => [
  `CREATE VIRTUAL TABLE ${table} USING fts5(content${table.endsWith("trigram") ? ", tokenize='trigram'" : ""})`,
  `CREATE TRIGGER ${table}_insert AFTER INSERT ON messages BEGIN INSERT INTO ${table}(rowid, content) VALUES (new.id, ${INDEXED("new")}); END`,
  `CREATE TRIGGER ${table}_delete AFTER DELETE ON messages BEGIN DELETE FROM ${table} WHERE rowid = old.id; END`,
  `CREATE TRIGGER ${table}_update AFTER UPDATE ON messages BEGIN DELETE FROM ${table} WHERE rowid = old.id; INSERT INTO ${table}(rowid, content) VALUES (new.id, ${INDEXED("new")}); END`,
]);

export interface ReferenceStore {
  append(sessionId: string, role: string, content: string, at: number): void;
  close(): void;
}

export function openReferenceSchema(path: string): ReferenceStore {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  for (const statement of [...Object.values(REFERENCE_TABLES), ...REFERENCE_INDEXES, ...REFERENCE_SEARCH])
    db.exec(statement);
  db.prepare("INSERT INTO sessions (id, source, started_at) VALUES (?, ?, ?)").run("s", "cli", 1);
  const insert = db.prepare("INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, ?, ?, ?)");
  const bump = db.prepare("UPDATE sessions SET message_count = message_count + 1 WHERE id = ?");
  let writes = 0;
  return {
    append(sessionId, role, content, at) {
      db.exec("BEGIN IMMEDIATE");
      insert.run(sessionId, role, content, at);
      bump.run(sessionId);
      db.exec("COMMIT");
      if (++writes % 50 === 0) db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
    },
    close: () => db.close(),
  };
}
