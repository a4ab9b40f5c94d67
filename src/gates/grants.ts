// Remembered yeses: for the task and the session in memory, for good in one private file that a person can read and edit.

import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Grants } from "../contracts/gate.ts";
import { StoreFailure, type StoreFailureKind } from "../kernel/failure.ts";
import { isRecord, parseJson } from "../kernel/json.ts";

export interface GrantRow {
  readonly key: string;
  readonly scope: "task" | "session" | "always";
  /** Absent for those that hold everywhere. */
  readonly sessionId?: string;
  readonly at?: string;
}

export interface GrantBook extends Grants {
  /** Throws StoreFailure when the file is there and cannot be used. */
  list(): Promise<readonly GrantRow[]>;
  /** True when there was something to forget. Throws StoreFailure like `list`. */
  remove(key: string): Promise<boolean>;
}

export interface GrantOptions {
  /** JSON file for `always`; made on the first one, mode 0600. */
  readonly path: string;
  /** The time as text for the file, when somebody cares. */
  now?(): string;
}

export function createGrants({ path, now }: GrantOptions): GrantBook {
  const memory = new Map<string, Map<string, "task" | "session">>();
  const queue = { last: Promise.resolve() as Promise<unknown> };
  /** One writer at a time, so that two yeses at once are both kept. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = queue.last.then(work, work);
    queue.last = next.catch(() => undefined);
    return next;
  };

  const hold = (sessionId: string, key: string, scope: "task" | "session") => {
    const held = memory.get(sessionId) ?? new Map<string, "task" | "session">();
    memory.set(sessionId, held);
    if (held.get(key) !== "session") held.set(key, scope);
  };

  return {
    async has(sessionId, key) {
      if (memory.get(sessionId)?.has(key) === true) return true;
      const book = await readBook(path);
      return book.type === "rows" && book.rows.some((row) => row.key === key);
    },
    async add(sessionId, key, scope) {
      if (scope !== "always") return hold(sessionId, key, scope);
      await inTurn(async () => {
        const book = await readBook(path);
        // A file we cannot read is not ours to write over: it may hold what another version or a person put there.
        if (book.type === "unusable") return hold(sessionId, key, "session");
        if (book.rows.some((row) => row.key === key)) return;
        const at = now?.();
        await writeRows(path, [...book.rows, { key, scope: "always", ...(at === undefined ? {} : { at }) }]);
      });
    },
    async trouble() {
      const book = await readBook(path);
      return book.type === "unusable" ? book.failure.message : undefined;
    },
    async list() {
      const rows: GrantRow[] = [...(await rowsOf(path))];
      for (const [sessionId, held] of memory) for (const [key, scope] of held) rows.push({ key, scope, sessionId });
      return rows;
    },
    async remove(key) {
      const held = [...memory.values()].map((each) => each.delete(key)).some((gone) => gone);
      const stored = await inTurn(async () => {
        const rows = await rowsOf(path);
        const rest = rows.filter((row) => row.key !== key);
        if (rest.length === rows.length) return false;
        await writeRows(path, rest);
        return true;
      });
      return held || stored;
    },
    endTask(sessionId) {
      const held = memory.get(sessionId);
      for (const [key, scope] of held ?? []) if (scope === "task") held?.delete(key);
    },
    endSession(sessionId) {
      memory.delete(sessionId);
    },
    carry(from, to) {
      for (const [key, scope] of memory.get(from) ?? []) hold(to, key, scope);
      memory.delete(from);
    },
  };
}

const VERSION = 1;

type Book =
  | { readonly type: "rows"; readonly rows: readonly GrantRow[] }
  | { readonly type: "unusable"; readonly failure: StoreFailure };

/** A missing file grants nothing and is no trouble; one that cannot be understood grants nothing and is. */
async function readBook(path: string): Promise<Book> {
  const unusable = (kind: StoreFailureKind, why: string, cause?: unknown): Book => ({
    type: "unusable",
    failure: new StoreFailure(kind, `Nothing you allowed for good counts: ${path} ${why}`, cause),
  });
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (code === "ENOENT") return { type: "rows", rows: [] };
    return unusable("io", `cannot be read (${code}). Give it back to your user, or move it away.`, error);
  }
  const parsed = parseJson(text);
  const rows = parsed.type === "ok" && isRecord(parsed.value) ? parsed.value.grants : undefined;
  if (parsed.type === "bad" || !isRecord(parsed.value) || !Array.isArray(rows))
    return unusable("corrupt", "is damaged. Repair it, or move it away to start anew.");
  const version = parsed.value.version ?? VERSION;
  if (version !== VERSION)
    return unusable("newer-schema", `was written by another version (${String(version)}). Update, or move it away.`);
  const understood = rows.flatMap((row: unknown): GrantRow[] =>
    isRecord(row) && typeof row.key === "string"
      ? [{ key: row.key, scope: "always", ...(typeof row.at === "string" ? { at: row.at } : {}) }]
      : [],
  );
  // A row nobody understands would be lost with the next yes.
  if (understood.length !== rows.length)
    return unusable("corrupt", "is damaged. Repair it, or move it away to start anew.");
  return { type: "rows", rows: understood };
}

async function rowsOf(path: string): Promise<readonly GrantRow[]> {
  const book = await readBook(path);
  if (book.type === "unusable") throw book.failure;
  return book.rows;
}

async function writeRows(path: string, rows: readonly GrantRow[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.tmp`;
  const grants = rows.map(({ key, at }) => ({ key, ...(at === undefined ? {} : { at }) }));
  await writeFile(temporary, `${JSON.stringify({ version: VERSION, grants }, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, path);
}
