// One writer at a time: two `config set` at once must not lose each other's change.

import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { ConfigFailure } from "../kernel/failure.ts";
import { codeOf, writeFailure } from "./atomic-file.ts";

const WAIT_MS = 5000;
const STALE_MS = 30_000;
/** Between making a lock and signing it lies one system call; one unsigned for longer has no holder. */
const UNSIGNED_MS = 500;

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
    sign(lock, openSync(lock, "wx", 0o600));
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw writeFailure(path, error);
  }
  if (isAbandoned(lock)) discard(lock);
  return false;
}

// A full disk lets the file be made and refuses the words: what cannot be signed is not left behind.
function sign(lock: string, handle: number): void {
  try {
    writeSync(handle, String(process.pid));
  } catch (error) {
    rmSync(lock, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

function isAbandoned(lock: string): boolean {
  const found = statSync(lock, { throwIfNoEntry: false });
  if (found === undefined) return false;
  const age = Date.now() - found.mtimeMs;
  const holder = holderOf(lock);
  return age > STALE_MS || (holder === undefined ? age > UNSIGNED_MS : !isAlive(holder));
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

/** False only when no process has this number. */
export function isAlive(pid: number): boolean {
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
