// Reads every row that can still be read out of a damaged database into a fresh one. Canonical rows are the truth; indexes are built anew.

import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { Db } from "./db.ts";
import { sqliteCode } from "./failures.ts";
import { dropLeftovers } from "./housekeeping.ts";
import { indexBacklog } from "./indexer.ts";
import { withLostRows } from "./lost-rows.ts";
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

type Row = Readonly<Record<string, SQLInputValue>>;

/** `into` is empty and has its tables. */
export async function salvage(damagedPath: string, into: Db): Promise<Salvaged> {
  const unreadable = await into.write(() => {
    into.raw.exec("PRAGMA defer_foreign_keys = ON");
    const holes = copyByQueries(damagedPath, into);
    const left = holes.sessions + holes.messages === 0 ? 0 : copyByPages(damagedPath, into, holes);
    adoptOrphans(into);
    // Numbers of lost messages are given out again: nothing may still stand under them.
    dropLeftovers(into);
    return left;
  });
  await into.write(() => {
    for (const { id } of into.all<{ id: string }>("SELECT id FROM sessions")) recount(into, id);
    indexBacklog(into, "now");
  });
  return into.read(() => ({ sessions: countOf(into, "sessions"), messages: countOf(into, "messages"), unreadable }));
}

const countOf = (db: Db, table: string): number => db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;

interface Holes {
  readonly sessions: number;
  readonly messages: number;
}

/** What SQLite still reads; gives back how many places it could not. */
function copyByQueries(damagedPath: string, into: Db): Holes {
  const damaged = new DatabaseSync(damagedPath, { readOnly: true });
  try {
    // Reads on although the schema table itself is damaged.
    damaged.exec("PRAGMA writable_schema = ON");
    const holes = {
      sessions: copyByRowid(damaged, into, "sessions"),
      messages: copyByRowid(damaged, into, "messages"),
    };
    for (const table of OWN_TABLES) copyWhole(damaged, into, table);
    return holes;
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error;
    return { sessions: 1, messages: 1 };
  } finally {
    damaged.close();
  }
}

/** What the pages hold beyond that; gives back how many places nobody can read. */
function copyByPages(damagedPath: string, into: Db, holes: Holes): number {
  return withLostRows(damagedPath, ["sessions", "messages", ...OWN_TABLES], (lost) => {
    for (const { table, columns } of lost.rows())
      if (holes.sessions > 0 || table !== "messages" || hasSession(into, columns.session_id))
        insert(into, table, columns);
    return lost.unreadable();
  });
}

/** On a damaged page remains of deleted messages look like others; where all sessions are known, theirs is missing. */
function hasSession(into: Db, id: SQLInputValue | undefined): boolean {
  return into.get("SELECT 1 FROM sessions WHERE id = ?", id ?? null) !== undefined;
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

/** Gives back how many gaps there were. */
function copyByRowid(damaged: DatabaseSync, into: Db, table: string): number {
  let [holes, after, batch, skip] = [0, 0, BATCH, 1];
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
      if (skip > WIDEST_SKIP) return holes;
    } else if (rows.length === 0) {
      return holes;
    } else {
      for (const { hx_rowid, ...row } of rows) {
        insert(into, table, row);
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

function insert(into: Db, table: string, row: Row): void {
  const names = Object.keys(row).filter((name) => /^[a-z_]+$/u.test(name));
  into.run(
    `INSERT OR IGNORE INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    ...names.map((name) => row[name] ?? null),
  );
}

/** Messages whose session row is gone get a plain one; links to sessions that are gone are cut. */
function adoptOrphans(into: Db): void {
  into.run(
    `INSERT INTO sessions (id, source, started_at) SELECT session_id, 'unknown', min(timestamp) FROM messages
     WHERE session_id NOT IN (SELECT id FROM sessions) GROUP BY session_id`,
  );
  into.run("UPDATE sessions SET parent_session_id = NULL WHERE parent_session_id NOT IN (SELECT id FROM sessions)");
}
