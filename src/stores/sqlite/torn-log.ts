// A write-ahead log that ends inside a frame was cut: by a crash while writing, which loses nothing acknowledged, or by somebody else.

import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Bytes before the first frame, and before the page in each. */
export const LOG_HEADER = 32;
export const FRAME_HEADER = 24;

export function isLogTorn(databasePath: string): boolean {
  const header = Buffer.alloc(LOG_HEADER);
  const size = readHeader(`${databasePath}-wal`, header);
  const frame = FRAME_HEADER + header.readUInt32BE(8);
  return size > LOG_HEADER && (size - LOG_HEADER) % frame !== 0;
}

export function tornLogWords(databasePath: string): string {
  return `The write-ahead log of ${databasePath} was cut off in the middle of a page, by a crash or by somebody: the last words before that may be missing, everything else is there.`;
}

/** The size of the file; 0 where there is none. */
function readHeader(path: string, header: Buffer): number {
  try {
    const file = openSync(path, "r");
    try {
      readSync(file, header, 0, header.length, 0);
      return fstatSync(file).size;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    // Mostly there is none; one that cannot be read is SQLite's to complain about.
    if (error instanceof Error && "code" in error) return 0;
    throw error;
  }
}
