// auth.json on disk: private, replaced in one step, changed by one process at a time.

import { chmod, type FileHandle, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock, Ids } from "../contracts/time.ts";
import { StoreFailure } from "../kernel/failure.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import { type AuthDocument, EMPTY_AUTH } from "./auth-document.ts";

/** Throws only StoreFailure. */
export interface AuthFile {
  /** The file as it is; empty when there is none. */
  read(): Promise<AuthDocument>;
  /** Reads, changes and writes under a lock. A file that cannot be read is never overwritten. */
  update(change: (document: AuthDocument) => AuthDocument): Promise<AuthDocument>;
}

const LOCK_STALE_MS = 15_000;
const LOCK_RETRY_MS = 25;
const LOCK_TRIES = 400;

export function createAuthFile(options: { readonly path: string; readonly clock: Clock; readonly ids: Ids }): AuthFile {
  const { path, clock, ids } = options;
  const lockPath = join(dirname(path), "auth.lock");

  const update: AuthFile["update"] = async (change) => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await lock(lockPath, clock);
    try {
      const before = await readDocument(path);
      const after = change(before);
      if (after !== before) await replace(path, `${path}.${ids.id("tmp")}`, after);
      return after;
    } finally {
      await rm(lockPath, { force: true });
    }
  };
  return {
    read: () => readDocument(path),
    update: (change) => update(change).catch((error: unknown) => rethrow(path, error)),
  };
}

async function readDocument(path: string): Promise<AuthDocument> {
  const source = await readFile(path, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new StoreFailure("io", `Cannot read ${path}: ${codeOf(error) ?? "unknown error"}.`, error);
  });
  if (source === undefined || source.trim() === "") return EMPTY_AUTH;
  const parsed = parseJson(source);
  if (parsed.type === "ok" && isRecord(parsed.value)) return parsed.value;
  throw new StoreFailure("corrupt", `${path} is not valid JSON: repair it or move it away; it was left untouched.`);
}

async function replace(path: string, temporary: string, document: AuthDocument): Promise<void> {
  const file = await open(temporary, "wx", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(document, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await chmod(temporary, 0o600);
  await rename(temporary, path);
}

async function lock(path: string, clock: Clock): Promise<void> {
  const never = new AbortController().signal;
  for (let attempt = 0; attempt < LOCK_TRIES; attempt++) {
    const taken = await open(path, "wx", 0o600).then(
      async (file) => {
        await sign(file, path);
        return true;
      },
      (error: unknown) => {
        if (codeOf(error) === "EEXIST") return false;
        throw error;
      },
    );
    if (taken) return;
    await dropStale(path, clock);
    await clock.sleep(LOCK_RETRY_MS, never);
  }
  throw new StoreFailure("busy", `${path} is held by another process: remove it if no other one is running.`);
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

/** A holder that died leaves its lock; nobody holds it longer than one write takes. */
async function dropStale(path: string, clock: Clock): Promise<void> {
  const held = await stat(path).catch(() => undefined);
  if (held === undefined) return;
  const holder = await readFile(path, "utf8").catch(() => "");
  const old = clock.now() - held.mtimeMs > LOCK_STALE_MS;
  if (old || (/^\d+$/.test(holder) && !isAlive(Number(holder)))) await rm(path, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

function rethrow(path: string, error: unknown): never {
  if (error instanceof StoreFailure) throw error;
  const code = codeOf(error);
  const kind =
    code === "ENOSPC" ? "full" : code === "EROFS" || code === "EACCES" || code === "EPERM" ? "read-only" : "io";
  throw new StoreFailure(kind, `Cannot write ${path}: ${code ?? "unknown error"}.`, error);
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : undefined;
}
