// Keeps what is derived from the messages, search index and activity, up with them. Rows get in by batches: cheap for writers, and complete before every search.

import { bigramsOf } from "../../kernel/sessions/bigrams.ts";
import { textFromContent } from "../../kernel/sessions/message-decode.ts";
import { noteActivity } from "./activity.ts";
import { backlog } from "./backlog.ts";
import type { Db } from "./db.ts";
import { CORRUPT, primaryCode } from "./failures.ts";

/** A writer indexes once this many rows wait; a search indexes what is left. */
const DUE_ROWS = 64;
const BATCH_ROWS = 2_000;

/** Inside a write transaction. Ids only grow, so a high-water mark says exactly what is missing, whoever wrote it. */
export function indexBacklog(db: Db, when: "when-due" | "now"): void {
  const { through, last } = backlog(db);
  if (last <= through || (when === "when-due" && last - through < DUE_ROWS)) return;
  const end = when === "now" ? last : Math.min(last, through + BATCH_ROWS);
  if (when === "now") advance(db, through, end);
  else advanceIfSound(db, through, end);
}

function advance(db: Db, from: number, to: number): void {
  indexRange(db, from, to);
  noteActivity(db, from, to);
  db.run("UPDATE hx_index SET through = ? WHERE one = 1", to);
}

/** A damaged index must not cost a message: the rows are kept, the index waits for its repair. */
function advanceIfSound(db: Db, from: number, to: number): void {
  db.run("SAVEPOINT hx_indexing");
  try {
    advance(db, from, to);
  } catch (error) {
    if (primaryCode(error) !== CORRUPT) throw error;
    db.run("ROLLBACK TO hx_indexing");
  }
  db.run("RELEASE hx_indexing");
}

function indexRange(db: Db, after: number, through: number): void {
  db.run(
    `INSERT INTO hx_fts (rowid, body, extra) SELECT id, body, extra FROM hx_search_rows
     WHERE id > ? AND id <= ? AND id NOT IN (SELECT id FROM hx_copies)`,
    after,
    through,
  );
  for (const { id, grams } of gramRows(db, after, through)) {
    db.run("INSERT INTO hx_fts_bigrams (rowid, grams) VALUES (?, ?)", id, grams);
  }
}

/** Rows in scripts written without spaces, which only bigrams find; plain ASCII rows are skipped in SQL. */
function* gramRows(db: Db, after: number, through: number): Generator<{ readonly id: number; readonly grams: string }> {
  const rows = db.all<{ id: number; content: string | null; tool_calls: string | null }>(
    `SELECT id, content, tool_calls FROM messages
     WHERE id > ? AND id <= ? AND id NOT IN (SELECT id FROM hx_copies)
       AND (octet_length(content) <> length(content) OR tool_calls LIKE '%\\u%' OR octet_length(tool_calls) <> length(tool_calls))`,
    after,
    through,
  );
  for (const row of rows) {
    const grams = bigramsOf(`${textFromContent(row.content)}\n${readableCalls(row.tool_calls)}`);
    if (grams !== "") yield { id: row.id, grams };
  }
}

/** The reference escapes everything beyond ASCII inside its JSON. */
function readableCalls(column: string | null): string {
  return (column ?? "").replace(/\\\\?u([0-9a-fA-F]{4})/gu, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Messages that turn out to be the same as others elsewhere are found and counted there from now on. */
export function becomeCopies(db: Db, copies: readonly { readonly seq: number; readonly origin: number }[]): void {
  const { through } = backlog(db);
  for (const { seq, origin } of copies) {
    if (db.get("SELECT 1 FROM hx_copies WHERE id = ?", seq) !== undefined) continue;
    takeOut(db, "= ?", seq, through);
    db.run("DELETE FROM hx_vectors WHERE id = ?", seq);
    db.run(
      "INSERT INTO hx_copies (id, origin) VALUES (?1, coalesce((SELECT origin FROM hx_copies WHERE id = ?2), ?2))",
      seq,
      origin,
    );
  }
}

/** Out of the index, as far as they are in it. */
function takeOut(db: Db, which: string, value: string | number, through: number): void {
  db.run(
    `INSERT INTO hx_fts (hx_fts, rowid, body, extra) SELECT 'delete', id, body, extra FROM hx_search_rows
     WHERE id ${which} AND id <= ? AND id NOT IN (SELECT id FROM hx_copies)`,
    value,
    through,
  );
  db.run(`DELETE FROM hx_fts_bigrams WHERE rowid ${which}`, value);
}

/** Takes a session's rows out of the index before they are deleted; copies elsewhere become findable in their place. */
export function forgetMessages(db: Db, sessionId: string): void {
  const { through } = backlog(db);
  takeOut(db, "IN (SELECT id FROM messages WHERE session_id = ?)", sessionId, through);
  const orphans = db.all<Orphaned>(
    `SELECT origin, min(id) AS heir FROM hx_copies
     WHERE origin IN (SELECT id FROM messages WHERE session_id = ?1)
       AND id NOT IN (SELECT id FROM messages WHERE session_id = ?1) GROUP BY origin`,
    sessionId,
  );
  db.run("DELETE FROM hx_copies WHERE id IN (SELECT id FROM messages WHERE session_id = ?)", sessionId);
  for (const orphan of orphans) inherit(db, orphan, through);
}

interface Orphaned {
  readonly origin: number;
  /** The first of its copies, which stands for the others from now on. */
  readonly heir: number;
}

function inherit(db: Db, { origin, heir }: Orphaned, through: number): void {
  db.run("DELETE FROM hx_copies WHERE id = ?", heir);
  db.run("UPDATE hx_copies SET origin = ? WHERE origin = ?", heir, origin);
  db.run("INSERT OR IGNORE INTO hx_vectors (id, vector) SELECT ?, vector FROM hx_vectors WHERE id = ?", heir, origin);
  if (heir <= through) indexRange(db, heir - 1, heir);
}

/** Copies whose original somebody deleted who does not know them. */
const ORPHANS = `FROM hx_copies c JOIN messages m ON m.id = c.id
  WHERE NOT EXISTS (SELECT 1 FROM messages o WHERE o.id = c.origin)`;

export const orphanedCopies = (db: Db): number => db.get<{ n: number }>(`SELECT count(*) AS n ${ORPHANS}`)?.n ?? 0;

/** Inside a write transaction, before leftovers are dropped: after what another program deleted, heirs are indexed and no words of what is gone stay. */
export function forgetDeleted(db: Db): void {
  adoptCopies(db);
  const dead = db.get("SELECT 1 FROM hx_fts_docsize WHERE id NOT IN (SELECT id FROM messages) LIMIT 1");
  if (dead !== undefined) rebuildIndex(db);
}

/** Copies of what is gone stand for themselves from now on. */
export function adoptCopies(db: Db): void {
  const { through } = backlog(db);
  const orphans = db.all<Orphaned>(`SELECT c.origin, min(c.id) AS heir ${ORPHANS} GROUP BY c.origin`);
  for (const orphan of orphans) inherit(db, orphan, through);
}

/** Throws the index away and builds it from the messages. */
export function rebuildIndex(db: Db): void {
  db.run("INSERT INTO hx_fts (hx_fts) VALUES ('delete-all')");
  db.run("INSERT INTO hx_fts_bigrams (hx_fts_bigrams) VALUES ('delete-all')");
  db.run("UPDATE hx_index SET through = 0 WHERE one = 1");
  adoptCopies(db);
  indexBacklog(db, "now");
}
