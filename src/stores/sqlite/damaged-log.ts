// A write-ahead log with more in it than SQLite can use: cut inside a page, or damaged before its end.
// A crash while writing leaves the same traces, and then nothing acknowledged is missing; a copy, a disk or somebody may have left them, too.

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { StoreFailure } from "../../kernel/failure.ts";
import type { Db } from "./db.ts";

/** Bytes before the first frame, and before the page in each. */
export const LOG_HEADER = 32;
export const FRAME_HEADER = 24;

export type LogDamage = "cut" | "broken";

/** To be asked outside of a transaction, after the database was read once, which is when SQLite goes through the log. */
export async function logDamage(db: Db): Promise<LogDamage | undefined> {
  const usable = usableFrames(db);
  const first = damageIn(db.path, usable);
  if (first === undefined) return undefined;
  // A commit on its way into the log looks the same for a moment: once more while nobody writes, and nobody has.
  const again = await db
    .write(() => damageIn(db.path, usable))
    .catch((error: unknown) => {
      if (!(error instanceof StoreFailure)) throw error;
      return error.kind === "busy" ? undefined : first;
    });
  return usableFrames(db) === usable ? again : undefined;
}

/** How many frames of the log count. Its index must not be opened as a file: closing that would let go of SQLite's own locks. */
const usableFrames = (db: Db): number => Math.max(0, db.get<{ log: number }>("PRAGMA wal_checkpoint(NOOP)")?.log ?? 0);

function damageIn(databasePath: string, usable: number): LogDamage | undefined {
  return reading(`${databasePath}-wal`, (log) => {
    const frame = FRAME_HEADER + log.bytes(0, LOG_HEADER).readUInt32BE(8);
    if (log.size > LOG_HEADER && (log.size - LOG_HEADER) % frame !== 0) return "cut";
    return commitsBeyond(log, frame, usable) ? "broken" : undefined;
  });
}

export function logDamageWords(databasePath: string, damage: LogDamage): string {
  const what = damage === "cut" ? "was cut off in the middle of a page" : "cannot be read to its end";
  return `The write-ahead log of ${databasePath} ${what}, after a crash or because somebody touched it: the last words before that may be missing, everything else is there.`;
}

/** Frames of this round of the log carry its salts; one that ends a transaction names the size of the database. */
function commitsBeyond(log: LogFile, frame: number, usable: number): boolean {
  const salts = log.bytes(16, 8);
  for (let at = LOG_HEADER + usable * frame; at + frame <= log.size; at += frame) {
    const header = log.bytes(at, FRAME_HEADER);
    if (!header.subarray(8, 16).equals(salts)) return false;
    if (header.readUInt32BE(4) !== 0) return true;
  }
  return false;
}

interface LogFile {
  readonly size: number;
  bytes(at: number, length: number): Buffer;
}

function reading<T>(path: string, look: (log: LogFile) => T): T | undefined {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = (at: number, length: number) => {
        const buffer = Buffer.alloc(length);
        readSync(file, buffer, 0, length, at);
        return buffer;
      };
      return look({ size: fstatSync(file).size, bytes });
    } finally {
      closeSync(file);
    }
  } catch (error) {
    // Mostly there is none; one that cannot be read is SQLite's to complain about.
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}
