import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { SILENT_LOG } from "../../contracts/log.ts";
import { fileSpill } from "./spill.ts";

const dirs: string[] = [];
async function freshDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "spill-"));
  dirs.push(dir);
  return dir;
}
afterEach(async () => {
  for (const dir of dirs.splice(0)) await rm(dir, { recursive: true, force: true });
});

test("what is spilled can be read again, by its owner only, whatever the session is called", async () => {
  const dir = join(await freshDir(), "deep", "er");
  const path = await fileSpill(dir, SILENT_LOG).save("../../etc/evil", "long text");
  expect(path?.startsWith(dir)).toBe(true);
  expect(await readFile(path ?? "", "utf8")).toBe("long text");
  expect((await stat(path ?? "")).mode & 0o077).toBe(0);
});

test("the oldest go when the quota is reached", async () => {
  const dir = await freshDir();
  const spill = fileSpill(dir, SILENT_LOG, 250);
  const first = await spill.save("s", "a".repeat(100));
  await utimes(first ?? "", 1_000, 1_000);
  await spill.save("s", "b".repeat(100));
  await spill.save("s", "c".repeat(100));
  const names = await readdir(dir);
  expect(names).toHaveLength(2);
  expect(names.some((name) => first?.endsWith(name))).toBe(false);
});

test("nowhere to write: no path, no failure", async () => {
  const dir = await freshDir();
  await writeFile(join(dir, "file"), "");
  expect(await fileSpill(join(dir, "file", "below"), SILENT_LOG).save("s", "x")).toBeUndefined();
});
