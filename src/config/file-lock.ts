// One writer at a time: two `config set` at once must not lose each other's change.

import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { ConfigFailure } from "../kernel/failure.ts";
import { codeOf, writeFailure } from "./atomic-file.ts";

const WAIT_MS = 5000;
const STALE_MS = 30_000;

/** Runs `action` while holding `<path>.lock`; a lock left by a dead process is taken over. Throws ConfigFailure. */
export function withFileLock<T>(path: string, action: () => T): T {
  const lock = `${path}.lock`;
  const deadline = performance.now() + WAIT_MS;
  while (!take(path, lock)) {
    if (performance.now() > deadline) {
      throw new ConfigFailure(
        "io",
        `Another hermes is changing ${path}. Try again, or remove ${lock} if none is running.`,
      );
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
  try {
    return action();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(path: string, lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw writeFailure(path, error);
  }
  if (isAbandoned(lock)) discard(lock);
  return false;
}

function isAbandoned(lock: string): boolean {
  const found = statSync(lock, { throwIfNoEntry: false });
  return found !== undefined && (Date.now() - found.mtimeMs > STALE_MS || !isAlive(holderOf(lock)));
}

/** Undefined while the holder has not written its id yet, or the lock is gone. */
function holderOf(lock: string): number | undefined {
  try {
    const text = readFileSync(lock, "utf8");
    return /^\d+$/.test(text) ? Number(text) : undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw writeFailure(lock, error);
  }
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return true;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

// Moved aside first: of several waiters only one gets to remove it.
function discard(lock: string): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw writeFailure(lock, error);
  }
}
