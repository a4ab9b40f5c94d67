// SQLite's result codes as the closed kinds of StoreFailure, each with what a person can do.

import { type Stats, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StoreFailure, type StoreFailureKind } from "../../kernel/failure.ts";

const BUSY = 5;
const LOCKED = 6;
export const READ_ONLY = 8;
export const CORRUPT = 11;
export const NOT_A_DATABASE = 26;
/** One chunk of the shared memory beside the database. */
const LEAST_BYTES = 64 * 1024;

const KINDS: Readonly<Record<number, StoreFailureKind>> = {
  [BUSY]: "busy",
  [LOCKED]: "busy",
  3: "read-only",
  [READ_ONLY]: "read-only",
  10: "io",
  [CORRUPT]: "corrupt",
  13: "full",
  14: "io",
  15: "io",
  [NOT_A_DATABASE]: "corrupt",
};

/** The extended result code of an error thrown by node:sqlite; undefined for anything else. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return undefined;
  return error.errcode;
}

export function primaryCode(error: unknown): number | undefined {
  const code = sqliteCode(error);
  return code === undefined ? undefined : code & 0xff;
}

export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === BUSY || code === LOCKED;
}

const ADVICE: Readonly<Record<StoreFailureKind, string>> = {
  conflict: "Someone else changed the session; read it again.",
  busy: "Another process is writing to it; try again in a moment.",
  full: "The disk is full; free some space and try again. Nothing was half-written.",
  "read-only": "It cannot be written here; check the owner and mode of the file and its folder.",
  corrupt: "It is damaged; run `hermes sessions repair` (add --check-only to look first).",
  "newer-schema": "It was written by a newer version; update this program.",
  "not-found": "It does not exist.",
  invalid: "The request makes no sense for it.",
  io: "The disk or file system answered with an error.",
};

/** Turns whatever a statement threw into a StoreFailure; a StoreFailure passes through, a bug is rethrown. */
export function storeFailure(error: unknown, path: string): StoreFailure {
  if (error instanceof StoreFailure) return error;
  const code = primaryCode(error);
  const kind = code === undefined ? systemKind(error) : KINDS[code];
  if (kind === undefined || !(error instanceof Error)) throw error;
  const closer = kind === "io" ? closerLook(path) : undefined;
  const [told, advice] = closer ?? [kind, ADVICE[kind]];
  return new StoreFailure(told, `Session database ${path}: ${error.message}. ${advice}`, error);
}

/** Whatever is in its way, SQLite speaks of an I/O error or of a file it cannot open; what helps is told by the file. */
function closerLook(path: string): readonly [StoreFailureKind, string] | undefined {
  const file = lookAt(path);
  if (file?.isDirectory() === true) return ["io", "A folder of that name is in its place; move it away."];
  if (isDiskFull(path)) return ["full", ADVICE.full];
  if (file?.isFile() !== true || isReadable(file)) return undefined;
  return ["read-only", "This user may not read it; check its owner and mode."];
}

/** undefined where there is nothing, or the folder is not ours to look into. */
function lookAt(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** By its mode, without opening it: closing it again would let go of the locks SQLite has on it in this process. */
function isReadable({ mode, uid, gid }: Stats): boolean {
  const me = process.geteuid?.();
  if (me === undefined || me === 0) return true;
  if (uid === me) return (mode & 0o400) !== 0;
  const mine = process.getegid?.() === gid || process.getgroups?.().includes(gid) === true;
  return (mode & (mine ? 0o040 : 0o004)) !== 0;
}

function isDiskFull(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize < LEAST_BYTES;
  } catch {
    // The folder is gone, or not ours to look at: then that is the trouble, not its room.
    return false;
  }
}

function systemKind(error: unknown): StoreFailureKind | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  switch (error.code) {
    case "ENOSPC":
    case "EDQUOT":
      return "full";
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return "read-only";
    case "EIO":
    case "ENOTDIR":
    case "EISDIR":
    case "ENOENT":
    case "EMFILE":
    case "ENFILE":
    case "ELOOP":
    case "ENAMETOOLONG":
      return "io";
    default:
      return undefined;
  }
}
