// A full disk, a kill at any moment, a broken index.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectHash } from "../../src/stores/files/checkpoints/layout.ts";
import { git, idOf, killed, world } from "./world.ts";

function smallDisk(size: string): string {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "small-disk-")));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", base]);
  onTestFinished(() => {
    execFileSync("umount", ["-l", base]);
    rmSync(base, { recursive: true });
  });
  return base;
}

test("a full disk: nothing half-saved, nothing touched, and it says so", async () => {
  const base = smallDisk("1m");
  const { checkpoints, put, read, save, dir, ids } = world({ dir: join(base, "checkpoints") });
  put("a.txt", "one\n");
  const first = idOf(await save());
  put("a.txt", "two\n");
  for (let index = 0; index < 40; index += 1)
    put(`f${index}.bin`, execFileSync("head", ["-c", "60000", "/dev/urandom"]));
  await expect(save()).rejects.toMatchObject({ kind: "full" });
  await expect(checkpoints.restore(dir, first)).rejects.toMatchObject({ kind: "full" });
  expect(read("a.txt")).toBe("two\n");
  expect(await ids()).toEqual([first]);
  for (let index = 0; index < 40; index += 1) rmSync(join(dir, `f${index}.bin`));
  await checkpoints.prune();
  await checkpoints.restore(dir, first);
  expect(read("a.txt")).toBe("one\n");
});

test("a full disk under the project: the old file stays whole", async () => {
  const base = smallDisk("600k");
  const { checkpoints } = world();
  const work = join(base, "project");
  mkdirSync(work);
  writeFileSync(join(work, "big.txt"), "o".repeat(250_000));
  const id = idOf(await checkpoints.save(work, "x"));
  writeFileSync(join(work, "big.txt"), "small and precious\n");
  writeFileSync(join(work, "filler.bin"), Buffer.alloc(420_000));
  const done = await checkpoints.restore(work, id);
  expect(done.leftOut).toContainEqual({ path: "big.txt", why: "could-not-write" });
  expect(readFileSync(join(work, "big.txt"), "utf8")).toBe("small and precious\n");
  expect(readdirSync(work).sort()).toEqual(["big.txt", "filler.bin"]);
});

test("killed at any moment, the next one works and nothing is lost", async () => {
  const { options, put, save, ids, dir } = world();
  put("a.txt", "one\n");
  await save();
  for (let round = 0; round < 6; round += 1) {
    for (let index = 0; index < 60; index += 1) put(`f${index}.txt`, `${round} ${index}\n`);
    const before = await ids();
    await killed(options, dir, 5 + round * 25);
    const after = await ids();
    expect(after.slice(-before.length)).toEqual(before);
  }
  put("a.txt", "last\n");
  expect((await save()).type).toBe("saved");
  expect(git(join(options.dir, "store"), "fsck", "--connectivity-only")).not.toMatch(/missing|broken/);
});

test("a broken index is made anew", async () => {
  const { options, put, save, dir, ids } = world();
  put("a.txt", "one\n");
  await save();
  writeFileSync(join(options.dir, "store", "indexes", projectHash(dir)), "garbage");
  put("a.txt", "two\n");
  expect((await save()).type).toBe("saved");
  expect(await ids()).toHaveLength(2);
});
