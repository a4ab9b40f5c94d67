// `!command`: the person's own shell command, run where the agent works, shown and not sent to the model.

import { spawn } from "node:child_process";

const MOST_CHARS = 200_000;

export async function runShell(
  command: string,
  cwd: string,
  signal: AbortSignal,
  onOutput: (soFar: string) => void,
): Promise<{ readonly output: string; readonly code: number }> {
  const { promise, resolve } = Promise.withResolvers<{ output: string; code: number }>();
  let output = "";
  // A group of its own: stopping it stops everything it started.
  const detached = process.platform !== "win32";
  const child = spawn(command, { cwd, shell: true, detached, stdio: ["ignore", "pipe", "pipe"] });
  const take = (chunk: Buffer) => {
    output = (output + chunk.toString("utf8")).slice(-MOST_CHARS);
    onOutput(output);
  };
  const stop = () => {
    if (child.pid === undefined) return;
    if (detached) process.kill(-child.pid, "SIGTERM");
    else child.kill();
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  child.on("error", (error) => resolve({ output: `${output}${error.message}`, code: 127 }));
  child.on("close", (code) => resolve({ output, code: code ?? 130 }));
  signal.addEventListener("abort", stop, { once: true });
  return promise;
}
