// The file operations skills are made of, each whole or not at all, each failing as a StoreFailure. Tests hand in one that breaks.

import { randomBytes } from "node:crypto";
import {
  closeSync,
  cpSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { StoreFailure, type StoreFailureKind } from "../../../kernel/failure.ts";

export interface Entry {
  readonly name: string;
  readonly type: "file" | "dir" | "link" | "other";
}

export interface Facts {
  readonly type: "file" | "dir" | "link" | "other";
  readonly size: number;
  readonly mtimeMs: number;
  readonly mode: number;
}

export interface Disk {
  /** Follows links; undefined when there is nothing. */
  stat(path: string): Facts | undefined;
  /** Does not follow links. */
  linkStat(path: string): Facts | undefined;
  list(path: string): readonly Entry[];
  read(path: string): Buffer;
  /** At most this many bytes from the beginning. */
  readStart(path: string, bytes: number): Buffer;
  /** Temp file, fsync, rename; makes parent folders; keeps an existing file's mode. */
  write(path: string, content: string | Uint8Array, mode?: number): void;
  /** The same without waiting for the disk: for what can be made again. */
  writeCache(path: string, content: string): void;
  append(path: string, line: string): void;
  rename(from: string, to: string): void;
  /** A file or a whole folder; nothing there is fine. */
  remove(path: string): void;
  makeDir(path: string): void;
  /** A whole folder, links kept as links. */
  copy(from: string, to: string): void;
  realPath(path: string): string;
}

const PRIVATE = 0o600;

export const nodeDisk: Disk = {
  stat: (path) => guard(path, () => factsOf(statSync(path, { throwIfNoEntry: false }))),
  linkStat: (path) => guard(path, () => factsOf(lstatSync(path, { throwIfNoEntry: false }))),
  list: (path) =>
    guard(path, () =>
      readdirSync(path, { withFileTypes: true })
        .filter((one) => !DRAFT.test(one.name))
        .map((one) => ({ name: one.name, type: typeOf(one) })),
    ),
  read: (path) => guard(path, () => readFileSync(path)),
  readStart: (path, bytes) => guard(path, () => readStart(path, bytes)),
  write: (path, content, mode = PRIVATE) => guard(path, () => replace(path, content, mode, true)),
  writeCache: (path, content) => guard(path, () => replace(path, content, PRIVATE, false)),
  append: (path, line) =>
    guard(path, () => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, line, { flag: "a", mode: PRIVATE });
    }),
  rename: (from, to) =>
    guard(to, () => {
      mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
      renameSync(from, to);
    }),
  remove: (path) => guard(path, () => rmSync(path, { recursive: true, force: true, maxRetries: 2 })),
  makeDir: (path) => guard(path, () => void mkdirSync(path, { recursive: true, mode: 0o700 })),
  copy: (from, to) =>
    guard(to, () => cpSync(from, to, { recursive: true, verbatimSymlinks: true, errorOnExist: true })),
  realPath: (path) => guard(path, () => realpathSync(path)),
};

function readStart(path: string, bytes: number): Buffer {
  const handle = openSync(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(bytes);
    return buffer.subarray(0, readSync(handle, buffer, 0, bytes, 0));
  } finally {
    closeSync(handle);
  }
}

/** A file on its way to its name; one that a dead process left is nothing. */
const DRAFT = /\.[0-9a-f]{12}\.tmp$/u;

function replace(path: string, content: string | Uint8Array, mode: number, durable: boolean): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const before = statSync(path, { throwIfNoEntry: false });
  const temp = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  const handle = openSync(temp, "wx", PRIVATE);
  try {
    try {
      writeFileSync(handle, content);
      fchmodSync(handle, before === undefined ? mode : before.mode & 0o777);
      if (durable) fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temp, path);
  } catch (error) {
    rmSync(temp, { force: true });
    throw error;
  }
}

function factsOf(stats: Stats | undefined): Facts | undefined {
  return stats === undefined
    ? undefined
    : { type: typeOf(stats), size: stats.size, mtimeMs: stats.mtimeMs, mode: stats.mode & 0o777 };
}

function typeOf(one: {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}): "file" | "dir" | "link" | "other" {
  return one.isFile() ? "file" : one.isDirectory() ? "dir" : one.isSymbolicLink() ? "link" : "other";
}

const KINDS: Readonly<Record<string, StoreFailureKind>> = {
  ENOENT: "not-found",
  ENOSPC: "full",
  EDQUOT: "full",
  EACCES: "read-only",
  EPERM: "read-only",
  EROFS: "read-only",
};

function guard<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof StoreFailure) throw error;
    const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
    // A link to nowhere or a file in the middle of a path is the same as nothing being there.
    const kind = KINDS[code] ?? (code === "ENOTDIR" || code === "ELOOP" ? "not-found" : "io");
    throw new StoreFailure(kind, `${path}: ${code || String(error)}`, error);
  }
}

/** The file's text, or undefined when there is none. */
export function readIfThere(disk: Disk, path: string): string | undefined {
  try {
    return disk.read(path).toString("utf8");
  } catch (error) {
    if (error instanceof StoreFailure && error.kind === "not-found") return undefined;
    throw error;
  }
}

/** Entries of a folder, none when it does not exist. */
export function listIfThere(disk: Disk, path: string): readonly Entry[] {
  try {
    return disk.list(path);
  } catch (error) {
    if (error instanceof StoreFailure && error.kind === "not-found") return [];
    throw error;
  }
}
