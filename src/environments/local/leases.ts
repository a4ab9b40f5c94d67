// If we die without cleaning up, what we started must not live on. A lease marks every child; the next start reaps by it.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isRecord, parseJson } from "../../kernel/json.ts";
import { errorCode } from "../errno.ts";

/** In the environment of every child; children inherit it, also those that leave their process group. */
const MARK = "HERMES_LEASE";

const NOTHING: Readonly<Record<string, string>> = {};

export interface Lease {
  /** For `LocalOptions.lease`: takes the lease at the first process, not before. */
  take(): Readonly<Record<string, string>>;
  /** A normal end: what still runs was meant to. */
  release(): void;
}

/** `dir` is private to this home. Without /proc there is nothing to reap by, and no file is written. */
export function createLease(dir: string, newId: (prefix: string) => string): Lease {
  let id: string | undefined;
  return {
    take() {
      if (id === undefined) {
        const start = startTime(process.pid);
        if (start === undefined) return NOTHING;
        id = newId("lease");
        mkdirSync(dir, { recursive: true, mode: 0o700 });
        writeFileSync(join(dir, `${id}.json`), JSON.stringify({ pid: process.pid, start }), { mode: 0o600 });
      }
      return { [MARK]: id };
    },
    release() {
      if (id !== undefined) rmSync(join(dir, `${id}.json`), { force: true });
      id = undefined;
    },
  };
}

/** Ends every process whose owner is gone without having released its lease; gives their numbers. */
export async function reapOrphans(dir: string): Promise<readonly number[]> {
  const abandoned: string[] = [];
  for (const name of await namesIn(dir)) {
    const lease = parseJson(await readFile(join(dir, name), "utf8"));
    const owner = lease.type === "ok" && isRecord(lease.value) ? lease.value : {};
    if (typeof owner.pid === "number" && startTime(owner.pid) === owner.start) continue;
    abandoned.push(name);
  }
  if (abandoned.length === 0) return [];
  const marks = new Set(abandoned.map((name) => `${MARK}=${name.slice(0, -".json".length)}`));
  const ended: number[] = [];
  for (const name of await namesIn("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid || !carries(pid, marks)) continue;
    try {
      process.kill(pid, "SIGKILL");
      ended.push(pid);
    } catch (error) {
      if (errorCode(error) !== "ESRCH") throw error;
    }
  }
  await Promise.all(abandoned.map((name) => rm(join(dir, name), { force: true })));
  return ended;
}

async function namesIn(dir: string): Promise<readonly string[]> {
  try {
    return await readdir(dir);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

function carries(pid: number, marks: ReadonlySet<string>): boolean {
  return (
    procFile(pid, "environ")
      ?.split("\0")
      .some((entry) => marks.has(entry)) === true
  );
}

/** Field 22 of /proc/<pid>/stat: with the number it names one process for good. */
function startTime(pid: number): string | undefined {
  const stat = procFile(pid, "stat");
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}

/** Undefined when the process is gone or another user's. */
function procFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(errorCode(error) ?? "")) return undefined;
    throw error;
  }
}
