import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { fileLog } from "./file-log.ts";

const dirs: string[] = [];
async function freshDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "log-"));
  dirs.push(dir);
  return dir;
}
afterEach(async () => {
  for (const dir of dirs.splice(0)) await rm(dir, { recursive: true, force: true });
});
const clock = { now: () => 1_700_000_000_000, sleep: async () => undefined };
const open = (dir: string, maxBytes = 1_000_000) =>
  fileLog({ dir, clock, level: "INFO", maxBytes, backups: 2, redact: (text) => text.replaceAll("hunter2", "***") });

test("one line per fact with time, level and session; errors also in errors.log; secrets masked", async () => {
  const dir = await freshDir();
  const log = open(dir).forSession("s1");
  log.info("started", { cwd: "/x" });
  log.error("broke\nbadly hunter2");
  const lines = (await readFile(join(dir, "agent.log"), "utf8")).trimEnd().split("\n");
  expect(lines[0]).toBe('2023-11-14 22:13:20.000 INFO [s1] started {"cwd":"/x"}');
  expect(lines[1]).toContain("ERROR [s1] broke\\nbadly ***");
  expect(lines).toHaveLength(2);
  expect(await readFile(join(dir, "errors.log"), "utf8")).not.toContain("started");
});

test("rotated by size, the oldest dropped", async () => {
  const dir = await freshDir();
  const log = open(dir, 300);
  for (let n = 0; n < 40; n++) log.info(`line ${n}`);
  const names = (await readdir(dir)).sort();
  expect(names).toEqual(["agent.log", "agent.log.1", "agent.log.2"]);
  expect(await readFile(join(dir, "agent.log"), "utf8")).toContain("line 39");
});
