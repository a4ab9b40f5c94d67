// A consistent copy of everything in one file, made while others write; and the way back.

import { existsSync, renameSync, rmSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { StoreFailure } from "../../kernel/failure.ts";
import type { Blobs } from "./blobs.ts";
import { createBlobs } from "./blobs.ts";
import { complaints } from "./check.ts";
import type { Db } from "./db.ts";
import { primaryCode, storeFailure } from "./failures.ts";
import { fileSize } from "./housekeeping.ts";
import { createPrivately } from "./private-file.ts";
import { REFERENCE_SCHEMA_VERSION } from "./schema.data.ts";

const NOT_A_DATABASE = 26;
const CORRUPT = 11;

/** Pages are copied in small steps; the file appears under its name only when it is whole. */
export async function backupStore(
  db: Db,
  blobs: Blobs,
  to: string,
): Promise<{ readonly path: string; readonly bytes: number }> {
  const unfinished = `${to}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    createPrivately(unfinished);
    await backup(db.raw, unfinished, { rate: 500 });
    packBlobs(unfinished, blobs);
    renameSync(unfinished, to);
  } catch (error) {
    for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(unfinished + suffix, { force: true });
    throw storeFailure(error, to);
  }
  return { path: to, bytes: fileSize(to) };
}

/** Large bodies travel inside the copy. */
function packBlobs(path: string, blobs: Blobs): void {
  const copy = new DatabaseSync(path);
  try {
    copy.exec("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; BEGIN");
    copy.exec(
      "CREATE TABLE IF NOT EXISTS hx_backup_blobs (key TEXT PRIMARY KEY, kind TEXT NOT NULL, body TEXT NOT NULL)",
    );
    const put = copy.prepare("INSERT OR IGNORE INTO hx_backup_blobs (key, kind, body) VALUES (?, ?, ?)");
    for (const { key, kind } of copy.prepare("SELECT key, kind FROM hx_blobs WHERE dropped_at IS NULL").all()) {
      const body = blobs.read(String(key));
      if (body !== undefined) put.run(String(key), String(kind), body);
    }
    copy.exec("COMMIT");
  } finally {
    copy.close();
  }
}

export interface RestoreOptions {
  readonly from: string;
  /** The database to replace; it may be absent. */
  readonly path: string;
  readonly blobDir: string;
  /** Names the copy of what was there before. */
  readonly stamp: string;
}

/** What is there now is copied aside first; then the backup's pages replace it in one transaction. */
export async function restoreStore(options: RestoreOptions): Promise<{ readonly previous: string | undefined }> {
  const { from, path, stamp } = options;
  if (!existsSync(from)) throw new StoreFailure("not-found", `There is no backup at ${from}.`);
  const source = openVerified(from);
  const previous = existsSync(path) ? `${path}.before-restore-${stamp}` : undefined;
  try {
    if (previous !== undefined) await copyAside(path, previous);
    createPrivately(path);
    await backup(source, path, { rate: 500 });
  } catch (error) {
    throw storeFailure(error, path);
  } finally {
    source.close();
  }
  unpackBlobs(path, options.blobDir);
  return { previous };
}

function openVerified(from: string): DatabaseSync {
  const source = openReadOnly(from);
  try {
    const verdicts = source
      .prepare("PRAGMA quick_check(20)")
      .all()
      .map((row) => String(row.quick_check));
    const [damage] = complaints(verdicts);
    if (damage !== undefined) throw new StoreFailure("corrupt", `The backup ${from} is damaged: ${damage}.`);
    const version =
      (source.prepare("SELECT max(version) AS v FROM schema_version").get() as { v: number | null } | undefined)?.v ??
      0;
    if (version > REFERENCE_SCHEMA_VERSION) {
      throw new StoreFailure("newer-schema", `The backup ${from} was made by a newer version; update this program.`);
    }
    return source;
  } catch (error) {
    source.close();
    const code = primaryCode(error);
    if (code === NOT_A_DATABASE || code === CORRUPT)
      throw new StoreFailure("corrupt", `${from} is no session backup.`, error);
    if (code !== undefined) throw new StoreFailure("invalid", `${from} is no session backup.`, error);
    throw error;
  }
}

function openReadOnly(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly: true });
  } catch (error) {
    throw storeFailure(error, path);
  }
}

async function copyAside(path: string, to: string): Promise<void> {
  const current = new DatabaseSync(path, { readOnly: true });
  try {
    createPrivately(to);
    await backup(current, to, { rate: 500 });
  } finally {
    current.close();
  }
}

function unpackBlobs(path: string, dir: string): void {
  const blobs = createBlobs(dir);
  const restored = new DatabaseSync(path, { timeout: 5_000 });
  try {
    if (restored.prepare("SELECT 1 FROM sqlite_master WHERE name = 'hx_backup_blobs'").get() === undefined) return;
    for (const row of restored.prepare("SELECT key, kind, body FROM hx_backup_blobs").iterate()) {
      blobs.put({ key: String(row.key), kind: row.kind === "image" ? "image" : "text", body: String(row.body) });
    }
    restored.exec("DROP TABLE hx_backup_blobs");
  } finally {
    restored.close();
  }
}
