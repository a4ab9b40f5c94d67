// Files replaced whole or not at all, readable by their owner only, with the failures of the disk said in plain words.

import {
  chmodSync,
  chownSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { ConfigFailure } from "../kernel/failure.ts";

export const PRIVATE_FILE = 0o600;
export const PRIVATE_DIR = 0o700;

/** Temp file, fsync, rename; a symlink is written through; an existing file keeps its mode and owner. Throws ConfigFailure. */
export function replaceFile(path: string, content: string, mode = PRIVATE_FILE): void {
  try {
    replace(followLinks(path), content, mode);
  } catch (error) {
    throw writeFailure(path, error);
  }
}

/** The sentence for a write that the disk or its permissions refused. */
export function writeFailure(path: string, error: unknown): ConfigFailure {
  if (error instanceof ConfigFailure) return error;
  switch (codeOf(error)) {
    case "EACCES":
    case "EPERM":
      return new ConfigFailure(
        "read-only",
        `${path} may not be written by this user. Change its permissions, or choose another home with HERMES_HOME.`,
        error,
      );
    case "EROFS":
      return new ConfigFailure(
        "read-only",
        `${path} is on a read-only disk. Choose another home with HERMES_HOME.`,
        error,
      );
    case "ENOSPC":
    case "EDQUOT":
      return new ConfigFailure(
        "io",
        `${path} could not be written: the disk is full. Free some space and try again; nothing was changed.`,
        error,
      );
    case "ENOTDIR":
    case "EEXIST":
      return new ConfigFailure(
        "io",
        `${path} cannot be created: a part of the path is a file, not a folder. Move it away or choose another home with HERMES_HOME.`,
        error,
      );
    default:
      return new ConfigFailure("io", `${path} could not be written (${codeOf(error) ?? String(error)}).`, error);
  }
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function replace(target: string, content: string, mode: number): void {
  const before = statSync(target, { throwIfNoEntry: false });
  // Unique enough beside the `wx` flag; node:crypto would cost the start path ten milliseconds.
  const temp = `${target}.${process.pid}-${Math.random().toString(36).slice(2, 10)}.tmp`;
  const handle = openSync(temp, "wx", PRIVATE_FILE);
  try {
    try {
      writeFileSync(handle, content);
      fchmodSync(handle, before === undefined ? mode : before.mode & 0o777);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (before !== undefined) keepOwner(temp, before.uid, before.gid);
    renameOver(temp, target, content);
  } catch (error) {
    rmSync(temp, { force: true });
    throw error;
  }
  syncDirectory(dirname(target));
}

// A file mounted by itself (containers do that) cannot be renamed over; then it is rewritten in place.
function renameOver(temp: string, target: string, content: string): void {
  try {
    renameSync(temp, target);
  } catch (error) {
    if (codeOf(error) !== "EBUSY" && codeOf(error) !== "EXDEV") throw error;
    writeFileSync(target, content, { flush: true });
    rmSync(temp, { force: true });
  }
}

function keepOwner(path: string, uid: number, gid: number): void {
  if (process.platform === "win32" || process.getuid?.() !== 0) return;
  const mode = statSync(path).mode & 0o777;
  chownSync(path, uid, gid);
  chmodSync(path, mode);
}

function followLinks(path: string): string {
  let target = path;
  for (let hops = 0; hops < 40; hops++) {
    if (!lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) return target;
    target = resolve(dirname(target), readlinkSync(target));
  }
  throw new ConfigFailure("io", `${path} is a symbolic link that leads back to itself.`);
}

function syncDirectory(path: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
