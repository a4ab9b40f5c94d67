// One writer at a time, in this process and among processes. The lock is the operating system's: it dies with its holder, so nothing is ever stale.

import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import type { Ids } from "../../../contracts/time.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { isBusy } from "../../sqlite/failures.ts";

export type Locked = <T>(path: string, work: () => Promise<T>) => Promise<T>;

const MAX_ATTEMPTS = 4_000;

/** Waits its turn, about twenty seconds at most; throws StoreFailure("busy") after that. */
export function createLock(ids: Pick<Ids, "random">): Locked {
  const tails = new Map<string, Promise<unknown>>();

  return (path, work) => {
    const before = tails.get(path) ?? Promise.resolve();
    const mine = before.then(() => whileHeld(path, ids, work));
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
async function whileHeld<T>(path: string, ids: Pick<Ids, "random">, work: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    for (let attempt = 1; !take(lock); attempt++) {
      if (attempt >= MAX_ATTEMPTS)
        throw new StoreFailure("busy", `Another process keeps ${path} locked. Nothing was changed; try again.`);
      await pause(1 + ids.random() * Math.min(10, attempt));
    }
    return await work();
  } finally {
    lock.close();
  }
}

function take(lock: DatabaseSync): boolean {
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
