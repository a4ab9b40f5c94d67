// The sudden end of a PostgreSQL server that `startPostgresServer` started; its keeper starts it again on the same data.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** `killed`: all its processes at once, without a word. `stopped`: as `pg_ctl stop -m immediate` does, which tells clients and tidies nothing. */
export type Crash = "killed" | "stopped";

/** `url` is any database of the server. Over when the signals are sent: nothing that this process does comes in between. */
export function crashServer(url: string, how: Crash): void {
  const folder = new URL(url).searchParams.get("host") ?? "";
  const server = Number(readFileSync(`${folder}/data/postmaster.pid`, "utf8").split("\n")[0]);
  if (how === "stopped") {
    process.kill(server, "SIGQUIT");
    return;
  }
  // Stopped first, so that it makes no more of them.
  process.kill(server, "SIGSTOP");
  for (const pid of [...childrenOf(server), server]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // One that has ended by itself meanwhile.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
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
