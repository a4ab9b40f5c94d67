// How many are kept, how much room they take, and what goes first.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git, idOf, world } from "./world.ts";

test("old snapshots go, ids stay the same, and garbage collection proves it", async () => {
  const { checkpoints, dir, put, save, ids, options } = world({ maxSnapshots: 3 });
  const made: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    put("a.txt", `round ${round}\n`);
    made.unshift(idOf(await save()));
  }
  expect(await ids()).toEqual(made.slice(0, 3));
  await checkpoints.prune();
  expect(await ids()).toEqual(made.slice(0, 3));
  expect(git(join(options.dir, "store"), "fsck", "--connectivity-only")).not.toContain("missing");
  expect(() => git(join(options.dir, "store"), "cat-file", "-e", `${made[5]}^{commit}`)).toThrow();
  await checkpoints.restore(dir, made[2] ?? "");
  expect(readFileSync(join(dir, "a.txt"), "utf8")).toBe("round 3\n");
});

test("a pinned one stays while others are added", async () => {
  const { checkpoints, dir, put, ids } = world({ maxSnapshots: 2 });
  put("a.txt", "start\n");
  const pinned = idOf(await checkpoints.save(dir, "x"));
  for (let round = 0; round < 4; round += 1) {
    put("a.txt", `round ${round}\n`);
    await checkpoints.save(dir, "x", { pinned });
  }
  expect(await ids()).toHaveLength(5);
  put("a.txt", "next turn\n");
  await checkpoints.save(dir, "x");
  expect(await ids()).toHaveLength(2);
});

test("the one being restored stays, even when saving what is there pushes it over the edge", async () => {
  const { checkpoints, dir, put, read, save, ids } = world({ maxSnapshots: 2 });
  put("a.txt", "one\n");
  const first = idOf(await save());
  put("a.txt", "two\n");
  await save();
  put("a.txt", "three\n");
  const done = await checkpoints.restore(dir, first);
  expect(read("a.txt")).toBe("one\n");
  expect(await ids()).toContain(first);
  await checkpoints.restore(dir, done.undo ?? "");
  expect(read("a.txt")).toBe("three\n");
});

test("the size cap drops the oldest of all projects, never the newest nor the target", async () => {
  const noise = (seed: number) => {
    const bytes = Buffer.alloc(300_000);
    let state = seed + 1;
    for (let at = 0; at < bytes.length; at += 1) {
      state = (state * 48_271) % 2_147_483_647;
      bytes[at] = state & 255;
    }
    return bytes;
  };
  const { root, checkpoints, dir, put, read, save, options } = world({ maxTotalBytes: 1_048_576 });
  const other = join(root, "other");
  mkdirSync(other);
  writeFileSync(join(other, "x.bin"), noise(100));
  await checkpoints.save(other, "x");
  const made: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    put("a.bin", noise(round));
    made.unshift(idOf(await save()));
  }
  const { bytes } = await checkpoints.status();
  expect(bytes).toBeLessThanOrEqual(options.maxTotalBytes);
  const kept = (await checkpoints.list(dir)).checkpoints.map(({ id }) => id);
  expect(kept).toEqual(made.slice(0, kept.length));
  expect(kept.length).toBeGreaterThan(0);
  const target = kept.at(-1) ?? "";
  put("a.bin", noise(50));
  const done = await checkpoints.restore(dir, target);
  expect(done.restored).toEqual(["a.bin"]);
  expect((await checkpoints.list(dir)).checkpoints.map(({ id }) => id)).toEqual(
    expect.arrayContaining([target, done.undo]),
  );
  expect(read("a.bin")).toBe(noise(5 - kept.length).toString("utf8"));
});

test("forgotten projects go; a folder deleted a moment ago does not", async () => {
  const { root, checkpoints, dir, put, save, clock } = world();
  const old = join(root, "old");
  mkdirSync(old);
  writeFileSync(join(old, "x.txt"), "x\n");
  await checkpoints.save(old, "x");
  await clock.advance(8 * 86_400_000);
  put("a.txt", "one\n");
  await save();
  renameSync(dir, `${dir}-moved`);
  const first = await checkpoints.prune();
  expect(first.projectsRemoved).toEqual([old]);
  expect((await checkpoints.list(dir)).checkpoints).toHaveLength(1);
  expect((await checkpoints.prune({ onlyIfDue: true })).ran).toBe(false);
  expect((await checkpoints.prune({ orphansNow: true })).projectsRemoved).toEqual([dir]);
  expect((await checkpoints.status()).projects).toEqual([]);
});
