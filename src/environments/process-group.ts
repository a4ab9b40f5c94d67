// Ending a process with everything it started: the whole group gets SIGTERM, then SIGKILL.

import type { ExecOptions, ExecResult } from "../contracts/environment.ts";
import { errorCode } from "./errno.ts";

/** True when at least one process of the group got the signal. */
export function signalGroup(pid: number, signal: "SIGTERM" | "SIGKILL" | "SIGINT" | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    if (errorCode(error) === "ESRCH") return false;
    // Zombies and processes of another user answer EPERM: they exist, but are not ours to end.
    if (errorCode(error) === "EPERM") return false;
    throw error;
  }
}

/** SIGTERM now, SIGKILL after `graceMs`. The returned function cancels the second signal. */
export function endGroup(pid: number, graceMs: number): () => void {
  signalGroup(pid, "SIGTERM");
  const timer = setTimeout(() => signalGroup(pid, "SIGKILL"), graceMs);
  return () => clearTimeout(timer);
}

const ABORT_GRACE_MS = 40;
const TIMEOUT_GRACE_MS = 1_000;

/** Ends the group at the timeout or the abort, whichever comes first. */
export interface Deadline {
  ended(): ExecResult["ended"];
  /** To be called once the command itself is gone: stops the timers and ends what stayed behind in the group. */
  release(): void;
}

export function watchDeadline(pid: number, options: Pick<ExecOptions, "timeoutMs" | "signal">): Deadline {
  let ended: ExecResult["ended"] = "exited";
  let cancelKill: (() => void) | undefined;
  const stop = (how: "timed-out" | "aborted", graceMs: number) => {
    if (ended !== "exited") return;
    ended = how;
    cancelKill = endGroup(pid, graceMs);
  };
  const onAbort = () => stop("aborted", ABORT_GRACE_MS);
  const timer = setTimeout(() => stop("timed-out", TIMEOUT_GRACE_MS), options.timeoutMs);
  options.signal.addEventListener("abort", onAbort, { once: true });
  if (options.signal.aborted) onAbort();
  return {
    ended: () => ended,
    release() {
      clearTimeout(timer);
      options.signal.removeEventListener("abort", onAbort);
      cancelKill?.();
      // What did not leave on SIGTERM leaves now: nothing staying behind outweighs manners.
      if (ended !== "exited") signalGroup(pid, "SIGKILL");
    },
  };
}

/** The code reported for how a command ended. */
export function reportedCode(ended: ExecResult["ended"], code: number): number {
  return ended === "timed-out" ? 124 : ended === "aborted" ? 130 : code;
}
