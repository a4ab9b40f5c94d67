// A lock as a file with its holder's process id in it: what is done while it is held, one process does at a time.

import { type FileHandle, open, readFile, rm, stat } from "node:fs/promises";
import type { Clock } from "../contracts/time.ts";
import { StoreFailure } from "../kernel/failure.ts";

export interface Hold {
  readonly path: string;
  readonly clock: Clock;
  /** A lock older than this has lost its holder, whatever its process id says. */
  readonly staleMs: number;
  readonly waitMs: number;
}

const RETRY_MS = 25;

/** Throws StoreFailure when the lock cannot be had in time; what `work` throws goes through. */
export async function whileHolding<T>(hold: Hold, work: () => Promise<T>): Promise<T> {
  await take(hold);
  try {
    return await work();
  } finally {
    await rm(hold.path, { force: true });
  }
}

async function take(hold: Hold): Promise<void> {
  const never = new AbortController().signal;
  for (let waited = 0; waited <= hold.waitMs; waited += RETRY_MS) {
    if (await isTaken(hold.path)) return;
    await dropStale(hold);
    await hold.clock.sleep(RETRY_MS, never);
  }
  throw new StoreFailure("busy", `${hold.path} is held by another process: remove it if no other one is running.`);
}

async function isTaken(path: string): Promise<boolean> {
  const file = await open(path, "wx", 0o600).catch((error: unknown) => {
    if (codeOf(error) === "EEXIST") return undefined;
    throw error;
  });
  if (file === undefined) return false;
  await sign(file, path);
  return true;
}

/** A lock that could not be signed (a full disk) is not left behind to keep others waiting. */
async function sign(file: FileHandle, path: string): Promise<void> {
  try {
    await file.writeFile(String(process.pid));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** A holder that died leaves its lock. */
async function dropStale({ path, clock, staleMs }: Hold): Promise<void> {
  const held = await stat(path).catch(() => undefined);
  if (held === undefined) return;
  const holder = await readFile(path, "utf8").catch(() => "");
  const old = clock.now() - held.mtimeMs > staleMs;
  if (old || (/^\d+$/.test(holder) && !isAlive(Number(holder)))) await rm(path, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : undefined;
}
