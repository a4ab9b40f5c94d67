// auth.json on disk: private, replaced in one step, changed by one process at a time.

import { chmod, mkdir, open, readFile, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock, Ids } from "../contracts/time.ts";
import { StoreFailure } from "../kernel/failure.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import { type AuthDocument, EMPTY_AUTH } from "./auth-document.ts";
import { codeOf, whileHolding } from "./lock-file.ts";

/** Throws only StoreFailure. */
export interface AuthFile {
  /** The file as it is; empty when there is none. */
  read(): Promise<AuthDocument>;
  /** Reads, changes and writes under a lock. A file that cannot be read is never overwritten. */
  update(change: (document: AuthDocument) => AuthDocument): Promise<AuthDocument>;
  /** Runs `work` while no other process does work of that name. The file itself stays free for everyone. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** Nobody holds the file longer than one write takes. */
const WRITE_HOLD = { staleMs: 15_000, waitMs: 10_000 };
/** Work done alone talks to a network with limits of its own. */
const WORK_HOLD = { staleMs: 90_000, waitMs: 60_000 };

export function createAuthFile(options: { readonly path: string; readonly clock: Clock; readonly ids: Ids }): AuthFile {
  const { path, clock, ids } = options;
  const home = dirname(path);

  const update: AuthFile["update"] = async (change) => {
    await mkdir(home, { recursive: true, mode: 0o700 });
    return whileHolding({ path: join(home, "auth.lock"), clock, ...WRITE_HOLD }, async () => {
      const before = await readDocument(path);
      const after = change(before);
      if (after !== before) await replace(path, `${path}.${ids.id("tmp")}`, after);
      return after;
    });
  };
  return {
    read: () => readDocument(path),
    update: (change) => update(change).catch((error: unknown) => rethrow(path, error)),
    alone: (name, work) => whileHolding({ path: join(home, `auth.${fileName(name)}.lock`), clock, ...WORK_HOLD }, work),
  };
}

function fileName(name: string): string {
  return name.replaceAll(/[^\w-]/g, "_");
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

function rethrow(path: string, error: unknown): never {
  if (error instanceof StoreFailure) throw error;
  const code = codeOf(error);
  const kind =
    code === "ENOSPC" ? "full" : code === "EROFS" || code === "EACCES" || code === "EPERM" ? "read-only" : "io";
  throw new StoreFailure(kind, `Cannot write ${path}: ${code ?? "unknown error"}.`, error);
}
