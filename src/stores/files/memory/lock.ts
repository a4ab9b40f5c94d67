// One writer at a time, in this process and among processes. The lock is the operating system's: it dies with its holder, so nothing is ever stale.

import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import type { Ids } from "../../../contracts/time.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { isBusy } from "../../sqlite/failures.ts";

export type Locked = <T>(path: string, work: () => Promise<T>) => Promise<T>;

interface Held {
  readonly db: DatabaseSync;
  readonly inode: bigint;
  readonly take: StatementSync;
  readonly letGo: StatementSync;
}

const MAX_ATTEMPTS = 4_000;
const MAX_OPEN = 16;

/** Waits its turn, about twenty seconds at most; throws StoreFailure("busy") after that. */
export function createLock(ids: Pick<Ids, "random">): Locked {
  const tails = new Map<string, Promise<unknown>>();
  const open = new Map<string, Held>();

  return (path, work) => {
    const before = tails.get(path) ?? Promise.resolve();
    const mine = before.then(() => whileHeld(open, path, ids, work));
    const tail = mine.then(drop, drop);
    tails.set(path, tail);
    void tail.then(() => {
      if (tails.get(path) === tail) tails.delete(path);
    });
    return mine;
  };
}

const drop = (): void => undefined;

/** SQLite is used for nothing but its portable, crash-proof file lock; the file stays empty. */
async function whileHeld<T>(
  open: Map<string, Held>,
  path: string,
  ids: Pick<Ids, "random">,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const lock = openLock(open, path);
    if (attempt(() => lock.take.run())) {
      try {
        if (inodeOf(path) === lock.inode) return await work();
      } finally {
        lock.letGo.run();
      }
      // The file was replaced: whoever locks it now locks another one than we do.
      lock.db.close();
      open.delete(path);
      continue;
    }
    if (tries >= MAX_ATTEMPTS)
      throw new StoreFailure("busy", `Another process keeps ${path} locked. Nothing was changed; try again.`);
    await pause(1 + ids.random() * Math.min(10, tries));
  }
}

function openLock(open: Map<string, Held>, path: string): Held {
  const known = open.get(path);
  if (known !== undefined) return known;
  const [oldest] = open;
  if (open.size >= MAX_OPEN && oldest !== undefined && !oldest[1].db.isTransaction) {
    oldest[1].db.close();
    open.delete(oldest[0]);
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const db = new DatabaseSync(path, { timeout: 0 });
  // Nothing is ever written, so no journal needs looking for; the lock costs a quarter without. Busy: it stays dear.
  attempt(() => db.exec("PRAGMA journal_mode = MEMORY"));
  // Reserved is enough: only one has it, and nobody reads this file.
  const held = {
    db,
    inode: inodeOf(path) ?? 0n,
    take: db.prepare("BEGIN IMMEDIATE"),
    letGo: db.prepare("ROLLBACK"),
  };
  open.set(path, held);
  return held;
}

function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}

/** False when another holds the lock. */
function attempt(step: () => unknown): boolean {
  try {
    step();
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
