import { readFile, stat, writeFile } from "node:fs/promises";
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

test("a broken file grants nothing", async () => {
  await using dir = await tempDir();
  const path = dir.join("grants.json");
  await writeFile(path, '{"grants": [{"key": ');
  expect(await createGrants({ path }).has("a", "x")).toBe(false);
});
