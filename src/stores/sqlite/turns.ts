// A queue between processes in front of a lock that has none: waiting writers draw a ticket beside the database and try in that order.

import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Turns {
  /** Whether to try for the lock now: nobody waits, or this process is among the first who do. */
  mayTry(): boolean;
  /** The lock was taken: stand in line. */
  join(): void;
  /** How long to sleep before asking again. */
  pauseMs(): number;
  /** The lock was got, or given up on. */
  leave(): void;
  close(): void;
}

/** So many may try at once; the one after the first is awake when the first is done. */
const ACTIVE = 2;
/** After this long the line is taken for broken. */
const PATIENCE_MS = 3_000;
const STALE_MS = 1_000;
/** How long a turn takes, until this process has seen some pass. */
const MS_PER_TURN = 1.2;
/** Waking a little early costs one look at the line; waking late costs everybody. */
const EARLY = 0.7;
const LONGEST_MS = 40;

/** `beside` names what stands next to the database file. A queue that cannot be kept on this disk is simply not kept. */
export function createTurns(beside: string, random: () => number): Turns {
  const folder = `${beside}-queue`;
  const now = () => performance.timeOrigin + performance.now();
  let ticket: { readonly name: string; readonly since: number; from: number | undefined } | undefined;
  let place = 0;

  function waiting(): readonly string[] {
    if (!existsSync(folder)) return [];
    return ifPossible(() => readdirSync(folder).sort()) ?? [];
  }

  const isDead = (name: string): boolean => {
    const pid = Number(name.split("-")[1]);
    return pid !== process.pid && !isRunning(pid);
  };

  const tearUp = (name: string): void => ifPossible(() => rmSync(join(folder, name), { force: true }));

  function dropDead(names: readonly string[]): void {
    for (const name of names) if (isDead(name)) tearUp(name);
  }

  /** Tickets of processes that were killed while they waited; nobody waits a second in good health. Returns how many are left. */
  function dropStale(names: readonly string[]): number {
    const old = names.filter((name) => now() - Number(name.split("-")[0]) / 1000 > STALE_MS);
    const dead = old.filter(isDead);
    dropDead(dead);
    return names.length - dead.length;
  }

  return {
    mayTry() {
      const names = waiting();
      if (ticket === undefined) {
        if (names.length === 0 || dropStale(names) === 0) return true;
        this.join();
        return false;
      }
      place = names.indexOf(ticket.name);
      ticket.from ??= place;
      if (place < ACTIVE || now() - ticket.since > PATIENCE_MS) return true;
      if (now() - ticket.since > PATIENCE_MS / 10) dropDead(names.slice(0, place));
      return false;
    },
    join() {
      if (ticket !== undefined) return;
      const since = now();
      const name = `${Math.floor(since * 1000)}-${process.pid}`;
      ticket = { name, since, from: undefined };
      ifPossible(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(join(folder, name), "");
      });
    },
    pauseMs() {
      if (place < ACTIVE || ticket?.from === undefined) return 1;
      const passed = ticket.from - place;
      const perTurn = passed > 0 ? (now() - ticket.since) / passed : MS_PER_TURN;
      return Math.min(LONGEST_MS, 1 + (place - ACTIVE + random()) * perTurn * EARLY);
    },
    leave() {
      if (ticket === undefined) return;
      tearUp(ticket.name);
      ticket = undefined;
      place = 0;
    },
    close() {
      this.leave();
      ifPossible(() => rmdirSync(folder));
    },
  };
}

/** Whatever the system has against it: a write must not fail for want of a ticket, least of all one that is done. */
function ifPossible<T>(deed: () => T): T | undefined {
  try {
    return deed();
  } catch (error) {
    if (error instanceof Error && "syscall" in error) return undefined;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
