// A consistent copy of everything in one file, made while others write.

import { renameSync, rmSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { StoreFailure } from "../../kernel/failure.ts";
import type { Blobs } from "./blobs.ts";
import { complaints } from "./check.ts";
import type { Db } from "./db.ts";
import { CORRUPT, primaryCode, storeFailure } from "./failures.ts";
import { fileSize } from "./housekeeping.ts";
import { createPrivately } from "./private-file.ts";

/** Pages are copied in small steps; the file appears under its name only when it is whole and sound. */
export async function backupStore(
  db: Db,
  blobs: Blobs,
  to: string,
): Promise<{ readonly path: string; readonly bytes: number }> {
  const unfinished = `${to}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    createPrivately(unfinished);
    await copyAsOfNow(db.path, unfinished);
    packBlobs(unfinished, blobs, db.path);
    renameSync(unfinished, to);
  } catch (error) {
    for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(unfinished + suffix, { force: true });
    throw storeFailure(error, to);
  }
  return { path: to, bytes: fileSize(to) };
}

async function copyAsOfNow(path: string, to: string): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    holdSnapshot(source);
    await backup(source, to, { rate: 500 });
  } finally {
    source.close();
  }
}

/** Until it is closed, `source` shows what is there now: with every word of another process the copying would begin anew, and beside a busy one never end. */
export function holdSnapshot(source: DatabaseSync): void {
  source.exec("BEGIN");
  source.prepare("SELECT count(*) FROM sqlite_master").get();
}

/** Large bodies travel inside the copy. */
function packBlobs(path: string, blobs: Blobs, original: string): void {
  const copy = new DatabaseSync(path);
  try {
    const damage = damageIn(copy);
    if (damage !== undefined)
      throw new StoreFailure(
        "corrupt",
        `No backup was made: ${original} is damaged (${damage}), and so would be its copy. Run \`hermes sessions repair\` first.`,
      );
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

/** The first thing wrong with the structure of a database; undefined when all is well. */
export function damageIn(db: DatabaseSync): string | undefined {
  try {
    const verdicts = db.prepare("PRAGMA quick_check(20)").all();
    return complaints(verdicts.map((row) => String(row.quick_check)))[0];
  } catch (error) {
    if (primaryCode(error) !== CORRUPT || !(error instanceof Error)) throw error;
    return error.message;
  }
}
