// One SQLite connection with a statement cache, one writer at a time, and transactions that wait their turn instead of failing.

import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import type { Ids } from "../../contracts/time.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { isBusy, storeFailure } from "./failures.ts";
import { createTurns } from "./turns.ts";

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
  readonly ids: Pick<Ids, "random">;
  readonly readOnly?: boolean;
}

/** About half a minute of waiting in all. */
const MAX_ATTEMPTS = 6_000;
/** The next in line sleeps this often, this short, before it lets other work of its process go on. */
const SPINS = 12;
const SPIN_MS = 0.25;
/** Copying the WAL back lets it be overwritten in place, which halves the cost of a sync: when idle, soon, or at once if it grew far. */
const IDLE_CHECKPOINT_PAGES = 100;
const SOON_CHECKPOINT_PAGES = 1_000;
const FORCED_CHECKPOINT_PAGES = 3_000;
const IDLE_MS = 400;
const CHECK_EVERY_WRITES = 16;

export function openDb(options: DbOptions): Db {
  const { path, ids } = options;
  const raw = new DatabaseSync(path, { timeout: 0, readOnly: options.readOnly ?? false });
  const statements = new Map<string, StatementSync>();
  const closing = new AbortController();
  const turns = createTurns(path, () => ids.random());
  let tail: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  const nap = new Int32Array(new SharedArrayBuffer(4));
  let unchecked = 0;

  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known) return known;
    const fresh = raw.prepare(sql);
    statements.set(sql, fresh);
    return fresh;
  };

  /** Undoes a failed attempt; anything but a lock held elsewhere is final. */
  function giveUp(error: unknown, attempt: number): void {
    if (raw.isTransaction) raw.exec("ROLLBACK");
    if (!isBusy(error) || attempt >= MAX_ATTEMPTS) throw storeFailure(error, path);
  }

  const wait = (ms: number) => pause(ms, undefined, { signal: closing.signal });

  /** Readers only ever wait for a recovery or a checkpoint at the end of another process. */
  async function reading<T>(work: () => T): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return inSnapshot(raw, work);
      } catch (error) {
        giveUp(error, attempt);
      }
      await wait(1 + ids.random() * 4);
    }
  }

  /** True when the lock was got. Who is next in line tries again within a moment: a timer would leave the lock idle for longer than it is held. */
  function beginSoon(): boolean {
    for (let left = SPINS; ; left--) {
      try {
        prepare("BEGIN IMMEDIATE").run();
        return true;
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
      turns.join();
      if (left === 0 || !turns.mayTry()) return false;
      Atomics.wait(nap, 0, 0, SPIN_MS);
    }
  }

  /** While nobody else writes the lock is free; otherwise writers of all processes take turns. */
  async function writing<T>(work: () => T): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        if (turns.mayTry() && beginSoon()) {
          const value = work();
          prepare("COMMIT").run();
          turns.leave();
          return value;
        }
        if (attempt >= MAX_ATTEMPTS)
          throw new StoreFailure("busy", `Session database ${path}: another process keeps it locked.`);
      } catch (error) {
        if (!isBusy(error)) turns.leave();
        giveUp(error, attempt);
      }
      await wait(turns.pauseMs());
    }
  }

  function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const mine = tail.then(work);
    tail = mine.catch(() => undefined);
    return mine;
  }

  const walPages = (): number => {
    const state = prepare("PRAGMA wal_checkpoint(NOOP)").get() as { log: number; checkpointed: number } | undefined;
    return state === undefined ? 0 : state.log - Math.max(0, state.checkpointed);
  };

  /** A checkpoint that cannot run now is no failure: the next one copies the same pages. */
  function checkpoint(limit: number): void {
    try {
      if (raw.isOpen && !raw.isTransaction && walPages() >= limit) prepare("PRAGMA wal_checkpoint(PASSIVE)").get();
    } catch (error) {
      storeFailure(error, path);
    }
  }

  function afterWrite(): void {
    if (++unchecked >= CHECK_EVERY_WRITES) {
      unchecked = 0;
      checkpoint(FORCED_CHECKPOINT_PAGES);
      setImmediate(() => checkpoint(SOON_CHECKPOINT_PAGES)).unref();
    }
    if (idle !== undefined) idle.refresh();
    else idle = setTimeout(() => checkpoint(IDLE_CHECKPOINT_PAGES), IDLE_MS).unref();
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
    read: reading,
    write: (work) =>
      inTurn(async () => {
        const value = await writing(work);
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
      turns.close();
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
