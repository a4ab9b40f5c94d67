// One SQLite connection with a statement cache, one writer at a time, and transactions that wait their turn instead of failing.

import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { Clock, Ids } from "../../contracts/time.ts";
import { isBusy, storeFailure } from "./failures.ts";

export interface Db {
  readonly path: string;
  readonly raw: DatabaseSync;
  readonly readOnly: boolean;
  /** Inside `read` or `write` only: these throw raw SQLite errors, which those two translate. */
  get<T>(sql: string, ...values: SQLInputValue[]): T | undefined;
  all<T>(sql: string, ...values: SQLInputValue[]): T[];
  run(sql: string, ...values: SQLInputValue[]): { readonly changes: number; readonly lastId: number };
  /** Several statements that see one snapshot. */
  read<T>(work: () => T): Promise<T>;
  /** BEGIN IMMEDIATE … COMMIT, alone in this process, retried while others hold the lock. `work` must not wait for anything. */
  write<T>(work: () => T): Promise<T>;
  /** Runs when nothing is being written here, outside a transaction (VACUUM, checkpoint). */
  exclusive<T>(work: () => T | Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DbOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "random">;
  readonly readOnly?: boolean;
}

/** About twenty seconds of waiting in all. */
const MAX_ATTEMPTS = 6_000;
/** WAL pages beyond which idle time is used to copy them back; beyond the second number a commit does it itself. */
const IDLE_CHECKPOINT_PAGES = 250;
const FORCED_CHECKPOINT_PAGES = 16_000;
const IDLE_MS = 400;
const CHECK_EVERY_WRITES = 500;

export function openDb(options: DbOptions): Db {
  const { path, clock, ids } = options;
  const raw = new DatabaseSync(path, { timeout: 0, readOnly: options.readOnly ?? false });
  const statements = new Map<string, StatementSync>();
  const closing = new AbortController();
  let tail: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let unchecked = 0;

  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known) return known;
    const fresh = raw.prepare(sql);
    statements.set(sql, fresh);
    return fresh;
  };

  /** Retries while another connection is in the way; who has waited longer tries more often, so nobody starves. */
  async function patiently<T>(work: () => T): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return work();
      } catch (error) {
        if (raw.isTransaction) raw.exec("ROLLBACK");
        if (!isBusy(error) || attempt >= MAX_ATTEMPTS) throw storeFailure(error, path);
      }
      const spread = attempt < 6 ? 8 : attempt < 20 ? 4 : 1.5;
      await clock.sleep(1 + ids.random() * spread, closing.signal);
    }
  }

  function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const mine = tail.then(work);
    tail = mine.catch(() => undefined);
    return mine;
  }

  function checkpoint(limit: number): void {
    const state = prepare("PRAGMA wal_checkpoint(NOOP)").get() as { log: number; checkpointed: number } | undefined;
    if (state === undefined || state.log - Math.max(0, state.checkpointed) < limit) return;
    prepare("PRAGMA wal_checkpoint(PASSIVE)").get();
  }

  /** A checkpoint that cannot run now is no failure: the next one copies the same pages. */
  function tryCheckpoint(limit: number): void {
    try {
      if (raw.isOpen && !raw.isTransaction) checkpoint(limit);
    } catch (error) {
      storeFailure(error, path);
    }
  }

  function afterWrite(): void {
    unchecked++;
    if (unchecked >= CHECK_EVERY_WRITES) {
      unchecked = 0;
      tryCheckpoint(FORCED_CHECKPOINT_PAGES);
    }
    if (idle !== undefined) idle.refresh();
    else {
      idle = setTimeout(() => tryCheckpoint(IDLE_CHECKPOINT_PAGES), IDLE_MS);
      idle.unref();
    }
  }

  return {
    path,
    raw,
    readOnly: options.readOnly ?? false,
    get: <T>(sql: string, ...values: SQLInputValue[]) => prepare(sql).get(...values) as T | undefined,
    all: <T>(sql: string, ...values: SQLInputValue[]) => prepare(sql).all(...values) as unknown as T[],
    run(sql, ...values) {
      const result = prepare(sql).run(...values);
      return { changes: Number(result.changes), lastId: Number(result.lastInsertRowid) };
    },
    read: (work) => patiently(() => inSnapshot(raw, work)),
    write: (work) =>
      inTurn(async () => {
        const value = await patiently(() => {
          prepare("BEGIN IMMEDIATE").run();
          const result = work();
          prepare("COMMIT").run();
          return result;
        });
        afterWrite();
        return value;
      }),
    exclusive: (work) =>
      inTurn(async () => {
        try {
          return await work();
        } catch (error) {
          throw storeFailure(error, path);
        }
      }),
    async close() {
      clearTimeout(idle);
      await tail;
      closing.abort();
      statements.clear();
      if (raw.isOpen) raw.close();
    },
  };
}

function inSnapshot<T>(raw: DatabaseSync, work: () => T): T {
  if (raw.isTransaction) return work();
  raw.exec("BEGIN");
  const result = work();
  raw.exec("COMMIT");
  return result;
}
