// Puts one file back: written beside its place and moved over it, so a full disk or a kill leaves the old one or the new one.

import { createHash } from "node:crypto";
import { chmod, mkdir, open, rename, rm, rmdir, symlink, unlink } from "node:fs/promises";
import type { LeftOutReason } from "../../../kernel/checkpoints/left-out.ts";
import { lookAt } from "./collect.ts";
import { errorCode } from "./git.ts";
import { absolute, toBytes } from "./names.ts";

export type PutBack = { readonly type: "done" } | { readonly type: "left"; readonly why: LeftOutReason };

const DONE: PutBack = { type: "done" };
const LINK = "120000";
const PROGRAM = "100755";

export interface FileToPut {
  /** Bytes, see names.ts. */
  readonly name: string;
  /** As git writes it. */
  readonly mode: string;
  readonly content: Buffer;
  /** The most permissions it gets where no file stands that tells. */
  readonly openness: number;
}

/** Never goes through a symbolic link; makes missing folders. */
export async function putBack(workdir: string, { name, mode, content, openness }: FileToPut): Promise<PutBack> {
  try {
    if (!(await makeFolders(workdir, name))) return { type: "left", why: "in-the-way" };
    const path = absolute(workdir, name);
    const before = lookAt(path);
    if (before?.isDirectory() && !(await removeEmpty(path))) return { type: "left", why: "in-the-way" };
    const temp = absolute(workdir, besides(name));
    await rm(temp, { force: true });
    try {
      if (mode === LINK) await symlink(content, temp);
      else await writeNew(temp, content, modeFor(mode, before?.isFile() ? before.mode : 0o644 & openness), before);
      await rename(temp, path);
    } catch (error) {
      await rm(temp, { force: true });
      throw error;
    }
    return DONE;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return { type: "left", why: "could-not-write" };
  }
}

/** True when it is gone afterwards. Folders above it that became empty go too. */
export async function takeAway(workdir: string, name: string): Promise<boolean> {
  try {
    await unlink(absolute(workdir, name));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return errorCode(error) === "ENOENT";
  }
  for (let cut = name.lastIndexOf("/"); cut > 0; cut = name.lastIndexOf("/", cut - 1)) {
    if (!(await removeEmpty(absolute(workdir, name.slice(0, cut))))) break;
  }
  return true;
}

async function removeEmpty(path: Buffer): Promise<boolean> {
  return rmdir(path).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === undefined) throw error;
      return errorCode(error) === "ENOENT";
    },
  );
}

/** False when something that is no folder stands in the way. */
async function makeFolders(workdir: string, name: string): Promise<boolean> {
  for (let cut = name.indexOf("/"); cut > 0; cut = name.indexOf("/", cut + 1)) {
    const folder = absolute(workdir, name.slice(0, cut));
    const info = lookAt(folder);
    if (info === undefined) await mkdir(folder);
    else if (!info.isDirectory()) return false;
  }
  return true;
}

/** The same for the same file, so that a restore after a killed one cleans up behind it. */
function besides(name: string): string {
  const cut = name.lastIndexOf("/") + 1;
  const mark = createHash("sha256").update(toBytes(name)).digest("hex").slice(0, 12);
  return `${name.slice(0, cut)}.hermes-restore-${mark}`;
}

/** Only whether it can be run was saved; everything else about the mode is kept from the file that is replaced. */
function modeFor(mode: string, before: number): number {
  const kept = before & 0o7777;
  const runnable = (kept & 0o444) >> 2;
  return mode === PROGRAM ? kept | runnable : kept & ~0o111;
}

async function writeNew(
  path: Buffer,
  content: Buffer,
  mode: number,
  before: { readonly uid: number; readonly gid: number } | undefined,
): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    if (before !== undefined && process.getuid?.() === 0) await file.chown(before.uid, before.gid);
    await file.sync();
  } finally {
    await file.close();
  }
  await chmod(path, before === undefined ? mode & ~process.umask() : mode);
}
