// Names the process that holds a lease so that another process of the same machine can tell when it is gone.

import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";

/** `machine/pid/start/tag`: the start time tells a process from a later one with the same number. */
export function holderName(tag: string): string {
  return [machineName(), String(process.pid), startOf(process.pid) ?? "", tag].join("/");
}

/** The host name, and what tells this start of the machine and this space of processes from others of the same name. */
function machineName(): string {
  const boot = fromKernel(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim());
  const processes = fromKernel(() => readlinkSync("/proc/self/ns/pid"));
  const facts = boot === undefined ? macAddresses() : [boot, processes ?? ""];
  return `${hostname()}-${createHash("sha256").update(facts.join(" ")).digest("hex").slice(0, 12)}`;
}

const macAddresses = (): readonly string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => (addresses ?? []).map(({ mac }) => mac))
    .sort();

/** For files of this machine: also after it, or its container, was started again. */
export const holderAlive = (holder: string): boolean => isAlive(holder, (machine) => hostOf(machine) === hostname());

/** For what several machines share: they may share a host name, and whoever cannot see a process must not think it dead. */
export const sharedHolderAlive = (holder: string): boolean => isAlive(holder, (machine) => machine === machineName());

const hostOf = (machine: string): string => machine.slice(0, machine.lastIndexOf("-"));

/** False only when the holder was a process of this machine and no longer runs. Names of other forms count as alive. */
function isAlive(holder: string, isHere: (machine: string) => boolean): boolean {
  const [machine = "", pidText, start] = holder.split("/");
  const pid = Number(pidText);
  if (!isHere(machine) || !Number.isInteger(pid) || pid <= 0) return true;
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
  const stat = fromKernel(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}

/** undefined where the kernel does not tell. */
function fromKernel(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}
