// The clean-up: projects nobody works in any more, space nobody needs, archives of older layouts.

import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Pruned, PruneOptions } from "../../../contracts/checkpoints.ts";
import { isForgotten, type SweepPolicy } from "../../../kernel/checkpoints/retention.ts";
import { diskFailure, errorCode } from "./git.ts";
import { readIds } from "./history.ts";
import { exists, projectHashes, readProject, replaceFile } from "./layout.ts";
import { clearLeftovers, collectGarbage, enforceCap, forgetProject, type Shelf, storeBytes } from "./shorten.ts";

export interface CleanUp extends Shelf {
  readonly retentionMs: number;
  readonly deleteOrphans: boolean;
  readonly minIntervalMs: number;
}

/** A folder deleted by accident is noticed within days, not minutes. */
const ORPHAN_GRACE_MS = 3 * 86_400_000;
const NOTHING: Pruned = { ran: false, projectsRemoved: [], checkpointsRemoved: 0, bytesBefore: 0, bytesAfter: 0 };

export async function isDue({ layout, minIntervalMs, now }: CleanUp): Promise<boolean> {
  const text = await readFile(layout.lastPrune, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return "";
    throw diskFailure(error, layout.lastPrune);
  });
  const last = Number.parseFloat(text) * 1000;
  return !(now() - last < minIntervalMs);
}

/** The caller holds the lock. */
export async function cleanUp(shelf: CleanUp, options: PruneOptions): Promise<Pruned> {
  const { layout, git } = shelf;
  if (!(await exists(join(layout.store, "HEAD")))) return NOTHING;
  await clearLeftovers(shelf);
  const bytesBefore = await storeBytes(git);
  const policy: SweepPolicy = {
    retentionMs: shelf.retentionMs,
    deleteOrphans: shelf.deleteOrphans,
    orphanGraceMs: options.orphansNow === true ? 0 : ORPHAN_GRACE_MS,
  };
  const projectsRemoved: string[] = [];
  let checkpointsRemoved = 0;
  for (const hash of await projectHashes(layout)) {
    const project = await readProject(layout, hash);
    if (project === undefined) continue;
    const facts = { exists: await exists(project.workdir), lastTouchMs: project.lastTouchMs };
    if (!isForgotten(facts, shelf.now(), policy)) continue;
    checkpointsRemoved += (await readIds(git, hash)).length;
    await forgetProject(shelf, hash);
    projectsRemoved.push(project.workdir);
  }
  await removeArchives(shelf);
  await collectGarbage(git);
  checkpointsRemoved += await enforceCap(shelf, new Set());
  await replaceFile(layout.lastPrune, `${shelf.now() / 1000}\n`);
  return { ran: true, projectsRemoved, checkpointsRemoved, bytesBefore, bytesAfter: await storeBytes(git) };
}

/** `legacy-<time>` folders hold what was there before this layout. */
async function removeArchives({ layout, retentionMs, now }: CleanUp): Promise<void> {
  try {
    for (const name of await readdir(layout.root)) {
      if (!name.startsWith("legacy-")) continue;
      const path = join(layout.root, name);
      if (now() - (await stat(path)).mtimeMs > retentionMs) await rm(path, { recursive: true, force: true });
    }
  } catch (error) {
    throw diskFailure(error, layout.root);
  }
}
