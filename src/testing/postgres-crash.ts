// The sudden end of a PostgreSQL server that `startPostgresServer` started; its keeper starts it again on the same data.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** `killed`: all its processes at once, without a word. `stopped`: as `pg_ctl stop -m immediate` does, which tells clients and tidies nothing. */
export type Crash = "killed" | "stopped";

/** `url` is any database of the server. Over when it has gone: nothing that this process does comes in between. */
export function crashServer(url: string, how: Crash): void {
  const folder = new URL(url).searchParams.get("host") ?? "";
  const server = Number(readFileSync(`${folder}/data/postmaster.pid`, "utf8").split("\n")[0]);
  if (how === "stopped") signal(server, "SIGQUIT");
  else {
    // Stopped first, so that it makes no more of them.
    signal(server, "SIGSTOP");
    for (const pid of [...childrenOf(server), server]) signal(pid, "SIGKILL");
  }
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  while (signal(server, 0)) Atomics.wait(nobody, 0, 0, 1);
}

/** Whether there was such a process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}

/** From the kernel where it tells: asking another program takes as long as a transaction. */
function childrenOf(pid: number): readonly number[] {
  const told = `/proc/${pid}/task/${pid}/children`;
  if (existsSync(told)) return readFileSync(told, "utf8").trim().split(" ").map(Number);
  const pairs = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  return pairs
    .map((line) => line.trim().split(/\s+/u).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}
