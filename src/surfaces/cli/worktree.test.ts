import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openWorktree } from "./worktree.ts";

let repo: string;
const git = (...args: string[]) => execFileSync("git", args, { cwd: repo }).toString().trim();
beforeEach(async () => {
  repo = await realpath(await mkdtemp(join(tmpdir(), "worktree-")));
  git("init", "-q");
});
afterEach(() => rm(repo, { recursive: true, force: true }));
async function commit() {
  await writeFile(join(repo, "a.txt"), "a");
  git("add", "a.txt");
  git("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "first");
}

test("an untouched worktree disappears with its branch", async () => {
  await commit();
  const tree = await openWorktree(repo, "one");
  expect(existsSync(join(tree.path, "a.txt"))).toBe(true);
  expect(await tree.leave()).toContain("gone");
  expect(existsSync(tree.path)).toBe(false);
  expect(git("branch", "--list", "hermes/*")).toBe("");
});
test("work is never lost: files, and commits", async () => {
  await commit();
  const edited = await openWorktree(repo, "two");
  await writeFile(join(edited.path, "new.txt"), "x");
  expect(await edited.leave()).toContain(edited.path);
  expect(existsSync(join(edited.path, "new.txt"))).toBe(true);
  const committed = await openWorktree(repo, "three");
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "--allow-empty", "-m", "w"], {
    cwd: committed.path,
  });
  expect(await committed.leave()).toContain("hermes/three");
});
test("outside a repository, or before the first commit, it says what is missing", async () => {
  await expect(openWorktree(repo, "x")).rejects.toThrow("commit");
  await expect(openWorktree(tmpdir(), "x")).rejects.toThrow("repository");
});
