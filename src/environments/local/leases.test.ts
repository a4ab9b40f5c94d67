// A killed owner's processes end at the next start; a living owner's, and those of one that left properly, do not.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fakeIds, type TempDir, tempDir } from "../../testing/fakes.ts";
import { createLease, reapOrphans } from "./leases.ts";

let dir: TempDir;
beforeEach(async () => {
  dir = await tempDir();
});
afterEach(() => dir.remove());

/** A process of its own that takes a lease, starts one child outside its group, and says the child's number. */
async function owner(leave: "killed" | "released"): Promise<number> {
  const script = `
    import { spawn } from "node:child_process";
    import { createLease } from ${JSON.stringify(join(import.meta.dirname, "leases.ts"))};
    const lease = createLease(process.argv[1], () => "lease_" + process.pid);
    const child = spawn("sleep", ["300"], { env: { ...process.env, ...lease.take() }, detached: true, stdio: "ignore" });
    child.unref();
    process.on("SIGTERM", () => { lease.release(); process.exit(); });
    child.once("spawn", () => setTimeout(() => console.log(child.pid), 100));
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, dir.path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  child.kill(leave === "killed" ? "SIGKILL" : "SIGTERM");
  await once(child, "exit");
  return Number(String(line));
}

test("what a killed owner left is ended", async () => {
  const pid = await owner("killed");
  expect(await reapOrphans(dir.path)).toEqual([pid]);
  expect(await readdir(dir.path)).toEqual([]);
});

test("what a proper end left was meant to stay", async () => {
  const pid = await owner("released");
  expect(await reapOrphans(dir.path)).toEqual([]);
  process.kill(pid);
});

test("a living owner keeps its processes, and taking no lease leaves no file", async () => {
  const lease = createLease(dir.path, fakeIds().id);
  expect(await readdir(dir.path)).toEqual([]);
  const mark = lease.take();
  expect(lease.take()).toEqual(mark);
  const child = spawn("sleep", ["300"], { env: { ...mark }, stdio: "ignore" });
  expect(await reapOrphans(dir.path)).toEqual([]);
  child.kill();
  lease.release();
  expect(await readdir(dir.path)).toEqual([]);
});
