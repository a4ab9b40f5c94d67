// Long results on disk: private, named by content, bounded in total size.

import { createHash } from "node:crypto";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../../contracts/log.ts";
import type { SpillStore } from "../../contracts/spill.ts";

const QUOTA_BYTES = 256 * 1024 * 1024;

export function fileSpill(dir: string, log: Log, quotaBytes = QUOTA_BYTES): SpillStore {
  return {
    async save(sessionId, content) {
      const name = `${createHash("sha256").update(sessionId).update("\0").update(content).digest("hex").slice(0, 32)}.txt`;
      const path = join(dir, name);
      try {
        await mkdir(dir, { recursive: true, mode: 0o700 });
        await makeRoom(dir, Buffer.byteLength(content), quotaBytes);
        await writeFile(path, content, { mode: 0o600 });
        return path;
      } catch (error) {
        // The transcript keeps a preview either way; a full disk must not fail the turn.
        log.warn("result could not be spilled", { error: String(error) });
        return undefined;
      }
    },
  };
}

/** Drops the oldest files until the next one fits. */
async function makeRoom(dir: string, bytes: number, quotaBytes: number): Promise<void> {
  const names = await readdir(dir);
  const files = await Promise.all(names.map(async (name) => ({ name, stats: await sizeAndAge(join(dir, name)) })));
  let total = files.reduce((sum, file) => sum + file.stats.size, bytes);
  for (const file of files.sort((a, b) => a.stats.mtimeMs - b.stats.mtimeMs)) {
    if (total <= quotaBytes) return;
    await rm(join(dir, file.name), { force: true });
    total -= file.stats.size;
  }
}

/** A file another process has just dropped counts for nothing. */
async function sizeAndAge(path: string): Promise<{ size: number; mtimeMs: number }> {
  return stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
}
