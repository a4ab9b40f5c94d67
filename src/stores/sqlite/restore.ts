// The way back: the sessions of a backup in the place of those that are there, which are kept beside them.

import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { StoreFailure } from "../../kernel/failure.ts";
import { SPILL_PLAN } from "../shared/bodies.ts";
import { holderAlive } from "../shared/holder.ts";
import { damageIn, holdSnapshot } from "./backup.ts";
import { createBlobs } from "./blobs.ts";
import { CORRUPT, NOT_A_DATABASE, primaryCode, sqliteCode, storeFailure } from "./failures.ts";
import { createPrivately } from "./private-file.ts";
import { OWN_SCHEMA_VERSION, REFERENCE_SCHEMA_VERSION } from "./schema.data.ts";

/** What node:sqlite reports when somebody else is writing to the file pages are copied to. */
const NOT_AN_ERROR = 0;
const LOOKS = 250;
const LOOK_EVERY_MS = 20;

export interface RestoreOptions {
  readonly from: string;
  /** The database to replace; it may be absent, or damaged. */
  readonly path: string;
  readonly blobDir: string;
  /** Names the copy of what was there before. */
  readonly stamp: string;
  /** Milliseconds: a conversation held at this moment is not taken from under its holder. */
  readonly now: number;
}

/** What is there now is copied aside first; then the backup takes its place all at once. */
export async function restoreStore(options: RestoreOptions): Promise<{ readonly previous: string | undefined }> {
  const { from, path, stamp } = options;
  if (!existsSync(from)) throw new StoreFailure("not-found", `There is no backup at ${from}.`);
  const source = openVerified(from);
  const previous = existsSync(path) ? `${path}.before-restore-${stamp}` : undefined;
  try {
    refuseInUse(options);
    // Before the rows that point to them.
    unpackBlobs(source, options.blobDir);
    const kind = previous === undefined ? "a database" : await copyAside(path, previous);
    if (kind === "a database") await copyPages(source, path, () => refuseInUse(options));
    else await replaceFile(source, path);
  } catch (error) {
    if (previous !== undefined) for (const suffix of ["", "-wal"]) rmSync(previous + suffix, { force: true });
    throw storeFailure(error, path);
  } finally {
    source.close();
  }
  dropPacked(path);
  return { previous };
}

function openVerified(from: string): DatabaseSync {
  const source = openReadOnly(from);
  try {
    const damage = damageIn(source);
    if (damage !== undefined) throw new StoreFailure("corrupt", `The backup ${from} is damaged: ${damage}.`);
    const asked =
      "SELECT max(version) AS reference, (SELECT user_version FROM pragma_user_version) AS own FROM schema_version";
    const { reference, own } = { ...source.prepare(asked).get() };
    if (Number(reference ?? 0) > REFERENCE_SCHEMA_VERSION || Number(own) > OWN_SCHEMA_VERSION) {
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

/** Whoever is in a conversation would go on in one that is not there any more. */
function refuseInUse({ path, now }: RestoreOptions): void {
  const held = leases(path).find(({ holder, expires_at }) => Number(expires_at) > now && holderAlive(String(holder)));
  if (held === undefined) return;
  throw new StoreFailure(
    "busy",
    `Session ${held.session_id} is open in another process. Close it there, then restore; nothing was changed.`,
  );
}

function leases(path: string) {
  if (!existsSync(path)) return [];
  const current = openReadOnly(path);
  try {
    return current.prepare("SELECT session_id, holder, expires_at FROM hx_leases").all();
  } catch (error) {
    // Of a file too damaged to be asked, or only the reference's, nobody here holds anything.
    if (sqliteCode(error) === undefined) throw error;
    return [];
  } finally {
    current.close();
  }
}

/** What is no database any more is copied as the file it is. */
async function copyAside(path: string, to: string): Promise<"a database" | "a file"> {
  const current = openReadOnly(path);
  try {
    holdSnapshot(current);
    await copyPages(current, to);
    return "a database";
  } catch (error) {
    const code = primaryCode(error);
    if (code !== NOT_A_DATABASE && code !== CORRUPT) throw error;
    for (const suffix of ["", "-wal"]) if (existsSync(path + suffix)) copyFileSync(path + suffix, to + suffix);
    return "a file";
  } finally {
    current.close();
  }
}

/** One transaction, which others see whole or not at all; whoever is writing there is waited for, and `mayBegin` asked each time. */
async function copyPages(source: DatabaseSync, to: string, mayBegin?: () => void): Promise<void> {
  createPrivately(to);
  for (let look = 1; ; look++) {
    mayBegin?.();
    try {
      await backup(source, to, { rate: 500 });
      return;
    } catch (error) {
      if (sqliteCode(error) !== NOT_AN_ERROR) throw error;
      if (look === LOOKS)
        throw new StoreFailure(
          "busy",
          `Another process keeps ${to} locked. Nothing was changed; try again in a moment.`,
        );
    }
    await pause(LOOK_EVERY_MS);
  }
}

async function replaceFile(source: DatabaseSync, path: string): Promise<void> {
  const fresh = `${path}.restoring`;
  rmSync(fresh, { force: true });
  try {
    await copyPages(source, fresh);
    for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
    renameSync(fresh, path);
  } finally {
    for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(fresh + suffix, { force: true });
  }
}

/** Only bodies that are what their names say. */
function unpackBlobs(source: DatabaseSync, dir: string): void {
  if (source.prepare("SELECT 1 FROM sqlite_master WHERE name = 'hx_backup_blobs'").get() === undefined) return;
  const blobs = createBlobs(dir);
  for (const row of source.prepare("SELECT key, kind, body FROM hx_backup_blobs").iterate()) {
    const kind = row.kind === "image" ? "image" : "text";
    const [key, body] = [String(row.key), String(row.body)];
    if (SPILL_PLAN.keyOf(kind, body) === key) blobs.put({ key, kind, body });
  }
}

function dropPacked(path: string): void {
  const restored = new DatabaseSync(path, { timeout: 5_000 });
  try {
    restored.exec("DROP TABLE IF EXISTS hx_backup_blobs");
    giveSpaceBack(restored);
  } catch (error) {
    throw storeFailure(error, path);
  } finally {
    restored.close();
  }
}

/** Where somebody is in the way, or there is no room for it, the space stays for later messages. */
function giveSpaceBack(restored: DatabaseSync): void {
  try {
    restored.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error;
  }
}
