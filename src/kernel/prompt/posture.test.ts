// When the coding posture applies and what the snapshot says.

import { expect, test } from "vitest";
import { codingPosture, isCoding, type WorkspaceFacts, workspaceLines } from "./posture.ts";

const facts: WorkspaceFacts = {
  root: "/p",
  git: {
    branch: "main",
    upstream: "origin/main",
    ahead: 1,
    behind: 2,
    staged: 1,
    modified: 0,
    untracked: 3,
    conflicts: 0,
    commits: [1, 2, 3, 4].map((n) => ({ hash: `abc${n}`, subject: `Change ${n}\nsecond line` })),
  },
  manifests: ["package.json"],
  packageManagers: ["pnpm"],
  verify: ["pnpm run test"],
  contextFiles: ["AGENTS.md"],
};

test("auto needs a coding surface and a project", () => {
  const base = { setting: "auto", platform: "cli", inRepository: true, hasProjectMarker: false } as const;
  expect(isCoding(base)).toBe(true);
  expect(isCoding({ ...base, platform: "telegram" })).toBe(false);
  expect(isCoding({ ...base, inRepository: false })).toBe(false);
  expect(isCoding({ ...base, inRepository: false, hasProjectMarker: true })).toBe(true);
  expect(isCoding({ ...base, setting: "on", platform: "telegram" })).toBe(true);
  expect(isCoding({ ...base, setting: "off" })).toBe(false);
});

test("the snapshot names branch, status, three commits and how to verify, one line each", () => {
  const lines = workspaceLines(facts);
  expect(lines).toEqual(
    expect.arrayContaining([
      "- Root: /p",
      "- Branch: main → origin/main (ahead 1, behind 2)",
      "- Status: 1 staged, 3 untracked",
      "- Project: package.json (pnpm)",
      "- Verify: pnpm run test",
      "- Context files: AGENTS.md",
    ]),
  );
  expect(lines.filter((line) => line.includes("Change"))).toHaveLength(3);
  expect(lines.every((line) => !line.includes("\n"))).toBe(true);
});

test("a detached, clean tree says so", () => {
  const { branch: _branch, ...detached } = {
    ...facts.git,
    staged: 0,
    untracked: 0,
    ahead: 0,
    behind: 0,
    modified: 0,
    conflicts: 0,
    commits: [],
  };
  const lines = workspaceLines({ ...facts, git: detached });
  expect(lines).toEqual(expect.arrayContaining(["- Branch: (detached HEAD)", "- Status: clean"]));
});

test("the edit line follows the family", () => {
  expect(codingPosture("gpt-x", undefined)).toMatch(/patch-format/);
  expect(codingPosture("claude-x", undefined)).toMatch(/string replacement/);
  expect(codingPosture("zebra", undefined)).not.toMatch(/patch-format|string replacement/);
});
