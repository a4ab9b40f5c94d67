// Looking without changing: what differs, and which project a file belongs to.

import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git, idOf, world } from "./world.ts";

test("a diff shows from then to now, new and ignored files included, and stores nothing", async () => {
  const { checkpoints, dir, put, save, options } = world();
  put("a.txt", "one\n");
  put("later-ignored.txt", "here\n");
  const id = idOf(await save());
  put("a.txt", "two\n");
  put("b.txt", "new\n");
  put(".gitignore", "later-ignored.txt\n");
  const objects = () => git(join(options.dir, "store"), "count-objects").trim();
  const before = objects();
  const { unified, files } = await checkpoints.diff(dir, "1");
  expect(files).toEqual([
    { path: ".gitignore", change: "added" },
    { path: "a.txt", change: "changed" },
    { path: "b.txt", change: "added" },
  ]);
  expect(unified).toMatch(/-one\n\+two/);
  expect((await checkpoints.diff(dir, id, { path: "b.txt" })).unified).not.toContain("a.txt");
  expect(objects()).toBe(before);
  expect(readdirSync(join(options.dir, "store")).filter((name) => name.startsWith("compare-"))).toEqual([]);
});

test("the nearest marked folder, else the workspace, else the file's own", async () => {
  const { root, checkpoints, dir, put } = world();
  put("packages/one/package.json", "{}");
  put("packages/one/src/x.ts", "x");
  put("notes/y.md", "y");
  const of = (path: string) => checkpoints.projectOf(path, dir);
  expect(await of(join(dir, "packages/one/src/x.ts"))).toBe(join(dir, "packages/one"));
  expect(await of(join(dir, "notes/y.md"))).toBe(dir);
  expect(await of(join(dir, "not/there/yet.md"))).toBe(dir);
  mkdirSync(join(root, "apart"));
  expect(await of(join(root, "apart/z.md"))).toBe(join(root, "apart"));
  symlinkSync(join(dir, "packages"), join(root, "shortcut"));
  expect(await of(join(root, "shortcut/one/src/x.ts"))).toBe(join(dir, "packages/one"));
});
