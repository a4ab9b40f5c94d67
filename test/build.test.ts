// What the build leaves behind for those who are running, and where it cannot make all it would like to.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
// @ts-expect-error: a script without types
import { retireChunks } from "../scripts/build/old-chunks.mjs";
// @ts-expect-error: a script without types
import { freeze } from "../scripts/build/snapshot.mjs";

const DAY_S = 24 * 3600;

let dist = "";
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), "hermes-build-"));
  mkdirSync(join(dist, "chunks"));
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

test("a chunk stays for a day after the build that no longer has it, however old it is", () => {
  const built = (names: string[], at: number) => {
    const kept = new Set(names.map((name) => join(dist, "chunks", name)));
    retireChunks({ dist, kept, now: new Date(at * 1000) });
    for (const path of [...kept, join(dist, "hermes.mjs")]) {
      writeFileSync(path, "");
      utimesSync(path, at, at);
    }
    return readdirSync(join(dist, "chunks")).sort();
  };
  const start = 1_700_000_000;
  expect(built(["a", "b"], start)).toEqual(["a", "b"]);
  expect(built(["a", "c"], start + 9 * DAY_S)).toEqual(["a", "b", "c"]);
  expect(built(["a", "d"], start + 9.5 * DAY_S)).toEqual(["a", "b", "c", "d"]);
  expect(built(["a", "d"], start + 10.2 * DAY_S)).toEqual(["a", "c", "d"]);
  expect(built(["a", "d"], start + 10.6 * DAY_S)).toEqual(["a", "d"]);
});

test.each([
  ["that cannot be made", "exit 1"],
  ["that is killed on the way", "kill -KILL $$"],
  // What a full disk leaves: written, but no start comes from it.
  ["no start comes from", 'case $* in *--build-snapshot*) : > "$2" ;; *--snapshot-blob*) kill -SEGV $$ ;; esac'],
])("a snapshot %s leaves neither itself nor a stamp, nor the last one", (_why, script) => {
  const node = join(dist, "node");
  writeFileSync(node, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  for (const old of ["program.blob", "program.stamp"]) writeFileSync(join(dist, old), "old");
  expect(freeze({ dist, node, flags: [] })).toMatch(/^no snapshot/);
  expect(readdirSync(dist).sort()).toEqual(["chunks", "node"]);
});
