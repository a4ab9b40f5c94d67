// Remembered yeses: for the task and the session in memory, for good in one private file that a person can read and edit.

import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Grants } from "../contracts/gate.ts";
import { isRecord, parseJson } from "../kernel/json.ts";

export interface GrantRow {
  readonly key: string;
  readonly scope: "task" | "session" | "always";
  /** Absent for those that hold everywhere. */
  readonly sessionId?: string;
  readonly at?: string;
}

export interface GrantBook extends Grants {
  list(): Promise<readonly GrantRow[]>;
  /** True when there was something to forget. */
  remove(key: string): Promise<boolean>;
  /** The task is over: what was allowed for it is not any more. */
  endTask(sessionId: string): void;
  endSession(sessionId: string): void;
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

  return {
    async has(sessionId, key) {
      if (memory.get(sessionId)?.has(key) === true) return true;
      return (await readRows(path)).some((row) => row.key === key);
    },
    async add(sessionId, key, scope) {
      if (scope !== "always") {
        const held = memory.get(sessionId) ?? new Map<string, "task" | "session">();
        memory.set(sessionId, held);
        if (held.get(key) !== "session") held.set(key, scope);
        return;
      }
      await inTurn(async () => {
        const rows = await readRows(path);
        if (rows.some((row) => row.key === key)) return;
        const at = now?.();
        await writeRows(path, [...rows, { key, scope: "always", ...(at === undefined ? {} : { at }) }]);
      });
    },
    async list() {
      const rows: GrantRow[] = [...(await readRows(path))];
      for (const [sessionId, held] of memory) for (const [key, scope] of held) rows.push({ key, scope, sessionId });
      return rows;
    },
    async remove(key) {
      const held = [...memory.values()].map((each) => each.delete(key)).some((gone) => gone);
      const stored = await inTurn(async () => {
        const rows = await readRows(path);
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
  };
}

/** A missing, unreadable or broken file grants nothing. */
async function readRows(path: string): Promise<readonly GrantRow[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  const parsed = parseJson(text);
  if (parsed.type === "bad" || !isRecord(parsed.value) || !Array.isArray(parsed.value.grants)) return [];
  return parsed.value.grants.flatMap((row: unknown): GrantRow[] =>
    isRecord(row) && typeof row.key === "string"
      ? [{ key: row.key, scope: "always", ...(typeof row.at === "string" ? { at: row.at } : {}) }]
      : [],
  );
}

async function writeRows(path: string, rows: readonly GrantRow[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.tmp`;
  const grants = rows.map(({ key, at }) => ({ key, ...(at === undefined ? {} : { at }) }));
  await writeFile(temporary, `${JSON.stringify({ version: 1, grants }, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, path);
}
