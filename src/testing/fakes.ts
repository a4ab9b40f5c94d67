// Stand-ins for time, ids, logs and disk places: the same run gives the same bytes.

import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Grants } from "../contracts/gate.ts";
import type { Log } from "../contracts/log.ts";
import type { Scope } from "../contracts/question.ts";
import type { Clock, Ids } from "../contracts/time.ts";

export interface FakeClock extends Clock {
  /** Moves time on and wakes, in order of their time, the sleepers whose time has come. */
  advance(ms: number): Promise<void>;
  /** How many are asleep. */
  readonly sleeping: number;
  /** Every sleep asked for, in order. */
  readonly slept: readonly number[];
}

export interface FakeClockOptions {
  readonly startMs?: number;
  /** Sleeps end at once and move the time on by themselves. */
  readonly auto?: boolean;
}

interface Sleeper {
  readonly wakeAt: number;
  readonly order: number;
  readonly wake: () => void;
}

const NOON = Date.UTC(2026, 0, 15, 12, 0, 0);

export function fakeClock(options: FakeClockOptions = {}): FakeClock {
  let now = options.startMs ?? NOON;
  let sleepers: readonly Sleeper[] = [];
  const slept: number[] = [];

  return {
    now: () => now,
    slept,
    get sleeping() {
      return sleepers.length;
    },
    async sleep(ms, signal) {
      slept.push(ms);
      signal.throwIfAborted();
      if (options.auto) {
        now += Math.max(0, ms);
        return;
      }
      await new Promise<void>((resolve, reject) => {
        const sleeper: Sleeper = { wakeAt: now + ms, order: slept.length, wake: () => settle(resolve) };
        const settle = (how: () => void) => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          signal.removeEventListener("abort", onAbort);
          how();
        };
        const onAbort = () => settle(() => reject(signal.reason));
        signal.addEventListener("abort", onAbort, { once: true });
        sleepers = [...sleepers, sleeper];
      });
    },
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        const due = [...sleepers].sort((a, b) => a.wakeAt - b.wakeAt || a.order - b.order)[0];
        if (due === undefined || due.wakeAt > end) break;
        now = Math.max(now, due.wakeAt);
        due.wake();
        await settled();
      }
      now = end;
      await settled();
    },
  };
}

/** Lets everything that only waits for promises go on. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Counts up; `random` walks a fixed sequence. */
export function fakeIds(seed = 1): Ids {
  let count = 0;
  let state = seed >>> 0;
  const hex = (digits: number) => (++count).toString(16).padStart(digits, "0");
  return {
    sessionId: () => `20260115_120000_${hex(6)}`,
    id: (prefix) => `${prefix}_${hex(12)}`,
    random() {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    },
  };
}

export interface LogLine {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly sessionId?: string;
}

export interface FakeLog extends Log {
  readonly lines: readonly LogLine[];
}

export function fakeLog(): FakeLog {
  const lines: LogLine[] = [];
  const logFor = (sessionId?: string): FakeLog => {
    const write =
      (level: LogLine["level"]) =>
      (message: string, fields: Readonly<Record<string, unknown>> = {}) => {
        lines.push({ level, message, fields, ...(sessionId === undefined ? {} : { sessionId }) });
      };
    return { lines, info: write("info"), warn: write("warn"), error: write("error"), forSession: logFor };
  };
  return logFor();
}

export interface TempDir {
  /** Absolute, with symlinks resolved. */
  readonly path: string;
  join(...parts: readonly string[]): string;
  remove(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A fresh directory of the caller's own; removed with everything in it. */
export async function tempDir(prefix = "hermes-test-"): Promise<TempDir> {
  const path = await realpath(await mkdtemp(join(tmpdir(), prefix)));
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 });
  return { path, join: (...parts) => join(path, ...parts), remove, [Symbol.asyncDispose]: remove };
}

/** Remembered yeses in memory, with the lifetimes that were promised. */
export function fakeGrants(trouble?: string): Grants {
  const held = new Map<string, { readonly sessionId: string; readonly key: string; readonly scope: Scope }>();
  const drop = (is: (row: { readonly sessionId: string; readonly scope: Scope }) => boolean) => {
    for (const [id, row] of held) if (is(row)) held.delete(id);
  };
  return {
    has: async (sessionId, key) => held.has(`${sessionId} ${key}`),
    add: async (sessionId, key, scope) => void held.set(`${sessionId} ${key}`, { sessionId, key, scope }),
    trouble: async () => trouble,
    endTask: (sessionId) => drop((row) => row.sessionId === sessionId && row.scope === "task"),
    endSession: (sessionId) => drop((row) => row.sessionId === sessionId),
    carry(from, to) {
      for (const row of [...held.values()].filter((each) => each.sessionId === from))
        held.set(`${to} ${row.key}`, { ...row, sessionId: to });
    },
  };
}
