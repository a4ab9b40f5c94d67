// The first steps of the program, run from its source in a process of its own: whatever goes wrong there is one sentence.

import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { root } from "./source-text.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hermes-start-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function hermes(args: readonly string[], stdout: "pipe" | number = "pipe") {
  return spawnSync(process.execPath, [join(root, "src/main.ts"), ...args], {
    encoding: "utf8",
    cwd: home,
    stdio: ["ignore", stdout, "pipe"],
    env: { PATH: process.env.PATH, HOME: home, HERMES_HOME: home, NODE_NO_WARNINGS: "1" },
  });
}

test.each([[["-p"]], [["-p", "../../etc"]], [["--profile=a b"]]])("%j is answered in one sentence", (args) => {
  const { status, stderr } = hermes(args);
  expect(status).toBe(2);
  expect(stderr).toMatch(/^hermes: [^\n]*profile[^\n]*\n$/);
});

describe("a profile in use that is gone", () => {
  beforeEach(() => writeFileSync(join(home, "active_profile"), "gone\n"));

  test("stops commands with advice that works", () => {
    const stopped = hermes(["config", "path"]);
    expect(stopped.status).toBe(1);
    expect(stopped.stderr).toContain('"hermes profile use default"');
    const back = hermes(["profile", "use", "default"]);
    expect(back.status).toBe(0);
    expect(back.stderr).toMatch(/^hermes: [^\n]*gone[^\n]*\n$/);
    expect(hermes(["config", "path"])).toMatchObject({ status: 0, stderr: "" });
  });

  test("can be listed past and made anew", () => {
    expect(hermes(["profile", "list"]).stdout).toContain("default");
    expect(hermes(["profile", "create", "gone"]).status).toBe(0);
    expect(hermes(["config", "path"]).stdout).toContain(join("profiles", "gone"));
  });
});

test("what nobody foresaw is one sentence, exit 1 and a line in the log", () => {
  const full = openSync("/dev/full", "w");
  const { status, stderr } = hermes(["config", "show", "--all"], full);
  closeSync(full);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^hermes: Something broke inside Hermes: [^\n]*ENOSPC[^\n]*errors\.log\.\n$/);
  expect(readFileSync(join(home, "logs/errors.log"), "utf8")).toContain("ENOSPC");
});
