// Skills in a git repository, cloned without running anything it brings along.

import { join } from "node:path";
import type { SkillSource } from "../../../../kernel/skills/source.ts";
import type { Disk } from "../disk.ts";
import { fetchFolder } from "./fetch-folder.ts";
import type { FetchedSkill } from "./fetched.ts";
import { invalid } from "./fetched.ts";

/** Runs git with these arguments; output is stdout. Never throws for a failing git. */
export type RunGit = (
  args: readonly string[],
  options: { readonly cwd: string; readonly timeoutMs: number },
) => Promise<{ readonly code: number; readonly output: string; readonly errors: string }>;

const TIMEOUT_MS = 120_000;
/** Hooks, filters, submodules and remote helpers are how a clone could run something. */
const INERT = [
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.symlinks=false",
  "-c",
  "protocol.ext.allow=never",
  "-c",
  "filter.lfs.smudge=",
  "-c",
  "filter.lfs.process=",
  "-c",
  "filter.lfs.required=false",
];

export async function fetchGit(
  disk: Disk,
  git: RunGit,
  source: Extract<SkillSource, { type: "git" }>,
  scratch: string,
): Promise<FetchedSkill> {
  disk.remove(scratch);
  disk.makeDir(scratch);
  try {
    const clone = join(scratch, "clone");
    await run(git, scratch, [
      ...INERT,
      "clone",
      "--quiet",
      "--no-checkout",
      "--no-recurse-submodules",
      "--",
      source.url,
      clone,
    ]);
    const ref = source.ref === "" ? "HEAD" : source.ref;
    const commit = await commitOf(git, clone, ref);
    await run(git, clone, [...INERT, "checkout", "--quiet", "--detach", commit]);
    return fetchFolder(disk, join(clone, source.path), commit);
  } finally {
    disk.remove(scratch);
  }
}

async function commitOf(git: RunGit, clone: string, ref: string): Promise<string> {
  for (const name of [ref, `origin/${ref}`]) {
    const { code, output } = await git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`], {
      cwd: clone,
      timeoutMs: TIMEOUT_MS,
    });
    const commit = output.trim().split("\n").at(-1) ?? "";
    if (code === 0 && /^[0-9a-f]{40,64}$/.test(commit)) return commit;
  }
  throw invalid(`There is no '${ref}' in the repository.`);
}

async function run(git: RunGit, cwd: string, args: readonly string[]): Promise<void> {
  const { code, errors } = await git(args, { cwd, timeoutMs: TIMEOUT_MS });
  if (code !== 0) throw invalid(`git failed: ${errors.trim().split("\n").at(-1) ?? `exit ${code}`}`);
}
