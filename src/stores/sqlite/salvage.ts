// Reads every row that can still be read out of a damaged database into a fresh one. Canonical rows are the truth; indexes are built anew.

import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { parseNative } from "../../kernel/sessions/message-native.ts";
import { spilledIn } from "../../kernel/sessions/part-layout.ts";
import { isBodyKey } from "../shared/bodies.ts";
import type { Blobs } from "./blobs.ts";
import type { Db } from "./db.ts";
import { sqliteCode, storeFailure } from "./failures.ts";
import { dropLeftovers, fileSize } from "./housekeeping.ts";
import { adoptCopies, indexBacklog } from "./indexer.ts";
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
export async function salvage(damagedPath: string, into: Db, blobs: Blobs): Promise<Salvaged> {
  const unreadable = await into.write(() => {
    into.raw.exec("PRAGMA defer_foreign_keys = ON");
    const holes = copyByQueries(damagedPath, into);
    const left = holes.size === 0 ? 0 : copyByPages(damagedPath, into, holes);
    adoptOrphans(into);
    relinkBodies(into, blobs);
    adoptCopies(into);
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

/** What SQLite still reads; gives back the tables with places it could not. */
function copyByQueries(damagedPath: string, into: Db): ReadonlySet<string> {
  const damaged = new DatabaseSync(damagedPath, { readOnly: true });
  try {
    // Reads on although the schema table itself is damaged.
    damaged.exec("PRAGMA writable_schema = ON");
    return new Set([
      ...CANONICAL.filter((table) => !copyByRowid(damaged, into, table)),
      ...OWN_TABLES.filter((table) => !copyWhole(damaged, into, table)),
    ]);
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error;
    return new Set([...CANONICAL, ...OWN_TABLES]);
  } finally {
    damaged.close();
  }
}

/** What the pages hold beyond that; gives back how many places nobody can read. */
function copyByPages(damagedPath: string, into: Db, holes: ReadonlySet<string>): number {
  return withLostRows(damagedPath, [...CANONICAL, ...OWN_TABLES], (lost) => {
    for (const { table, columns } of lost.rows())
      if (holes.has(table) && (table !== "messages" || holes.has("sessions") || hasSession(into, columns.session_id)))
        insert(into, table, columns);
    return lost.unreadable();
  });
}

/** On a damaged page remains of deleted messages look like others; where all sessions are known, theirs is missing. */
function hasSession(into: Db, id: SQLInputValue | undefined): boolean {
  return into.get("SELECT 1 FROM sessions WHERE id = ?", id ?? null) !== undefined;
}

const CANONICAL = ["sessions", "messages"];
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

/** Gives back whether all of it could be read. */
function copyByRowid(damaged: DatabaseSync, into: Db, table: string): boolean {
  let [whole, after, batch, skip] = [true, 0, BATCH, 1];
  for (;;) {
    const rows = readRows(
      damaged,
      `SELECT rowid AS hx_rowid, * FROM ${table} WHERE rowid > ${after} ORDER BY rowid LIMIT ${batch}`,
    );
    if (rows === undefined && batch > 1) {
      batch = 1;
    } else if (rows === undefined) {
      whole = false;
      after += skip;
      skip *= 2;
      if (skip > WIDEST_SKIP) return whole;
    } else if (rows.length === 0) {
      return whole;
    } else {
      const before = after;
      for (const { hx_rowid, ...row } of rows) {
        insert(into, table, row);
        after = Math.max(after, Number(hx_rowid));
      }
      // Numbers out of order lead back to where it came from.
      if (after === before) return false;
      batch = skip > 1 ? 1 : BATCH;
      skip = 1;
    }
  }
}

/** undefined when SQLite could not read them. */
function readRows(damaged: DatabaseSync, sql: string): Row[] | undefined {
  try {
    return read(damaged, sql).all() as Row[];
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Rows until the first unreadable one; gives back whether that was all. */
function copyWhole(damaged: DatabaseSync, into: Db, table: string): boolean {
  try {
    for (const row of read(damaged, `SELECT * FROM ${table}`).iterate()) insert(into, table, row as Row);
    return true;
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error;
    return false;
  }
}

/** Damage makes numbers no JavaScript number holds. */
function read(damaged: DatabaseSync, sql: string): StatementSync {
  const statement = damaged.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}

/** What stands in the way of writing is no hole in what is read. */
function insert(into: Db, table: string, row: Row): void {
  const names = Object.keys(row).filter((name) => /^[a-z_]+$/u.test(name));
  try {
    into.run(
      `INSERT OR IGNORE INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
      ...names.map((name) => row[name] ?? null),
    );
  } catch (error) {
    throw storeFailure(error, into.path);
  }
}

/** Messages whose session row is gone get a plain one; links to sessions that are gone are cut. */
function adoptOrphans(into: Db): void {
  into.run(
    `INSERT INTO sessions (id, source, started_at) SELECT session_id, 'unknown', min(timestamp) FROM messages
     WHERE session_id NOT IN (SELECT id FROM sessions) GROUP BY session_id`,
  );
  into.run("UPDATE sessions SET parent_session_id = NULL WHERE parent_session_id NOT IN (SELECT id FROM sessions)");
}

/** Bodies outside the rows belong to the messages that name them: without a record of that they would be swept away. */
function relinkBodies(into: Db, blobs: Blobs): void {
  const rows = into.all<{ id: number; body: string; timestamp: number }>(
    "SELECT m.id, n.body, m.timestamp FROM hx_natives n JOIN messages m ON m.id = n.id WHERE n.body LIKE '%\"p\":%'",
  );
  for (const { id, body, timestamp } of rows)
    for (const { key, kind } of spilledIn(parseNative(body).p ?? [])) {
      if (!isBodyKey(key) || !blobs.has(key)) continue;
      insert(into, "hx_blobs", { key, kind, bytes: fileSize(blobs.pathOf(key)), at: timestamp * 1000 });
      insert(into, "hx_blob_refs", { message_id: id, key });
    }
}
