// Repairs a database in place where it can, and out of a salvaged copy where it must. The damaged file is always kept.

import { copyFileSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import type { Finding, RepairReport } from "../../contracts/session-archive.ts";
import type { Ids } from "../../contracts/time.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { createBlobs } from "./blobs.ts";
import { checkStore, damagedLog } from "./check.ts";
import { type Db, openDb } from "./db.ts";
import { CORRUPT, isBusy, NOT_A_DATABASE, primaryCode, sqliteCode, storeFailure } from "./failures.ts";
import { dropLeftovers } from "./housekeeping.ts";
import { rebuildIndex } from "./indexer.ts";
import { migrate, refuseNewer, schemaState } from "./migrate.ts";
import { createPrivately } from "./private-file.ts";
import { type Salvaged, salvage } from "./salvage.ts";
import { INDEX_TABLES } from "./schema.data.ts";
import { recount } from "./transcript.ts";

export interface RepairOptions {
  readonly path: string;
  readonly blobDir: string;
  readonly ids: Pick<Ids, "random">;
  /** Names the copy of the damaged file. */
  readonly stamp: string;
  readonly checkOnly?: boolean;
  readonly noBackup?: boolean;
}

export async function repairStore(options: RepairOptions): Promise<RepairReport> {
  const { path } = options;
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new StoreFailure("not-found", `There is no session database at ${path}.`);
  // Where nothing was written yet, the first session makes the tables.
  if (size === 0) return { findings: [], backup: undefined, done: [] };
  const findings = await lookOver(options);
  if (
    options.checkOnly === true ||
    !findings.some((finding) => finding.remedy !== "none" && finding.remedy !== "lost")
  ) {
    return { findings, backup: undefined, done: [] };
  }
  const backup = options.noBackup === true ? undefined : keepDamaged(path, options.stamp);
  const done = await mend(options, findings);
  const left = done.type === "mended" ? await lookOver(options) : [];
  if (done.type === "mended" && !left.some((finding) => finding.remedy === "salvage")) {
    return { findings, backup, done: done.steps };
  }
  const salvaged = await replaceBySalvage(options, backup);
  return {
    findings,
    backup,
    done: [
      `read out ${salvaged.sessions} sessions and ${salvaged.messages} messages into a fresh database`,
      "built the search index",
    ],
    salvaged,
  };
}

/** Findings, also when the file cannot even be opened as a database. */
async function lookOver({ path, blobDir, ids }: RepairOptions): Promise<readonly Finding[]> {
  return withDb(path, ids, async (db) => {
    const state = schemaState(db);
    refuseNewer(state, path);
    if (state.reference === undefined)
      return [{ kind: "schema", text: "there are no session tables", remedy: "salvage" }];
    if (state.own === 0) return checkTables(db);
    return [...checkStore(db, createBlobs(blobDir)), ...(await damagedLog(db))];
  });
}

/** A database only the reference has written: none of our tables to look at yet. */
function checkTables(db: Db): readonly Finding[] {
  return db
    .all<{ integrity_check: string }>("PRAGMA integrity_check(20)")
    .filter((row) => row.integrity_check !== "ok")
    .map((row) => ({ kind: "structure", text: row.integrity_check, remedy: "salvage" }));
}

async function withDb(
  path: string,
  ids: RepairOptions["ids"],
  look: (db: Db) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  let db: Db | undefined;
  try {
    db = openDb({ path, ids });
    return await look(db);
  } catch (error) {
    const code = primaryCode(error);
    if (code === NOT_A_DATABASE) return [{ kind: "structure", text: "the file is no database", remedy: "salvage" }];
    if (code !== CORRUPT && code !== 1) throw storeFailure(error, path);
    return [{ kind: "structure", text: error instanceof Error ? error.message : String(error), remedy: "salvage" }];
  } finally {
    await db?.close();
  }
}

function keepDamaged(path: string, stamp: string): string {
  const copy = `${path}.malformed-backup-${stamp}`;
  for (const suffix of ["", "-wal"]) if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
  return copy;
}

type Mended = { readonly type: "mended"; readonly steps: readonly string[] } | { readonly type: "too-damaged" };

async function mend({ path, ids }: RepairOptions, findings: readonly Finding[]): Promise<Mended> {
  if (findings.some((finding) => finding.remedy === "salvage")) return { type: "too-damaged" };
  const has = (kind: Finding["kind"]) => findings.some((finding) => finding.kind === kind);
  const db = openDb({ path, ids });
  const steps: string[] = [];
  try {
    await db.write(() => {
      if (has("index")) steps.push(...rebuildOwn(db));
      if (has("reference-index")) steps.push(...dropReferenceSearch(db));
      if (has("leftovers")) steps.push(`removed ${dropLeftovers(db)} leftover records`);
      if (has("counters")) steps.push(recountAll(db));
    });
    return { type: "mended", steps };
  } catch (error) {
    if (error instanceof StoreFailure && error.kind === "corrupt") return { type: "too-damaged" };
    throw error;
  } finally {
    await db.close();
  }
}

function rebuildOwn(db: Db): readonly string[] {
  for (const table of ["hx_fts", "hx_fts_bigrams"]) db.raw.exec(`DROP TABLE IF EXISTS ${table}`);
  db.raw.exec("DROP VIEW IF EXISTS hx_search_rows");
  for (const statement of INDEX_TABLES) db.raw.exec(statement);
  db.raw.exec("REINDEX");
  rebuildIndex(db);
  return ["rebuilt all indexes from the messages"];
}

/** The reference makes its search tables again when its triggers are missing. */
function dropReferenceSearch(db: Db): readonly string[] {
  for (const table of ["messages_fts", "messages_fts_trigram"]) {
    for (const event of ["insert", "delete", "update"]) db.raw.exec(`DROP TRIGGER IF EXISTS ${table}_${event}`);
    db.raw.exec(`DROP TABLE IF EXISTS ${table}`);
  }
  return ["removed the damaged search tables of the other program, which rebuilds them"];
}

function recountAll(db: Db): string {
  const sessions = db.all<{ id: string }>("SELECT id FROM sessions");
  for (const { id } of sessions) recount(db, id);
  return "counted messages again";
}

/** A file out of which nothing can be read stays: an empty one in its place would look like a repair. */
async function replaceBySalvage({ path, blobDir, ids }: RepairOptions, backup: string | undefined): Promise<Salvaged> {
  refuseWhileOpenElsewhere(path, ids);
  const fresh = `${path}.salvage`;
  for (const suffix of ["", "-wal", "-shm"]) rmSync(fresh + suffix, { force: true });
  createPrivately(fresh);
  const into = openDb({ path: fresh, ids });
  try {
    into.raw.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    await into.write(() => migrate(into));
    const salvaged = await salvage(path, into, createBlobs(blobDir));
    into.raw.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    await into.close();
    if (salvaged.messages + salvaged.sessions === 0 && salvaged.unreadable > 0) {
      for (const left of [fresh, ...(backup === undefined ? [] : [backup, `${backup}-wal`])])
        rmSync(left, { force: true });
      throw new StoreFailure(
        "corrupt",
        `Nothing can be read out of ${path}, so it was left as it is. \`hermes restore FILE\` puts a backup in its place; without one, move the file away to begin anew.`,
      );
    }
    for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
    renameSync(fresh, path);
    return salvaged;
  } finally {
    await into.close();
  }
}

/** Another process would go on writing to the file that is about to be replaced. Leaving WAL mode needs the file alone. */
function refuseWhileOpenElsewhere(path: string, ids: RepairOptions["ids"]): void {
  const db = openDb({ path, ids });
  try {
    db.raw.exec("PRAGMA journal_mode = DELETE");
  } catch (error) {
    if (isBusy(error)) {
      throw new StoreFailure("busy", `Another program has ${path} open. Close it and repair again.`, error);
    }
    if (sqliteCode(error) === undefined) throw error;
  } finally {
    if (db.raw.isOpen) db.raw.close();
  }
}
