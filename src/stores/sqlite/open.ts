// The way into the SQLite session store: opens fast, safely beside other processes doing the same, and says plainly why it cannot.

import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../contracts/log.ts";
import { SILENT_LOG } from "../../contracts/log.ts";
import type { Clock, Ids } from "../../contracts/time.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { holderAlive } from "../shared/holder.ts";
import { createBlobs } from "./blobs.ts";
import { logDamage, logDamageWords } from "./damaged-log.ts";
import { type Db, openDb } from "./db.ts";
import { isBusy, primaryCode, storeFailure } from "./failures.ts";
import { backupBeforeLift, isCurrent, migrate, refuseNewer, schemaState } from "./migrate.ts";
import { createPrivately } from "./private-file.ts";
import { createSqliteSessionStore, type SqliteSessionStore } from "./store.ts";

export interface SqliteStoreOptions {
  /** The database file, `state.db` of a home. */
  readonly path: string;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Where images and large results live; default `blobs` beside the database. */
  readonly blobDir?: string;
  /** False only when the holder of a lease is certainly gone; the default knows processes of this machine. */
  readonly holderAlive?: (holder: string) => boolean;
  readonly readOnly?: boolean;
  readonly log?: Log;
  /** Told in words what a person should know about what was found on opening. */
  readonly notice?: (words: string) => void;
}

const MAX_OPEN_ATTEMPTS = 400;
const PROTOCOL = 15;
const AUTH = 23;

/** Resolves when the store can be used; throws only StoreFailure. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteSessionStore> {
  const db = await openReady(options);
  return createSqliteSessionStore({
    db,
    clock: options.clock,
    ids: options.ids,
    blobs: createBlobs(options.blobDir ?? join(dirname(options.path), "blobs")),
    holderAlive: options.holderAlive ?? holderAlive,
    log: options.log ?? SILENT_LOG,
  });
}

async function openReady(options: SqliteStoreOptions): Promise<Db> {
  for (let attempt = 1; ; attempt++) {
    let db: Db | undefined;
    try {
      if (options.readOnly !== true) createPrivately(options.path);
      db = openDb(options);
      await prepareDb(db, options);
      if (options.readOnly !== true) await tellDamage(db, options);
      return db;
    } catch (error) {
      await db?.close();
      const busy = isBusy(error) || (error instanceof StoreFailure && error.kind === "busy");
      if (!busy || attempt >= MAX_OPEN_ATTEMPTS) throw storeFailure(error, options.path);
    }
    await pause(1 + options.ids.random() * 20);
  }
}

async function tellDamage(db: Db, { notice, log = SILENT_LOG }: SqliteStoreOptions): Promise<void> {
  const damage = await logDamage(db);
  if (damage === undefined) return;
  log.warn("the write-ahead log is damaged", { path: db.path, damage });
  notice?.(logDamageWords(db.path, damage));
}

async function prepareDb(db: Db, options: SqliteStoreOptions): Promise<void> {
  if (options.readOnly === true) {
    const state = schemaState(db);
    refuseNewer(state, db.path);
    if (isCurrent(state)) return;
    throw new StoreFailure(
      "read-only",
      `Session database ${db.path} has to be opened once for writing before it can be read.`,
    );
  }
  useWal(db, options.log ?? SILENT_LOG);
  // FULL: a commit we acknowledged survives power loss too, not only the end of this process; NORMAL would lose the last turns of a
  // machine that dies. Checkpoints run when idle (db.ts). The cache is what a search over a large store reads again and again.
  db.raw.exec("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -24000");
  const state = schemaState(db);
  refuseNewer(state, db.path);
  if (isCurrent(state)) return;
  backupBeforeLift(db, state);
  await db.write(() => migrate(db));
}

/** Network file systems cannot share WAL memory; there the rollback journal is slower but right. */
function useWal(db: Db, log: Log): void {
  if (db.get<{ journal_mode: string }>("PRAGMA journal_mode")?.journal_mode === "wal") return;
  try {
    db.get("PRAGMA journal_mode = WAL");
  } catch (error) {
    const code = primaryCode(error);
    if (code !== PROTOCOL && code !== AUTH) throw error;
    log.warn("no WAL on this file system, using the rollback journal", { path: db.path });
    db.get("PRAGMA journal_mode = DELETE");
  }
}
