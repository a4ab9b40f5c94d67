// Keeps the store small without touching what stays: lines of snapshots are cut at their old end, ids never change.

import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { dropOldest, excess, type KeptProject, keepCount } from "../../../kernel/checkpoints/retention.ts";
import { diskFailure, errorCode, type Git } from "./git.ts";
import { readIds } from "./history.ts";
import { indexOf, type Layout, projectHashes, refOf, replaceFile } from "./layout.ts";

export interface Shelf {
  readonly layout: Layout;
  readonly git: Git;
  readonly maxBytes: number;
  readonly maxSnapshots: number;
  now(): number;
}

const MAX_ROUNDS = 8;
/** Longer than any git of ours may run. */
const STALE_LOCK_MS = 10 * 60_000;

/** Cuts one project's line to its newest; the caller holds the lock. Returns how many snapshots went. */
export async function trimProject(shelf: Shelf, hash: string, pinned: readonly string[]): Promise<number> {
  const ids = (await readIds(shelf.git, hash)).map(({ id }) => id);
  const keep = keepCount(ids, shelf.maxSnapshots, pinned);
  await cut(shelf, ids, keep);
  return ids.length - keep;
}

/** Drops the oldest snapshots of all projects until the store fits; spared ones stay whatever it takes. */
export async function enforceCap(shelf: Shelf, spared: ReadonlySet<string>): Promise<number> {
  let dropped = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if ((await storeBytes(shelf.git)) <= shelf.maxBytes) return dropped;
    await collectGarbage(shelf.git);
    const bytes = await storeBytes(shelf.git);
    const projects = await readProjects(shelf);
    const total = projects.reduce((sum, { snapshots }) => sum + snapshots.length, 0);
    const keep = dropOldest(projects, excess(total, bytes, shelf.maxBytes), spared);
    const left = [...keep.values()].reduce((sum, count) => sum + count, 0);
    if (left === total) return dropped;
    for (const { project, snapshots } of projects) {
      const count = keep.get(project) ?? snapshots.length;
      if (count === 0) await forgetProject(shelf, project);
      else
        await cut(
          shelf,
          snapshots.map(({ id }) => id),
          count,
        );
    }
    dropped += total - left;
    await collectGarbage(shelf.git);
  }
  return dropped;
}

async function readProjects({ layout, git }: Shelf): Promise<readonly KeptProject[]> {
  const projects: KeptProject[] = [];
  for (const project of await projectHashes(layout)) projects.push({ project, snapshots: await readIds(git, project) });
  return projects;
}

/** Git takes the commits named in `shallow` as beginnings, so a line ends there and what was before it can go. */
async function cut({ layout }: Shelf, ids: readonly string[], keep: number): Promise<void> {
  const last = ids[keep - 1];
  if (keep >= ids.length || last === undefined) return;
  const path = join(layout.store, "shallow");
  const before = await readFile(path, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return "";
    throw diskFailure(error, path);
  });
  const lines = new Set(before.split("\n").filter((line) => line !== ""));
  await replaceFile(path, `${[...lines.add(last)].join("\n")}\n`);
}

export async function forgetProject({ layout, git }: Shelf, hash: string): Promise<void> {
  await git({ args: ["update-ref", "--no-deref", "-d", refOf(hash)] });
  await rm(indexOf(layout, hash), { force: true });
  await rm(join(layout.projects, `${hash}.json`), { force: true });
}

export async function collectGarbage(git: Git): Promise<void> {
  await git({ args: ["-c", "pack.threads=1", "gc", "--quiet", "--prune=now"], patience: 3 });
}

export async function storeBytes(git: Git): Promise<number> {
  const text = (await git({ args: ["count-objects", "-v"] })).stdout.toString("latin1");
  const kilobytes = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, "m").exec(text)?.[1] ?? 0);
  return (kilobytes("size") + kilobytes("size-pack") + kilobytes("size-garbage")) * 1024;
}

/** What killed processes left behind: git's lock files and half-made indexes. The caller holds the lock. */
export async function clearLeftovers({ layout, now }: Shelf): Promise<void> {
  const places: readonly [string, RegExp][] = [
    [layout.store, /\.lock$|^gc\.pid$/],
    [join(layout.store, "refs", "hermes"), /\.lock$/],
    [layout.indexes, /\.lock$|\.work_/],
  ];
  for (const [dir, pattern] of places) {
    for (const name of await names(dir)) {
      if (!pattern.test(name)) continue;
      const path = join(dir, name);
      const age = now() - (await ageStamp(path));
      if (age > STALE_LOCK_MS) await rm(path, { force: true });
    }
  }
}

async function names(dir: string): Promise<readonly string[]> {
  return readdir(dir).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return [];
    throw diskFailure(error, dir);
  });
}

async function ageStamp(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    (error: unknown) => {
      if (errorCode(error) === "ENOENT") return Number.POSITIVE_INFINITY;
      throw diskFailure(error, path);
    },
  );
}
