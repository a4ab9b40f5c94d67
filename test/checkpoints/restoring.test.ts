import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { idOf, world } from "./world.ts";

test("brings back changed and deleted files, keeps new ones, and can itself be taken back", async () => {
  const { checkpoints, dir, put, read, save, ids } = world();
  put("a.txt", "one\n");
  put("deep/er/b.txt", "two\n");
  const id = idOf(await save());
  put("a.txt", "changed\n");
  rmSync(join(dir, "deep"), { recursive: true });
  put("new.txt", "fresh\n");
  const done = await checkpoints.restore(dir, id.slice(0, 7));
  expect([...done.restored].sort()).toEqual(["a.txt", "deep/er/b.txt"]);
  expect(done.kept).toEqual(["new.txt"]);
  expect([read("a.txt"), read("deep/er/b.txt"), read("new.txt")]).toEqual(["one\n", "two\n", "fresh\n"]);

  expect((await ids()).slice(0, 2)).toEqual([done.undo, id]);
  const back = await checkpoints.restore(dir, done.undo ?? "", { removeNew: true });
  expect([...back.removed]).toEqual(["deep/er/b.txt"]);
  expect(read("a.txt")).toBe("changed\n");
  expect(readdirSync(dir).sort()).toEqual(["a.txt", "new.txt"]);
});

test("removes new files when asked, each of them saved first", async () => {
  const { checkpoints, dir, put, read, save } = world();
  put("a.txt", "one\n");
  const id = idOf(await save());
  put("made/by/agent.txt", "fresh\n");
  const done = await checkpoints.restore(dir, id, { removeNew: true });
  expect(done.removed).toEqual(["made/by/agent.txt"]);
  expect(readdirSync(dir)).toEqual(["a.txt"]);
  await checkpoints.restore(dir, done.undo ?? "");
  expect(read("made/by/agent.txt")).toBe("fresh\n");
});

test("one file or one folder", async () => {
  const { checkpoints, dir, put, read, save } = world();
  for (const name of ["a.txt", "lib/b.txt", "lib/c.txt", "library.txt"]) put(name, "old\n");
  const id = idOf(await save());
  for (const name of ["a.txt", "lib/b.txt", "lib/c.txt", "library.txt"]) put(name, "new\n");
  expect((await checkpoints.restore(dir, id, { path: "lib/b.txt" })).restored).toEqual(["lib/b.txt"]);
  expect((await checkpoints.restore(dir, id, { path: join(dir, "lib") })).restored).toEqual(["lib/c.txt"]);
  expect(read("library.txt")).toBe("new\n");
  for (const path of ["../outside", "/etc/passwd", "lib/../../x"])
    await expect(checkpoints.restore(dir, id, { path })).rejects.toMatchObject({ kind: "invalid" });
  await expect(checkpoints.restore(dir, id, { path: "nothing.txt" })).rejects.toMatchObject({ kind: "not-found" });
});

test("a path is meant from the folder one is in, or as the checkpoint names it", async () => {
  const { root, checkpoints, dir, put, read, save } = world();
  put("lib/b.txt", "old\n");
  const id = idOf(await save());
  const link = join(root, "link");
  symlinkSync(join(dir, "lib"), link);
  for (const [path, from] of [
    ["b.txt", join(dir, "lib")],
    ["lib/b.txt", join(dir, "lib")],
    ["b.txt", link],
    ["../lib/b.txt", join(dir, "lib")],
  ] as const) {
    put("lib/b.txt", "new\n");
    expect((await checkpoints.diff(dir, id, { path, from })).files).toEqual([{ path: "lib/b.txt", change: "changed" }]);
    expect((await checkpoints.restore(dir, id, { path, from })).restored).toEqual(["lib/b.txt"]);
    expect(read("lib/b.txt")).toBe("old\n");
  }
  const out = { path: "../../x", from: join(dir, "lib") };
  await expect(checkpoints.restore(dir, id, out)).rejects.toMatchObject({ kind: "invalid" });
});

test("a folder that is gone altogether comes back", async () => {
  const { checkpoints, dir, put, read, save } = world();
  put("a/b.txt", "one\n");
  const id = idOf(await save());
  rmSync(dir, { recursive: true });
  await checkpoints.restore(dir, id);
  expect(read("a/b.txt")).toBe("one\n");
});

test("a reference must name exactly one checkpoint of this folder", async () => {
  const { root, checkpoints, dir, put, save } = world();
  put("a.txt", "one\n");
  await save();
  const other = join(root, "other");
  mkdirSync(other);
  writeFileSync(join(other, "x.txt"), "x\n");
  const foreign = idOf(await checkpoints.save(other, "x"));
  await expect(checkpoints.restore(dir, foreign)).rejects.toMatchObject({ kind: "not-found" });
  await expect(checkpoints.restore(dir, "HEAD~1")).rejects.toMatchObject({ kind: "invalid" });
  await expect(checkpoints.restore(dir, "--help")).rejects.toMatchObject({ kind: "invalid" });
  await expect(checkpoints.restore(dir, "7")).rejects.toMatchObject({ kind: "not-found" });
});
