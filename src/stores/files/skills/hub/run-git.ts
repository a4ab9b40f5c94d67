// git as a child that asks nothing, reads no configuration of the person's, and is stopped when it takes too long.

import { execFile } from "node:child_process";
import type { RunGit } from "./fetch-git.ts";

/** `env` is what the child gets besides git's own switches: PATH, and what a proxy or ssh needs. */
export function createRunGit(env: Readonly<Record<string, string | undefined>>): RunGit {
  return (args, { cwd, timeoutMs }) =>
    new Promise((resolve) => {
      const quiet = {
        GIT_TERMINAL_PROMPT: "0",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_ASKPASS: "true",
        GIT_LFS_SKIP_SMUDGE: "1",
      };
      const limits = { timeout: timeoutMs, killSignal: "SIGKILL" as const, maxBuffer: 8 * 1024 * 1024 };
      const options = { cwd, env: { ...env, ...quiet }, ...limits };
      execFile("git", [...args], options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
        resolve({ code, output: stdout, errors: stderr === "" && error !== null ? error.message : stderr });
      });
    });
}
