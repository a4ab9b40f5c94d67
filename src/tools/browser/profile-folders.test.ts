import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TempDir, tempDir } from "../../testing/fakes.ts";
import { findChromium } from "./find-chromium.ts";
import { profileFolders } from "./profile-folders.ts";

let place: TempDir;
beforeEach(async () => {
  place = await tempDir();
});
afterEach(() => place.remove());

const foldersOf = (owner: string, alive: readonly string[]) =>
  profileFolders({ parent: place.path, owner, isAlive: (one) => alive.includes(one) });

test("folders of owners that are gone are swept; those of living ones, and all that is not ours, stay", async () => {
  await foldersOf("dead", [])();
  const other = await foldersOf("living", ["dead"])();
  await mkdir(join(place.path, "hermes-browser-half-made"));
  await writeFile(join(place.path, "hermes-browser-notes"), "");
  const elsewhere = join(place.path, "elsewhere");
  await mkdir(elsewhere);
  await writeFile(join(elsewhere, "owner"), "dead");
  await symlink(elsewhere, join(place.path, "hermes-browser-link"));
  const before = await readdir(place.path);
  const mine = await foldersOf("me", ["living"])();
  const after = await readdir(place.path);
  expect(before).toHaveLength(6);
  expect(before.filter((name) => !after.includes(name))).toHaveLength(1);
  expect(after).toEqual(expect.arrayContaining(["elsewhere", "hermes-browser-half-made", "hermes-browser-link"]));
  await Promise.all([other.remove(), mine.remove(), mine.remove()]);
  expect(await readdir(place.path)).toHaveLength(4);
});

const chromium = findChromium(process.env.PATH ?? "");

/** Starts a browser, says so and stays. */
const PROGRAM = `
import { createBrowserSessions } from ${JSON.stringify(new URL("./sessions.ts", import.meta.url).href)};
import { profileFolders } from ${JSON.stringify(new URL("./profile-folders.ts", import.meta.url).href)};
import { createNetGuard } from ${JSON.stringify(new URL("../guarded-fetch.ts", import.meta.url).href)};
const [executable, parent] = process.argv.slice(1);
const takeFolder = profileFolders({ parent, owner: String(process.pid), isAlive: () => true });
const guard = createNetGuard({ allowPrivate: false });
const sessions = createBrowserSessions({ executable, guard, takeFolder, root: process.getuid() === 0 });
await sessions.use("one", 60_000, ({ page }) => page.setContent("hello"));
console.log("open");
process.stdin.on("end", () => sessions.dispose()).resume();
`;

async function browsing() {
  const program = spawn(process.execPath, ["--input-type=module", "-e", PROGRAM, chromium ?? "", place.path], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, TMPDIR: place.path },
  });
  await once(program.stdout, "data");
  return program;
}

/** Processes that were started with a folder of this test. */
async function browsersHere(): Promise<readonly string[]> {
  const numbers = (await readdir("/proc")).filter((name) => /^\d+$/u.test(name));
  const lines = await Promise.all(numbers.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
  return lines.filter((line) => line.includes(`${place.path}/hermes-browser-`));
}

test.skipIf(chromium === undefined || !existsSync("/proc/self/cmdline"))(
  "a program that ends leaves no folder; what a killed one left goes at the next start",
  async () => {
    const killed = await browsing();
    killed.kill("SIGKILL");
    await once(killed, "close");
    const [left, ...more] = (await readdir(place.path)).filter((name) => name.startsWith("hermes-browser-"));
    expect([typeof left, more]).toEqual(["string", []]);
    // Its browser ends a moment later and may write until then.
    await expect.poll(browsersHere, { timeout: 20_000 }).toEqual([]);
    await (await foldersOf("me", [])()).remove();
    expect(await readdir(place.path)).not.toContain(left);
    const orderly = await browsing();
    orderly.stdin.end();
    await once(orderly, "close");
    expect((await readdir(place.path)).filter((name) => /hermes-browser|playwright/.test(name))).toEqual([]);
  },
);
