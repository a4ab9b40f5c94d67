import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openWorktree } from "./worktree.ts";

let repo: string;
const gitIn = (cwd: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd, stdio: "pipe" })
    .toString()
    .trim();
const git = (...args: string[]) => gitIn(repo, ...args);
beforeEach(async () => {
  repo = await realpath(await mkdtemp(join(tmpdir(), "worktree-")));
  git("init", "-q");
});
afterEach(() => rm(repo, { recursive: true, force: true }));
async function commit() {
  await mkdir(join(repo, "deep"), { recursive: true });
  await writeFile(join(repo, "a.txt"), "a");
  await writeFile(join(repo, "deep", "b.txt"), "b");
  await writeFile(join(repo, ".gitignore"), "*.log\n");
  git("add", ".");
  git("commit", "-qm", "first");
}

/** As if the process that made it had been killed. */
function abandon(path: string): void {
  const { pid } = spawnSync("true");
  git("worktree", "unlock", path);
  git("worktree", "lock", "--reason", `hermes process ${pid} from ${git("rev-parse", "HEAD")}`, path);
}

test("an untouched worktree disappears with its branch, and nothing of it was ever to be seen outside", async () => {
  await commit();
  const tree = await openWorktree(repo, "one");
  expect(existsSync(join(tree.cwd, "a.txt"))).toBe(true);
  expect(git("status", "--porcelain")).toBe("");
  expect(await tree.leave()).toContain("gone");
  expect(existsSync(join(repo, ".worktrees"))).toBe(false);
  expect(git("branch", "--list", "hermes/*")).toBe("");
  expect(git("worktree", "list").split("\n")).toHaveLength(1);
});
test("work goes on in the folder the person stands in, where the tree has it", async () => {
  await commit();
  await mkdir(join(repo, "new"));
  const deep = await openWorktree(join(repo, "deep"), "one");
  expect(deep.cwd).toBe(join(repo, ".worktrees", "one", "deep"));
  const fresh = await openWorktree(join(repo, "new"), "two");
  expect(fresh.cwd).toBe(join(repo, ".worktrees", "two"));
  await deep.leave();
  expect(existsSync(fresh.cwd)).toBe(true);
  await fresh.leave();
});
test("from a detached head, and with changes that stay outside, which is said", async () => {
  await commit();
  git("checkout", "-q", "--detach");
  await writeFile(join(repo, "a.txt"), "mine");
  const tree = await openWorktree(repo, "one");
  expect(tree.news.join("\n")).toContain("1 uncommitted change of yours stay");
  expect(await tree.leave()).toContain("gone");
  expect(git("status", "--porcelain")).toBe("M a.txt");
});

const WORK: readonly (readonly [string, (path: string) => Promise<unknown> | unknown, string])[] = [
  ["a new file", (path) => writeFile(join(path, "new.txt"), "x"), "1 changed file"],
  ["a file git ignores", (path) => writeFile(join(path, "notes.log"), "x"), "1 changed file"],
  ["a commit", (path) => gitIn(path, "commit", "-q", "--allow-empty", "-m", "w"), "1 commit"],
  [
    "a commit that was reset away",
    (path) => {
      gitIn(path, "commit", "-q", "--allow-empty", "-m", "w");
      gitIn(path, "reset", "-q", "--hard", "HEAD^");
    },
    "1 commit",
  ],
  [
    "a commit, and another branch checked out since",
    (path) => {
      gitIn(path, "commit", "-q", "--allow-empty", "-m", "w");
      gitIn(path, "checkout", "-q", "-b", "elsewhere", "HEAD^");
    },
    "1 commit",
  ],
];
test.each(WORK)("%s is never lost", async (_what, work, words) => {
  await commit();
  const tree = await openWorktree(repo, "two");
  await work(tree.cwd);
  const said = await tree.leave();
  expect(said).toContain(`kept in ${tree.cwd}, on branch hermes/two (${words})`);
  expect(existsSync(tree.cwd)).toBe(true);
  // What it says to throw it away does that.
  const undo = /To throw it away: (.*)$/.exec(said)?.[1] ?? "false";
  execFileSync("sh", ["-c", undo], { cwd: repo, stdio: "pipe" });
  expect(existsSync(tree.cwd)).toBe(false);
});
test("a tree whose folder somebody removed leaves nothing behind", async () => {
  await commit();
  const tree = await openWorktree(repo, "gone");
  await rm(tree.cwd, { recursive: true });
  expect(await tree.leave()).toContain("gone");
  expect(git("worktree", "list").split("\n")).toHaveLength(1);
  expect(git("branch", "--list", "hermes/*")).toBe("");
});
test("what a killed run left is cleaned up by the next one; its work is kept and told about once", async () => {
  await commit();
  const idle = await openWorktree(repo, "idle");
  const busy = await openWorktree(repo, "busy");
  const alive = await openWorktree(repo, "alive");
  await writeFile(join(busy.cwd, "new.txt"), "x");
  abandon(idle.cwd);
  abandon(busy.cwd);
  const next = await openWorktree(repo, "next");
  expect(next.news.join("\n")).toContain(`cut off. The work is kept in ${busy.cwd}`);
  expect((await readdir(join(repo, ".worktrees"))).sort()).toEqual([".gitignore", "alive", "busy", "next"]);
  const later = await openWorktree(repo, "later");
  expect(later.news.join("\n")).not.toContain("cut off");
  for (const tree of [next, later, alive]) expect(await tree.leave()).toContain("gone");
});
test("outside a repository, or before the first commit, it says what is missing", async () => {
  await expect(openWorktree(repo, "x")).rejects.toThrow("commit");
  await expect(openWorktree(tmpdir(), "x")).rejects.toThrow("repository");
});
test("what git says against it is told in one sentence", async () => {
  await commit();
  await writeFile(join(repo, ".worktrees"), "a file in the way");
  await expect(openWorktree(repo, "x")).rejects.toThrow(/^A worktree could not be made in .*worktrees: /);
});
