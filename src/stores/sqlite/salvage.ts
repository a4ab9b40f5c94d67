// Reads every row that can still be read out of a damaged database into a fresh one. Canonical rows are the truth; indexes are built anew.

import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { Db } from "./db.ts";
import { sqliteCode } from "./failures.ts";
import { dropLeftovers } from "./housekeeping.ts";
import { indexBacklog } from "./indexer.ts";
import { recount } from "./transcript.ts";

export interface Salvaged {
  readonly sessions: number;
  readonly messages: number;
  /** Places that could not be read. */
  readonly unreadable: number;
}

const BATCH = 200;
/** A hole longer than this many row numbers is taken for the end. */
const WIDEST_SKIP = 1 << 20;

type Row = Record<string, SQLInputValue>;

/** `into` is empty and has its tables. */
export async function salvage(damagedPath: string, into: Db): Promise<Salvaged> {
  const damaged = new DatabaseSync(damagedPath, { readOnly: true });
  try {
    // Reads on although the schema table itself is damaged.
    damaged.exec("PRAGMA writable_schema = ON");
    const copied = await into.write(() => {
      into.raw.exec("PRAGMA defer_foreign_keys = ON");
      const sessions = copyByRowid(damaged, into, "sessions");
      const messages = copyByRowid(damaged, into, "messages");
      for (const table of OWN_TABLES) copyWhole(damaged, into, table);
      adoptOrphans(into);
      // Numbers of lost messages are given out again: nothing may still stand under them.
      dropLeftovers(into);
      return { sessions: sessions.copied, messages: messages.copied, unreadable: sessions.holes + messages.holes };
    });
    await into.write(() => {
      for (const { id } of into.all<{ id: string }>("SELECT id FROM sessions")) recount(into, id);
      indexBacklog(into, "now");
    });
    return copied;
  } finally {
    damaged.close();
  }
}

const OWN_TABLES = [
  "hx_natives",
  "hx_copies",
  "hx_texts",
  "hx_prompts",
  "hx_inbox",
  "hx_calls",
  "hx_compactions",
  "hx_blobs",
  "hx_blob_refs",
  "hx_guests",
];

function copyByRowid(
  damaged: DatabaseSync,
  into: Db,
  table: string,
): { readonly copied: number; readonly holes: number } {
  let [copied, holes, after, batch, skip] = [0, 0, 0, BATCH, 1];
  for (;;) {
    const rows = readRows(
      damaged,
      `SELECT rowid AS hx_rowid, * FROM ${table} WHERE rowid > ${after} ORDER BY rowid LIMIT ${batch}`,
    );
    if (rows === undefined && batch > 1) {
      batch = 1;
    } else if (rows === undefined) {
      if (skip === 1) holes++;
      after += skip;
      skip *= 2;
      if (skip > WIDEST_SKIP) return { copied, holes };
    } else if (rows.length === 0) {
      return { copied, holes };
    } else {
      for (const { hx_rowid, ...row } of rows) {
        copied += insert(into, table, row);
        after = Number(hx_rowid);
      }
      batch = skip > 1 ? 1 : BATCH;
      skip = 1;
    }
  }
}

/** undefined when SQLite could not read them. */
function readRows(damaged: DatabaseSync, sql: string): Row[] | undefined {
  try {
    return damaged.prepare(sql).all() as Row[];
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Extra state is worth having and can be done without: rows until the first unreadable one. */
function copyWhole(damaged: DatabaseSync, into: Db, table: string): void {
  try {
    for (const row of damaged.prepare(`SELECT * FROM ${table}`).iterate()) insert(into, table, row as Row);
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error;
  }
}

const insert = (into: Db, table: string, row: Row): number => {
  const names = Object.keys(row).filter((name) => /^[a-z_]+$/u.test(name));
  return into.run(
    `INSERT OR IGNORE INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    ...names.map((name) => row[name] ?? null),
  ).changes;
};

/** Messages whose session row is gone get a plain one; links to sessions that are gone are cut. */
function adoptOrphans(into: Db): void {
  into.run(
    `INSERT INTO sessions (id, source, started_at) SELECT session_id, 'unknown', min(timestamp) FROM messages
     WHERE session_id NOT IN (SELECT id FROM sessions) GROUP BY session_id`,
  );
  into.run("UPDATE sessions SET parent_session_id = NULL WHERE parent_session_id NOT IN (SELECT id FROM sessions)");
}
