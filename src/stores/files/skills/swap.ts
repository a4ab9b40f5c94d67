// One library in place of another: today's aside, the copy in, and after a crash at any point either completed or taken back.

import { join } from "node:path";
import { type Disk, listIfThere } from "./disk.ts";
import { readJsonFile, writeJsonFile } from "./json-file.ts";
import type { FileRewrite } from "./references.ts";

/** Not part of a copy and not touched by going back. */
export const KEPT: ReadonlySet<string> = new Set([".curator_backups", ".hub", ".write.lock"]);
const ASIDE = ".rollback-aside";
/** Where the copy is laid out before it goes in. */
export const FRESH = ".rollback-fresh";
/** Written once everything of today is aside: from then on, what stands in the root came from the copy. */
const ALL_ASIDE = ".all-aside";
/** Written once the whole copy stands in the root, with what is left to do: from then on, the way back is only completed. */
const ALL_IN = ".all-in";

/** Today's entries aside, yesterday's in; whatever happens in between, `finishRollback` knows which way to go on. */
export function swapIn(disk: Disk, root: string, references: readonly FileRewrite[]): void {
  disk.makeDir(join(root, ASIDE));
  try {
    for (const { name } of movable(disk, root)) disk.rename(join(root, name), join(root, ASIDE, name));
    disk.write(join(root, ASIDE, ALL_ASIDE), "");
    for (const { name } of disk.list(join(root, FRESH))) disk.rename(join(root, FRESH, name), join(root, name));
    writeJsonFile(disk, join(root, ASIDE, ALL_IN), references);
  } catch (error) {
    undoSwap(disk, root);
    throw error;
  }
  finishRollback(disk, root);
}

export function isSwapping(name: string): boolean {
  return name === ASIDE || name === FRESH;
}

function movable(disk: Disk, root: string) {
  return disk.list(root).filter(({ name }) => !KEPT.has(name) && !isSwapping(name));
}

function undoSwap(disk: Disk, root: string): void {
  const aside = listIfThere(disk, join(root, ASIDE)).map(({ name }) => name);
  if (aside.includes(ALL_ASIDE)) for (const { name } of movable(disk, root)) disk.remove(join(root, name));
  disk.remove(join(root, ASIDE, ALL_ASIDE));
  for (const name of aside.filter((one) => one !== ALL_ASIDE)) disk.rename(join(root, ASIDE, name), join(root, name));
  disk.remove(join(root, ASIDE));
  disk.remove(join(root, FRESH));
}

/** Whether a process died while swapping. */
export function isHalfBack(disk: Disk, root: string): boolean {
  return disk.linkStat(join(root, ASIDE)) !== undefined;
}

/** Completes or takes back what such a process began. Callers hold the lock. */
export function finishRollback(disk: Disk, root: string): void {
  if (!isHalfBack(disk, root)) return;
  // The fresh copy's folder goes before what is aside: without it, all is done.
  if (disk.linkStat(join(root, FRESH)) !== undefined) {
    const references = readJsonFile(disk, join(root, ASIDE, ALL_IN));
    if (!Array.isArray(references)) {
      undoSwap(disk, root);
      return;
    }
    for (const { path, after } of references as readonly FileRewrite[]) disk.write(path, after);
    disk.remove(join(root, FRESH));
  }
  disk.remove(join(root, ASIDE));
}
