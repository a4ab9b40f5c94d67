// Bodies too large for a row, as files named by their content. Written whole or not at all, before the row that points to them commits.

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Spill } from "../../kernel/sessions/part-layout.ts";
import { bodyOf, bytesOf, isBodyKey } from "../shared/bodies.ts";

export interface Blobs {
  readonly dir: string;
  /** Durable when it returns; writing what is there already does nothing. Returns the bytes on disk. */
  put(spill: Spill): number;
  /** undefined when the file is gone or no longer what its name says. */
  read(key: string): string | undefined;
  has(key: string): boolean;
  pathOf(key: string): string;
  drop(key: string): void;
}

export function createBlobs(dir: string): Blobs {
  const pathOf = (key: string): string => join(dir, key.slice(4, 6), key);
  return {
    dir,
    pathOf,
    has: (key) => existsSync(pathOf(key)),
    put(spill) {
      const path = pathOf(spill.key);
      const bytes = bytesOf(spill);
      if (!existsSync(path)) writeWhole(path, bytes);
      return bytes.byteLength;
    },
    read(key) {
      const path = pathOf(key);
      return isBodyKey(key) && existsSync(path) ? bodyOf(key, readFileSync(path)) : undefined;
    },
    drop: (key) => rmSync(pathOf(key), { force: true }),
  };
}

function writeWhole(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    synced(temporary, "w", (file) => {
      for (let written = 0; written < bytes.byteLength; ) written += writeSync(file, bytes, written);
    });
    renameSync(temporary, path);
  } catch (error) {
    // On a full disk its beginning would take the last of the room.
    rmSync(temporary, { force: true });
    throw error;
  }
  synced(dirname(path), "r", () => undefined);
}

function synced(path: string, flags: "r" | "w", deed: (file: number) => void): void {
  const file = openSync(path, flags, 0o600);
  try {
    deed(file);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
