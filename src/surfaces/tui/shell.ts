// `!command`: the person's own shell command, run where the agent works, shown and not sent to the model.

import { spawn } from "node:child_process";

const MOST_CHARS = 200_000;
/** How long a command that was stopped may take to leave. */
const GRACE_MS = 1_000;
/** How long the last output of a command that has ended is awaited, whoever it left behind. */
const DRAIN_MS = 200;

export interface ShellRun {
  readonly output: string;
  readonly code: number;
}

export function runShell(
  command: string,
  cwd: string,
  signal: AbortSignal,
  onOutput: (soFar: string) => void,
): Promise<ShellRun> {
  const { promise, resolve } = Promise.withResolvers<ShellRun>();
  // A group of its own: stopping it stops everything it started.
  const detached = process.platform !== "win32";
  const child = spawn(command, { cwd, shell: true, detached, stdio: ["ignore", "pipe", "pipe"] });
  child.once("error", (error) => resolve({ output: error.message, code: 127 }));
  child.once("spawn", () => {
    let output = "";
    const take = (chunk: string) => {
      output = (output + chunk).slice(-MOST_CHARS);
      onOutput(output);
    };
    const send = (what: "SIGTERM" | "SIGKILL") => (detached ? signalGroup(child.pid ?? 0, what) : child.kill(what));
    const stop = () => {
      send("SIGTERM");
      setTimeout(() => send("SIGKILL"), GRACE_MS).unref();
    };
    const streams = [child.stdout, child.stderr];
    for (const stream of streams) stream.setEncoding("utf8").on("data", take);
    const leave = () => {
      for (const stream of streams) stream.destroy();
    };
    let drain: NodeJS.Timeout | undefined;
    child.once("exit", () => {
      // Where the timer comes late, what has arrived meanwhile is read before the immediate.
      drain = setTimeout(() => setImmediate(leave), DRAIN_MS);
    });
    child.once("close", (code) => {
      clearTimeout(drain);
      signal.removeEventListener("abort", stop);
      resolve({ output, code: code ?? 130 });
    });
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
  return promise;
}

/** A group that is gone already needs no signal. */
function signalGroup(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "EPERM"))) throw error;
  }
}
