// Files that are neither read nor written, and those that are asked about.

import { expect, test } from "vitest";
import { call, contextOf, fileTool, OPTIONS, WORKSPACE, type World } from "../testing/gate-call.ts";
import { pathGuard } from "./path-guard.ts";

const check = (effect: "read" | "write", path: string, world?: World) =>
  pathGuard(OPTIONS).check(call({ path }), fileTool(effect), contextOf(world));

test.each([
  "config.yaml",
  ".env",
  "auth.json",
  "hooks/x/handler.py",
  "cron/jobs.json",
  "plugins/a/index.ts",
  "pending/a.json",
  "shell-hooks-allowlist.json",
  "state.db",
  "checkpoints/store",
  "profiles/office/config.yaml",
])("%s of the agent's home is neither read nor written", async (name) => {
  expect(await check("read", `/home/ann/.hermes/${name}`)).toMatchObject({ type: "deny" });
  expect(await check("write", `/home/ann/.hermes/${name}`)).toMatchObject({ type: "deny" });
});

test.each([
  "/home/ann/.ssh/id_ed25519",
  "/home/ann/.aws/credentials",
  "/home/ann/.netrc",
  "/home/ann/.gnupg/x",
  "/etc/shadow",
  `${WORKSPACE}/.env`,
  `${WORKSPACE}/.env.production`,
])("%s is not read", async (path) => {
  expect(await check("read", path)).toMatchObject({ type: "deny" });
});

test("the workspace is free, an example file too, elsewhere reading is free and writing asks", async () => {
  expect(await check("write", "src/a.ts")).toEqual({ type: "allow" });
  expect(await check("read", ".env.example")).toEqual({ type: "allow" });
  expect(await check("read", "/usr/share/dict/words")).toEqual({ type: "allow" });
  expect(await check("write", "/tmp/a")).toMatchObject({ type: "ask" });
  expect(await check("write", "../other/a")).toMatchObject({ type: "ask" });
  expect(await check("write", "/home/ann/.bashrc")).toMatchObject({ type: "ask" });
  expect(await check("write", ".git/hooks/pre-commit")).toMatchObject({ type: "ask" });
});

test("judges where a symlink leads", async () => {
  const links = { [`${WORKSPACE}/a`]: "/home/ann/.hermes/config.yaml" };
  expect(await check("write", "a", { links })).toMatchObject({ type: "deny" });
});
