// `-w`: work in a fresh git worktree. What was done there is never lost: only an untouched one is cleaned up.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { UsageFailure } from "../../kernel/failure.ts";

export interface Worktree {
  readonly path: string;
  /** Removes the worktree when nothing was done in it; says what became of it. */
  leave(): Promise<string>;
}

const run = promisify(execFile);

/** `name` makes branch and folder unique. Throws UsageFailure outside a repository or without a commit to start from. */
export async function openWorktree(cwd: string, name: string): Promise<Worktree> {
  const root = await git(cwd, "rev-parse", "--show-toplevel").catch(() => undefined);
  if (root === undefined) throw new UsageFailure("--worktree needs a git repository, and this is none.", 1);
  const start = await git(root, "rev-parse", "HEAD").catch(() => undefined);
  if (start === undefined) throw new UsageFailure("--worktree needs a commit to start from; make one first.", 1);
  const branch = `hermes/${name}`;
  const path = join(root, ".worktrees", name);
  await git(root, "worktree", "add", "--quiet", "-b", branch, path, start);
  return {
    path,
    async leave() {
      const touched =
        (await git(path, "status", "--porcelain")) !== "" || (await git(path, "rev-parse", "HEAD")) !== start;
      if (touched) return `The work is in ${path}, on branch ${branch}.`;
      await git(root, "worktree", "remove", "--force", path);
      await git(root, "branch", "--quiet", "-D", branch);
      return "Nothing was changed; the worktree is gone again.";
    },
  };
}

async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run("git", [...args], { cwd, maxBuffer: 16 * 1024 * 1024 });
  return stdout.trim();
}
