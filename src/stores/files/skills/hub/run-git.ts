// git as a child that asks nothing, and is stopped when it takes too long.

import { execFile } from "node:child_process";
import type { RunGit } from "./fetch-git.ts";

/** For git's environment. A server that falls silent ends its helper, too, which outlives a git that is stopped. */
export const UNATTENDED = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_HTTP_LOW_SPEED_LIMIT: "1",
  GIT_HTTP_LOW_SPEED_TIME: "60",
} as const;

/** `env` is what the child gets besides git's own switches: PATH, and what a proxy or ssh needs. */
export function createRunGit(env: Readonly<Record<string, string | undefined>>): RunGit {
  return (args, { cwd, timeoutMs }) =>
    new Promise((resolve) => {
      const quiet = { ...UNATTENDED, GIT_CONFIG_NOSYSTEM: "1", GIT_ASKPASS: "true", GIT_LFS_SKIP_SMUDGE: "1" };
      const limits = { timeout: timeoutMs, killSignal: "SIGKILL" as const, maxBuffer: 8 * 1024 * 1024 };
      const options = { cwd, env: { ...env, ...quiet }, ...limits };
      execFile("git", [...args], options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
        resolve({ code, output: stdout, errors: stderr === "" && error !== null ? error.message : stderr });
      });
    });
}
