// Names the process that holds a lease so that another process of the same machine can tell when it is gone.

import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** `host/pid/start/tag`: the start time tells a process from a later one with the same number. */
export function holderName(tag: string): string {
  return [hostname(), String(process.pid), startOf(process.pid) ?? "", tag].join("/");
}

/** False only when the holder was a process of this machine and no longer runs. Names of other forms count as alive. */
export function holderAlive(holder: string): boolean {
  const [host, pidText, start] = holder.split("/");
  const pid = Number(pidText);
  if (host !== hostname() || !Number.isInteger(pid) || pid <= 0) return true;
  if (!processExists(pid)) return false;
  const now = startOf(pid);
  return start === undefined || start === "" || now === undefined || now === start;
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, under another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Start time in clock ticks since boot (Linux); undefined elsewhere, where the process number has to do. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}
