// The few things memory does to a disk: read a text and say why not, replace it durably, keep one backup per content.

import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import {
  type BigIntStats,
  closeSync,
  constants,
  copyFileSync,
  fchownSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { StoreFailure, type StoreFailureKind } from "../../../kernel/failure.ts";

export type FileText =
  | { readonly type: "absent" }
  /** `stamp` changes when the file does. */
  | { readonly type: "text"; readonly text: string; readonly stamp: string }
  | { readonly type: "unreadable"; readonly code: string }
  | { readonly type: "undecodable" };

/** Absent, unreadable and undecodable are three things; only the first is "nothing there". */
export function readText(path: string): FileText {
  try {
    const { bytes, stamp } = readStamped(path);
    return isUtf8(bytes) ? { type: "text", text: bytes.toString("utf8"), stamp } : { type: "undecodable" };
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return code === "ENOENT" ? { type: "absent" } : { type: "unreadable", code };
  }
}

/** Words and stamp of the same file, whatever is put in its place meanwhile. */
function readStamped(path: string): { readonly bytes: Buffer; readonly stamp: string } {
  const handle = openSync(path, "r");
  try {
    const facts = fstatSync(handle, { bigint: true });
    return { bytes: readFileSync(handle), stamp: stampText(facts) };
  } finally {
    closeSync(handle);
  }
}

export function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? "" : stampText(found);
}

function stampText({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino}:${size}:${mtimeNs}:${ctimeNs}`;
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

const KINDS: Readonly<Record<string, readonly [StoreFailureKind, string]>> = {
  ENOSPC: ["full", "the disk is full. Free some space and try again; nothing was changed."],
  EDQUOT: ["full", "the disk quota is used up. Free some space and try again; nothing was changed."],
  EROFS: ["read-only", "the disk is read-only."],
  EACCES: ["read-only", "this user may not write there. Check the owner and mode of the file and its folder."],
  EPERM: ["read-only", "this user may not write there. Check the owner and mode of the file and its folder."],
};

/** Whatever the file system threw, as a StoreFailure; anything else is a bug and is thrown on. */
export function diskFailure(path: string, error: unknown): StoreFailure {
  if (error instanceof StoreFailure) return error;
  const code = codeOf(error);
  if (code === undefined) throw error;
  const [kind, why] = KINDS[code] ?? (["io", `the file system answered ${code}.`] as const);
  return new StoreFailure(kind, `${path} could not be written: ${why}`, error);
}

const DRAFT = /^\.mem_.*\.tmp$/;

/** A new file beside the old one, not yet in its place. Whoever asked for it syncs and closes it, then installs or discards it. */
export interface Draft {
  readonly handle: number;
  readonly temp: string;
  readonly target: string;
}

/** `tag` makes the temporary name unique; it stands beside the file unless another folder is given. A symlink is written through. */
export function draft(path: string, text: string, tag: string, folder?: string): Draft {
  const before = lstatSync(path, { throwIfNoEntry: false });
  const target = before?.isSymbolicLink() ? realpathSync(path) : path;
  const temp = join(folder ?? dirname(target), `.mem_${tag}.tmp`);
  const handle = openSync(temp, "wx", 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
    if (before !== undefined) keepOwner(handle, before.uid, before.gid);
  } catch (error) {
    abandon({ handle, temp });
    throw error;
  }
  return { handle, temp, target };
}

/** For a draft that is still open. */
export function abandon({ handle, temp }: Pick<Draft, "handle" | "temp">): void {
  closeSync(handle);
  discard({ temp });
}

/** Puts the words and their length on the disk, and closes the file whatever comes; times may follow later. */
export function syncAndClose(handle: number): void {
  try {
    fdatasyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The same for two files at once: a file system commits both together, at little more than the price of one. */
export async function syncAndCloseBoth(one: number, other: number): Promise<void> {
  const meanwhile = new Promise<void>((resolve, reject) => {
    fdatasync(one, (error) => {
      closeSync(one);
      if (error) reject(error);
      else resolve();
    });
  });
  await Promise.all([meanwhile, (async () => syncAndClose(other))()]);
}

export function discard({ temp }: Pick<Draft, "temp">): void {
  rmSync(temp, { force: true });
}

/** Puts a synced draft in its place; mounted single files cannot be renamed over and are rewritten. Durable once the folder is synced. */
export function install({ temp, target }: Draft): void {
  try {
    renameSync(temp, target);
  } catch (error) {
    const code = codeOf(error);
    if (code !== "EBUSY" && code !== "EXDEV") {
      rmSync(temp, { force: true });
      throw error;
    }
    writeFileSync(target, readFileSync(temp), { flush: true });
    rmSync(temp, { force: true });
  }
}

/** Puts a synced draft where no file was, for good; where the folder cannot be synced, none is there afterwards either. */
export function installFirst(next: Draft, dir: string): void {
  install(next);
  try {
    syncFolder(dir);
  } catch (error) {
    rmSync(next.target, { force: true });
    throw error;
  }
}

/** Removes drafts of writers that died; only while holding the lock of everyone who drafts here. */
export function sweepDrafts(dir: string): void {
  for (const name of readdirSync(dir)) if (DRAFT.test(name)) rmSync(join(dir, name), { force: true });
}

/** Replaces a file that may be lost in a power cut but never half-written by a crash. */
export function replaceLoosely(path: string, text: string, tag: string): void {
  const temp = join(dirname(path), `.mem_${tag}.tmp`);
  writeFileSync(temp, text, { mode: 0o600 });
  renameSync(temp, path);
}

/** Writes over a file in place, without asking the disk: whoever reads it checks that it is whole. */
export function writeOver(path: string, text: string): void {
  const handle = openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at, bytes.length - at, at);
    ftruncateSync(handle, bytes.length);
  } finally {
    closeSync(handle);
  }
}

export function syncFolder(dir: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(dir, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export function makeFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
}

/** Copies the file to `<file>.bak.<seconds>` unless a backup with these bytes is there already; the backup's path. */
export function backUp(path: string, at: number): string {
  const bytes = readFileSync(path);
  const prefix = `${basename(path)}.bak.`;
  const dir = dirname(path);
  const digest = digestOf(bytes);
  for (const name of readdirSync(dir).filter((one) => one.startsWith(prefix))) {
    const kept = join(dir, name);
    if (statSync(kept).size === bytes.length && digestOf(readFileSync(kept)) === digest) return kept;
  }
  const seconds = Math.trunc(at / 1000);
  const free = [`${path}.bak.${seconds}`, `${path}.bak.${seconds}-${digest.slice(0, 8)}`].find(
    (candidate) => statSync(candidate, { throwIfNoEntry: false }) === undefined,
  );
  const backup = free ?? `${path}.bak.${digest}`;
  copyFileSync(path, backup);
  return backup;
}

export function digestOf(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}

/** Run as root, a file stays with the one it belonged to. */
function keepOwner(handle: number, uid: number, gid: number): void {
  if (uid !== 0 && process.getuid?.() === 0) fchownSync(handle, uid, gid);
}
