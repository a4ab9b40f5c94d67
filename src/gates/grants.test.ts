import { execFile } from "node:child_process";
import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { tempDir } from "../testing/fakes.ts";
import { createGrants } from "./grants.ts";

test("a yes reaches as far as it was given, and no further", async () => {
  await using dir = await tempDir();
  const grants = createGrants({ path: dir.join("grants.json") });
  await grants.add("a", "one", "task");
  await grants.add("a", "two", "session");
  expect(await grants.has("a", "one")).toBe(true);
  expect(await grants.has("b", "two")).toBe(false);
  grants.endTask("a");
  expect(await grants.has("a", "one")).toBe(false);
  expect(await grants.has("a", "two")).toBe(true);
  grants.endSession("a");
  expect(await grants.has("a", "two")).toBe(false);
});

test("always outlives the process, is private, listed and removable", async () => {
  await using dir = await tempDir();
  const path = dir.join("deep", "grants.json");
  const first = createGrants({ path, now: () => "2026-01-15" });
  await Promise.all(["x", "y", "z"].map((key) => first.add("a", key, "always")));
  const second = createGrants({ path });
  expect(await second.has("other session", "y")).toBe(true);
  expect((await second.list()).map((row) => row.key).sort()).toEqual(["x", "y", "z"]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await second.remove("y")).toBe(true);
  expect(await second.remove("y")).toBe(false);
  expect(await first.has("a", "y")).toBe(false);
  expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ version: 1 });
});

test("a yes follows the conversation to its next id", async () => {
  await using dir = await tempDir();
  const grants = createGrants({ path: dir.join("grants.json") });
  await grants.add("a", "one", "session");
  grants.carry("a", "b");
  expect([await grants.has("a", "one"), await grants.has("b", "one")]).toEqual([false, true]);
});

test.each([
  ["cut off", '{"grants": [{"key": ', "damaged"],
  ["of another shape", '["x"]', "damaged"],
  ["with rows nobody understands", '{"version": 1, "grants": [{"key": "x"}, {"rule": "y"}]}', "damaged"],
  ["of a later version", '{"version": 2, "grants": [{"key": "x"}]}', "another version"],
])("a file %s grants nothing, says so, and is not written over", async (_what, content, why) => {
  await using dir = await tempDir();
  const path = dir.join("grants.json");
  await writeFile(path, content);
  const grants = createGrants({ path });
  expect(await grants.has("a", "x")).toBe(false);
  expect(await grants.trouble()).toContain(why);
  await grants.add("a", "y", "always");
  expect(await grants.has("a", "y")).toBe(true);
  expect(await grants.has("b", "y")).toBe(false);
  expect(await readFile(path, "utf8")).toBe(content);
  await expect(grants.list()).rejects.toThrow(why);
  await expect(grants.remove("x")).rejects.toThrow(why);
});

test.skipIf(process.getuid?.() !== 0)(
  "a file that another user may not read grants them nothing and says so",
  async () => {
    await using dir = await tempDir();
    await chmod(dir.path, 0o755);
    await writeFile(dir.join("grants.json"), '{"version": 1, "grants": [{"key": "x"}]}', { mode: 0o600 });
    const load = `const { createGrants } = await import(${JSON.stringify(join(import.meta.dirname, "grants.ts"))});`;
    const script = `process.setgid(65534); process.setuid(65534);
    const grants = createGrants({ path: ${JSON.stringify(dir.join("grants.json"))} });
    console.log(JSON.stringify([await grants.has("a", "x"), await grants.trouble()]));`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", load + script]);
    expect(JSON.parse(stdout)).toEqual([false, expect.stringContaining("cannot be read (EACCES)")]);
  },
);

test("no file is no trouble", async () => {
  await using dir = await tempDir();
  expect(await createGrants({ path: dir.join("grants.json") }).trouble()).toBeUndefined();
});
