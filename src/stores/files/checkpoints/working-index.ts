// A private copy of a project's index: an interrupted run leaves the real one as it was, and no lock behind.

import { copyFile, open, rename, rm, stat, utimes } from "node:fs/promises";
import type { Ids } from "../../../contracts/time.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { diskFailure, errorCode, type Git } from "./git.ts";
import { indexOf, type Layout, refOf } from "./layout.ts";

export interface WorkingIndex {
  readonly path: string;
  readonly tracked: number;
  /** Makes it the project's index. */
  keep(): Promise<void>;
}

export interface IndexPlace {
  readonly layout: Layout;
  readonly git: Git;
  readonly ids: Ids;
}

/** Runs `work` on a copy; an index that git cannot use is made anew from the last snapshot, once. */
export async function withIndex<T>(
  place: IndexPlace,
  hash: string,
  work: (index: WorkingIndex) => Promise<T>,
): Promise<T> {
  const real = indexOf(place.layout, hash);
  const path = `${real}.${place.ids.id("work")}`;
  const index = (tracked: number): WorkingIndex => ({ path, tracked, keep: () => moved(path, real) });
  try {
    const tracked = await copy(real, path);
    if (tracked !== undefined) {
      try {
        return await work(index(tracked));
      } catch (error) {
        if (!(error instanceof StoreFailure) || error.kind !== "io") throw error;
        await discard(path);
      }
    }
    await fromTip(place.git, hash, path);
    return await work(index((await entryCount(path)) ?? 0));
  } catch (error) {
    throw diskFailure(error, path);
  } finally {
    await discard(path);
  }
}

async function discard(path: string): Promise<void> {
  for (const each of [path, `${path}.lock`]) await rm(each, { force: true });
}

async function moved(path: string, real: string): Promise<void> {
  await rename(path, real).catch((error: unknown) => {
    throw diskFailure(error, real);
  });
}

/** The number of entries, or undefined when there is no index to copy. */
async function copy(real: string, path: string): Promise<number | undefined> {
  try {
    const { mtime } = await stat(real);
    await copyFile(real, path);
    // Git compares times of files with that of the index; a younger copy would hide changes made in between.
    await utimes(path, mtime, mtime);
    const tracked = await entryCount(path);
    if (tracked === undefined) await discard(path);
    return tracked;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function fromTip(git: Git, hash: string, index: string): Promise<void> {
  const tip = await git({ args: ["rev-parse", "--verify", "--quiet", refOf(hash)], expected: [0, 1] });
  const from = tip.code === 0 ? [tip.stdout.toString("latin1").trim()] : ["--empty"];
  await git({ args: ["read-tree", ...from], index });
}

const HEADER_BYTES = 12;

/** The third number of an index file's header; undefined when it is no index. */
async function entryCount(path: string): Promise<number | undefined> {
  const file = await open(path, "r");
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await file.read(header, 0, HEADER_BYTES, 0);
    return bytesRead === HEADER_BYTES && header.toString("latin1", 0, 4) === "DIRC"
      ? header.readUInt32BE(8)
      : undefined;
  } finally {
    await file.close();
  }
}
