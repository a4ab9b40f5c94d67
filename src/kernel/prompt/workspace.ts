// Facts about a workspace from what git and the directory say: parsing only, nothing is run here.

import { redactionNotice } from "../context-files/load.ts";
import { isRecord, parseJson } from "../json.ts";
import { guardText } from "../scan/redact.ts";
import type { WorkspaceFacts } from "./posture.ts";

type Git = NonNullable<WorkspaceFacts["git"]>;

export interface ReadGit {
  readonly git: Git;
  /** For a person: what was left out of the repository's words. */
  readonly notices: readonly string[];
}

/** Output of `git status --porcelain=v2 --branch` and of `git log -3 --format='%h %s'`. */
export function readGit(status: string, log: string): ReadGit {
  const notices: string[] = [];
  /** Repository words are someone else's words: scanned like every context file. */
  const safe = (words: string, name: string): string => {
    const { text, redactions } = guardText(words, name, "context");
    notices.push(...redactions.map((redaction) => redactionNotice(name, redaction)));
    return text;
  };
  const header = new Map<string, string>();
  let staged = 0;
  let modified = 0;
  let untracked = 0;
  let conflicts = 0;
  for (const line of status.split("\n")) {
    const head = /^# branch\.(\w+) (.*)$/.exec(line);
    if (head) header.set(head[1] ?? "", head[2] ?? "");
    else if (line.startsWith("? ")) untracked++;
    else if (line.startsWith("u ")) conflicts++;
    else if (/^[12] /.test(line)) {
      if (line[2] !== ".") staged++;
      if (line[3] !== ".") modified++;
    }
  }
  const branch = header.get("head");
  const upstream = header.get("upstream");
  const ahead = /^\+(\d+) -(\d+)$/.exec(header.get("ab") ?? "");
  const git: Git = {
    ...(branch === undefined || branch === "(detached)" ? {} : { branch: safe(branch, "git branch") }),
    ...(upstream === undefined ? {} : { upstream: safe(upstream, "git upstream") }),
    ahead: Number(ahead?.[1] ?? 0),
    behind: Number(ahead?.[2] ?? 0),
    ...{ staged, modified, untracked, conflicts },
    commits: log
      .split("\n")
      .filter((line) => line !== "")
      .slice(0, 3)
      .map((line) => {
        const hash = line.split(" ", 1)[0] ?? "";
        return { hash, subject: safe(line.slice(line.indexOf(" ") + 1), `git commit ${hash}`) };
      }),
  };
  return { git, notices };
}

const MANAGERS: readonly (readonly [file: string, manager: string])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["package-lock.json", "npm"],
  ["uv.lock", "uv"],
  ["poetry.lock", "poetry"],
  ["Cargo.lock", "cargo"],
];
const CHECKS = ["test", "lint", "typecheck", "types", "build", "check", "format"];

export function packageManagers(files: readonly string[]): readonly string[] {
  return MANAGERS.filter(([file]) => files.includes(file)).map(([, manager]) => manager);
}

/** Commands that check the project, as far as its files name them. */
export function verifyCommands(files: readonly string[], packageJson: string | undefined): readonly string[] {
  const commands: string[] = [];
  if (files.includes("scripts/run_tests.sh")) commands.push("scripts/run_tests.sh");
  const parsed = packageJson === undefined ? undefined : parseJson(packageJson);
  const scripts =
    parsed?.type === "ok" && isRecord(parsed.value) && isRecord(parsed.value.scripts) ? parsed.value.scripts : {};
  const manager = packageManagers(files).find((name) => ["pnpm", "yarn", "bun", "npm"].includes(name)) ?? "npm";
  for (const name of CHECKS) if (typeof scripts[name] === "string") commands.push(`${manager} run ${name}`);
  if (files.includes("pytest.ini") || files.includes("conftest.py") || files.includes("tox.ini"))
    commands.push("pytest");
  if (files.includes("Cargo.toml")) commands.push("cargo test");
  if (files.includes("go.mod")) commands.push("go test ./...");
  if (files.includes("Makefile")) commands.push("make");
  return commands;
}
