// Chunks that went out of use stay for a day, so a program that runs while we build can still load its own.

import { readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";

const KEEP_MS = 24 * 3600 * 1000;

/**
 * Before a build is written. All files of one build bear the same time; a chunk of the last build that is not among the
 * `kept` paths is given the time it goes out of use, which is no build's, and removed when that is a day ago.
 */
export function retireChunks({ dist, kept, now }) {
  const lastBuild = statSync(join(dist, "hermes.mjs"), { throwIfNoEntry: false })?.mtimeMs;
  const justBefore = new Date(now.getTime() - 1);
  for (const name of readdirSync(join(dist, "chunks"))) {
    const path = join(dist, "chunks", name);
    if (kept.has(path)) continue;
    const { mtimeMs } = statSync(path);
    if (mtimeMs === lastBuild) utimesSync(path, justBefore, justBefore);
    else if (now.getTime() - mtimeMs > KEEP_MS) rmSync(path);
  }
}
