// The generated pages say what the program does today.

import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

test("docs/reference is up to date", () => {
  const root = resolve(import.meta.dirname, "..");
  const done = spawnSync(process.execPath, [join(root, "scripts/reference.mjs"), "--check"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(done.stderr.split("\n").filter((line) => line.includes("out of date"))).toEqual([]);
  expect(done.status).toBe(0);
});
