// Stores and plain databases in a place of their own, removed afterwards.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock, Ids } from "../../src/contracts/time.ts";
import { openSqliteStore } from "../../src/stores/sqlite/open.ts";

export const benchClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

let count = 0;
export const benchIds: Ids = {
  sessionId: () => `bench_${process.pid}_${++count}`,
  id: (prefix) => `${prefix}_${process.pid}_${++count}`,
  random: () => Math.random(),
};

export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "hermes-bench-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export const openBenchStore = (path: string) => openSqliteStore({ path, clock: benchClock, ids: benchIds });
