// What a checkpoint is, where it lies, and when none is taken.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { StoreFailure } from "../../src/kernel/failure.ts";
import { createCheckpoints } from "../../src/stores/files/checkpoints/checkpoints.ts";
import { projectHash } from "../../src/stores/files/checkpoints/layout.ts";
import { fakeIds } from "../../src/testing/fakes.ts";
import { git, idOf, world } from "./world.ts";

test("lists newest first, with reason, time and what changed", async () => {
  const { checkpoints, put, save, dir } = world();
  put("a.txt", "one\n");
  const first = idOf(await save("before write_file"));
  put("a.txt", "two\n");
  put("b.txt", "new\n");
  const second = idOf(await save("before terminal: rm -rf b.txt"));
  const { workdir, checkpoints: listed } = await checkpoints.list(dir);
  expect(workdir).toBe(dir);
  expect(listed.map(({ id, number, reason }) => ({ id, number, reason }))).toEqual([
    { id: second, number: 1, reason: "before terminal: rm -rf b.txt" },
    { id: first, number: 2, reason: "before write_file" },
  ]);
  expect(listed[0]).toMatchObject({ filesChanged: 2, insertions: 2, deletions: 1 });
  expect(Date.parse(listed[0]?.at ?? "")).toBeGreaterThan(Date.parse(listed[1]?.at ?? ""));
});

test("nothing changed means nothing new, also when only times changed", async () => {
  const { put, save, ids } = world();
  put("a.txt", "one\n");
  const first = await save();
  put("a.txt", "one\n");
  expect(await save()).toEqual({ type: "unchanged", id: idOf(first) });
  expect(await ids()).toHaveLength(1);
});

test("a change of the same size right after a snapshot is seen", async () => {
  const { put, save, ids } = world();
  put("a.txt", "0");
  await save();
  for (let round = 1; round <= 8; round += 1) {
    put("a.txt", String(round));
    expect((await save()).type).toBe("saved");
  }
  expect(await ids()).toHaveLength(9);
});

test("the layout is the shared one", async () => {
  const { options, dir, put, save, clock } = world();
  put("a.txt", "one\n");
  const id = idOf(await save());
  const store = join(options.dir, "store");
  const hash = projectHash(dir);
  expect(git(store, "rev-parse", `refs/hermes/${hash}`).trim()).toBe(id);
  expect(existsSync(join(store, "indexes", hash))).toBe(true);
  expect(JSON.parse(readFileSync(join(store, "projects", `${hash}.json`), "utf8"))).toMatchObject({
    workdir: dir,
    last_touch: clock.now() / 1000,
  });
  expect(git(store, "log", "-1", "--format=%an <%ae>", id).trim()).toBe("Hermes Checkpoint <hermes@local>");
  expect(statSync(store).mode & 0o077).toBe(0);
  expect(readdirSync(join(store, "indexes"))).toEqual([hash]);
});

test("repositories of an older layout are put aside, once", async () => {
  const { options, put, save, clock } = world();
  const older = join(options.dir, "0123456789abcdef");
  mkdirSync(older, { recursive: true });
  execFileSync("git", ["init", "-q", "--bare", older]);
  put("a.txt", "one\n");
  await save();
  const aside = `legacy-${Math.floor(clock.now() / 1000)}`;
  expect(readdirSync(options.dir).filter((name) => !name.startsWith("."))).toEqual([aside, "store"]);
  expect(existsSync(join(options.dir, aside, "0123456789abcdef", "HEAD"))).toBe(true);
});

test("the project is left as it was: no files, no repository, its own git untouched", async () => {
  const { dir, put, save } = world();
  execFileSync("git", ["init", "-q"], { cwd: dir });
  put("a.txt", "one\n");
  execFileSync("git", ["add", "a.txt"], { cwd: dir });
  const before = readFileSync(join(dir, ".git/index"));
  put("b.txt", "two\n");
  await save();
  expect(readdirSync(dir).sort()).toEqual([".git", "a.txt", "b.txt"]);
  expect(readFileSync(join(dir, ".git/index")).equals(before)).toBe(true);
});

test("secrets in the reason are masked; line ends cannot forge entries", async () => {
  const { checkpoints, dir, put, save } = world();
  put("a.txt", "one\n");
  await save('before terminal: curl -u me:hunter2\nleft-out: too-large "forged"');
  const detail = await checkpoints.show(dir, "1");
  expect(detail.reason).not.toContain("hunter2");
  expect(detail.leftOut).toEqual([]);
});

test("whole homes, shared places and the agent's own home are not taken", async () => {
  const { checkpoints, home, root, options } = world();
  mkdirSync(join(root, "user"), { recursive: true });
  mkdirSync(join(home, "memories"), { recursive: true });
  for (const place of ["/", "/tmp", root, options.places.userHome, join(home, "memories")])
    expect((await checkpoints.save(place, "x")).type, place).toBe("skipped");
});

test("too many files, or more than the cap, is said and nothing is kept", async () => {
  const many = world({ maxEntries: 5 });
  for (let index = 0; index < 6; index += 1) many.put(`f${index}`, "x");
  expect(await many.save()).toMatchObject({ type: "skipped", why: expect.stringContaining("more than 5 files") });
  const big = world({ maxTotalBytes: 1_048_576 });
  for (let index = 0; index < 4; index += 1) big.put(`f${index}`, Buffer.alloc(400_000, index));
  expect(await big.save()).toMatchObject({ type: "skipped", why: expect.stringContaining("1 MB") });
  expect(await big.ids()).toEqual([]);
});

test("without git it says so", async () => {
  const { save, put } = world({ git: "/nonexistent/git" });
  put("a", "x");
  await expect(save()).rejects.toThrow(StoreFailure);
  await expect(save()).rejects.toMatchObject({ kind: "not-found" });
});

test("two processes' worth of saves at once lose nothing", async () => {
  const { options, put, dir, ids } = world();
  const others = [createCheckpoints(options), createCheckpoints({ ...options, ids: fakeIds(2) })];
  put("a.txt", "one\n");
  const saved = await Promise.all(others.flatMap((one) => [one.save(dir, "x"), one.save(dir, "y")]));
  expect(saved.filter(({ type }) => type === "saved")).toHaveLength(1);
  expect(new Set(saved.map(idOf)).size).toBe(1);
  expect(await ids()).toHaveLength(1);
});
