// One writer at a time: two `config set` at once must not lose each other's change.

import { closeSync, openSync, rmSync, statSync } from "node:fs";
import { ConfigFailure } from "../kernel/failure.ts";
import { codeOf, writeFailure } from "./atomic-file.ts";

const WAIT_MS = 5000;
const STALE_MS = 30_000;

/** Runs `action` while holding `<path>.lock`; a lock left by a dead process is taken over. Throws ConfigFailure. */
export function withFileLock<T>(path: string, action: () => T): T {
  const lock = `${path}.lock`;
  const deadline = performance.now() + WAIT_MS;
  while (!take(lock)) {
    if (performance.now() > deadline)
      throw new ConfigFailure(
        "io",
        `Another hermes is changing ${path}. Try again, or remove ${lock} if none is running.`,
      );
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
  try {
    return action();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  try {
    closeSync(openSync(lock, "wx", 0o600));
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw writeFailure(lock, error);
    const found = statSync(lock, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > STALE_MS) rmSync(lock, { force: true });
    return false;
  }
}
