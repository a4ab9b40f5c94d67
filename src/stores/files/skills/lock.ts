// One writer at a time among all processes of a home; a lock whose holder is gone is taken over.

import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Clock } from "../../../contracts/time.ts";
import { StoreFailure } from "../../../kernel/failure.ts";

const WAIT_MS = 10_000;
const PAUSE_MS = 15;
/** Nothing done under this lock takes longer; beyond it the holder hangs. */
const STALE_MS = 60_000;

export type Locked = <T>(action: () => T | Promise<T>) => Promise<T>;

/** Runs actions one after the other, within this process and across processes. */
export function createLock(path: string, clock: Clock): Locked {
  const queue = { last: Promise.resolve() as Promise<unknown> };
  const alone = async <T>(action: () => T | Promise<T>): Promise<T> => {
    const token = await take(path, clock);
    try {
      return await action();
    } finally {
      release(path, token);
    }
  };
  return (action) => {
    const next = queue.last.then(() => alone(action));
    queue.last = next.catch(() => undefined);
    return next;
  };
}

async function take(path: string, clock: Clock): Promise<string> {
  const token = `${process.pid}`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  for (let waited = 0; ; waited += PAUSE_MS) {
    if (!existsSync(path) && tryTake(path, token)) return token;
    if (isAbandoned(path)) discard(path);
    else if (waited > WAIT_MS)
      throw new StoreFailure(
        "busy",
        `Another hermes is changing skills. Try again, or remove ${path} if none is running.`,
      );
    else await clock.sleep(PAUSE_MS, new AbortController().signal);
  }
}

/** The lock appears with its holder's name in it: one without a name could never be told from one that is held. */
function tryTake(path: string, token: string): boolean {
  const draft = `${path}.${token}.draft`;
  try {
    writeFileSync(draft, token, { mode: 0o600 });
    try {
      placeWhole(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    const kind = codeOf(error) === "ENOSPC" ? "full" : codeOf(error) === "EROFS" ? "read-only" : "io";
    throw new StoreFailure(codeOf(error) === "EACCES" ? "read-only" : kind, `${path}: ${codeOf(error)}`, error);
  }
}

const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

/** Throws EEXIST when the name is taken. Where the file system has no links, a copy has to do. */
function placeWhole(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!NO_LINKS.includes(codeOf(error))) throw error;
    copyFileSync(draft, path, constants.COPYFILE_EXCL);
  }
}

function release(path: string, token: string): void {
  if (holderOf(path) === token) rmSync(path, { force: true });
}

function isAbandoned(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  const holder = holderOf(path);
  if (holder !== undefined && /^\d+$/.test(holder) && !isAlive(Number(holder))) return true;
  return performance.timeOrigin + performance.now() - found.mtimeMs > STALE_MS;
}

function holderOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new StoreFailure("io", `${path}: ${codeOf(error)}`, error);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

/** Moved aside first: of several waiters only one gets to remove it. */
function discard(path: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw new StoreFailure("io", `${path}: ${codeOf(error)}`, error);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : String(error);
}
