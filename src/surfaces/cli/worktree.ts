// `-w`: work in a fresh git worktree. What was done there is never lost: only an untouched one is cleaned up, at the end
// of its run or, when that was cut off, at the start of the next one.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { isAlive } from "../../config/file-lock.ts";
import { UsageFailure } from "../../kernel/failure.ts";
import { WORDS } from "./words.data.ts";

export interface Worktree {
  /** Where to work: the folder of the repository the person stands in, in the new tree. */
  readonly cwd: string;
  /** What the person should know before it begins. */
  readonly news: readonly string[];
  /** Removes the worktree when nothing was done in it; says what became of it. */
  leave(): Promise<string>;
}

interface Tree {
  readonly root: string;
  readonly path: string;
  readonly branch: string;
  /** The commit it began at. */
  readonly start: string;
}

type Work = { readonly type: "none" } | { readonly type: "some"; readonly words: string };

const run = promisify(execFile);

export async function isRepository(cwd: string): Promise<boolean> {
  return (await rootOf(cwd).catch(() => undefined)) !== undefined;
}

/** `name` makes branch and folder unique. Throws UsageFailure outside a repository or without a commit to start from. */
export async function openWorktree(cwd: string, name: string): Promise<Worktree> {
  const root = await rootOf(cwd);
  if (root === undefined) throw new UsageFailure(WORDS.worktree.noRepository, 1);
  const start = await git(root, "rev-parse", "--verify", "HEAD").catch(() => undefined);
  if (start === undefined) throw new UsageFailure(WORDS.worktree.noCommit, 1);
  const found = await settleAbandoned(root);
  const tree: Tree = { root, path: join(root, ".worktrees", name), branch: `hermes/${name}`, start };
  try {
    await make(tree);
  } catch (error) {
    throw new UsageFailure(WORDS.worktree.notMade(dirname(tree.path), gitWords(error)), 1);
  }
  const below = await git(cwd, "rev-parse", "--show-prefix");
  const here = resolve(tree.path, below);
  return {
    cwd: existsSync(here) ? here : tree.path,
    news: [...found, ...(await leftOutside(root)), WORDS.worktree.workingIn(tree.path, tree.branch)],
    leave: () => settle(tree),
  };
}

function rootOf(cwd: string): Promise<string | undefined> {
  return git(cwd, "rev-parse", "--show-toplevel").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new UsageFailure(WORDS.worktree.noGit, 1);
    return undefined;
  });
}

async function make({ root, path, branch, start }: Tree): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  if (!(await isIgnored(root, path))) await writeFile(join(folder, ".gitignore"), "*\n");
  await git(root, "worktree", "add", "--quiet", "-b", branch, path, start);
  await git(root, "worktree", "lock", "--reason", `hermes process ${process.pid} from ${start}`, path);
}

async function settle(tree: Tree): Promise<string> {
  const { root, path, branch } = tree;
  await git(root, "worktree", "unlock", path).catch(() => undefined);
  const work = await workIn(tree).catch((error: unknown): Work => ({ type: "some", words: gitWords(error) }));
  if (work.type === "some")
    return [WORDS.worktree.kept(path, branch, work.words), WORDS.worktree.toThrowAway(quoted(path), branch)].join("\n");
  if (existsSync(path)) await git(root, "worktree", "remove", "--force", path);
  else await git(root, "worktree", "prune");
  await git(root, "branch", "--quiet", "-D", branch).catch(() => undefined);
  await removeEmpty(dirname(path));
  return WORDS.worktree.unchanged;
}

/** Files of any kind, ignored ones included, and commits, also those no branch leads to any more. */
async function workIn({ root, path, branch, start }: Tree): Promise<Work> {
  const tip = await git(root, "rev-parse", "--verify", "--quiet", `refs/heads/${branch}`).catch(() => start);
  const there = existsSync(path);
  const files = there ? linesOf(await git(path, "status", "--porcelain", "--ignored")).length : 0;
  const visited = there ? linesOf(await git(path, "log", "-g", "--format=%H", "HEAD")) : [];
  const ahead = new Set([
    ...linesOf(await git(root, "rev-list", tip, "--not", start)),
    ...linesOf(await git(there ? path : root, "rev-list", start, ...visited, "--not", start, "--branches", "--tags")),
  ]).size;
  if (files === 0 && ahead === 0) return { type: "none" };
  const words = [
    files === 0 ? "" : WORDS.worktree.changedFiles(files),
    ahead === 0 ? "" : WORDS.worktree.commits(ahead),
  ];
  return { type: "some", words: words.filter((word) => word !== "").join(", ") };
}

/** Trees of runs that were cut off. What was done in them is told about, once. */
async function settleAbandoned(root: string): Promise<readonly string[]> {
  const told: string[] = [];
  for (const block of (await git(root, "worktree", "list", "--porcelain")).split("\n\n")) {
    const path = /^worktree (.+)$/m.exec(block)?.[1];
    const [, pid, start] = /^locked hermes process (\d+) from ([0-9a-f]+)$/m.exec(block) ?? [];
    if (path === undefined || pid === undefined || start === undefined || isAlive(Number(pid))) continue;
    const branch = `hermes/${path.slice(dirname(path).length + 1)}`;
    const words = await settle({ root, path, branch, start });
    if (existsSync(path)) told.push(WORDS.worktree.cutOff(words));
  }
  return told;
}

async function leftOutside(root: string): Promise<readonly string[]> {
  const changes = linesOf(await git(root, "status", "--porcelain")).length;
  return changes === 0 ? [] : [WORDS.worktree.outside(changes)];
}

async function isIgnored(root: string, path: string): Promise<boolean> {
  return git(root, "check-ignore", "--quiet", path).then(
    () => true,
    () => false,
  );
}

/** The folder of all worktrees goes with the last of them. */
async function removeEmpty(folder: string): Promise<void> {
  const left = await readdir(folder).catch(() => undefined);
  if (left === undefined || left.some((name) => name !== ".gitignore")) return;
  await rm(join(folder, ".gitignore"), { force: true });
  await rmdir(folder).catch(() => undefined);
}

const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
const linesOf = (text: string): readonly string[] => text.split("\n").filter((line) => line !== "");

/** Git's own last words about it, on one line. */
function gitWords(error: unknown): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  const words = linesOf(said).at(-1) ?? WORDS.worktree.gitNotRun;
  return words.replace(/^(?:fatal|error): /, "");
}

async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run("git", [...args], { cwd, maxBuffer: 16 * 1024 * 1024 });
  return stdout.trim();
}
