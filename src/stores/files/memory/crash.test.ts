// Many writers and sudden deaths: whatever happens, the book is whole, nobody's acknowledged words are lost, and history knows who wrote what.

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseBook } from "../../../kernel/memory/entries.ts";
import { OWNER } from "../../../kernel/principal.ts";
import { fakeClock, fakeIds, type TempDir, tempDir } from "../../../testing/fakes.ts";
import { openMemory } from "./open-memory.ts";

let dir: TempDir;
beforeEach(async () => {
  dir = await tempDir();
});
afterEach(() => dir.remove());

const MODULE = JSON.stringify(join(import.meta.dirname, "open-memory.ts"));

/** A process of its own that opens the memory in `dir` and runs `body` with it as `book`. */
function child(body: string): Promise<{ readonly out: string; readonly signal: NodeJS.Signals | null }> {
  const source = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    import { randomBytes } from "node:crypto";
    const dir = ${JSON.stringify(dir.path)};
    const print = fs.writeSync;
    const say = (line) => print(1, line + "\\n");
    let armed = false, count = 0, killAt = Infinity;
    const die = () => process.kill(process.pid, "SIGKILL");
    for (const name of ["openSync", "writeSync", "writeFileSync", "fdatasync", "fdatasyncSync", "closeSync", "renameSync", "statSync", "readFileSync", "mkdirSync", "rmSync"]) {
      const real = fs[name];
      fs[name] = (...args) => {
        if (!armed) return real(...args);
        if (++count === killAt) {
          if (name === "writeSync") real(args[0], args[1].subarray(0, args[1].length / 2));
          if (name === "writeFileSync" && typeof args[0] === "number") real(args[0], args[1].slice(0, args[1].length / 2));
          die();
        }
        return real(...args);
      };
    }
    syncBuiltinESMExports();
    const { openMemory } = await import(${MODULE});
    const OWNER = { type: "owner" };
    const ids = { id: (prefix) => prefix + "_" + randomBytes(6).toString("hex"), sessionId: () => "s", random: Math.random };
    const book = openMemory({ folders: { memories: dir + "/memories", pending: dir + "/pending" },
      enabled: { memory: true, user: true }, limits: { memory: 50_000, user: 50_000 }, clock: { now: () => Date.now() }, ids });
    const change = (edit) => book.change(OWNER, "memory", edit, { origin: "agent", sessionId: "s" });
    ${body}`;
  return new Promise((resolve, reject) => {
    const process_ = spawn(process.execPath, ["--input-type=module", "-e", source], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let out = "";
    process_.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
    });
    process_.on("error", reject);
    process_.on("close", (_code, signal) => resolve({ out, signal }));
  });
}

const open = () =>
  openMemory({
    folders: { memories: dir.join("memories"), pending: dir.join("pending") },
    enabled: { memory: true, user: true },
    limits: { memory: 50_000, user: 50_000 },
    clock: fakeClock(),
    ids: fakeIds(),
  });

const entriesOnDisk = () => parseBook(readFileSync(dir.join("memories/MEMORY.md"), "utf8")).entries;

test("many processes at once lose nothing and split nothing", async () => {
  const [processes, each] = [6, 12];
  const results = await Promise.all(
    Array.from({ length: processes }, (_, name) =>
      child(`for (let i = 0; i < ${each}; i++) {
        const { answer } = await change({ type: "add", content: "Process ${name} learned fact " + i + ".\\nAnd a second line." });
        if (!answer.success) throw new Error(JSON.stringify(answer));
      }
      await change({ type: "remove", oldText: "Process ${name} learned fact 0." });`),
    ),
  );
  expect(results.map(({ signal }) => signal)).toEqual(Array.from({ length: processes }, () => null));
  const wanted = Array.from({ length: processes }, (_, name) =>
    Array.from({ length: each - 1 }, (_, i) => `Process ${name} learned fact ${i + 1}.\nAnd a second line.`),
  ).flat();
  expect([...entriesOnDisk()].sort()).toEqual(wanted.sort());
  const [memory] = await open().list(OWNER);
  expect(new Set(memory?.entries.map((entry) => entry.origin))).toEqual(new Set(["agent"]));
  const history = await open().history(OWNER);
  expect(history.filter((item) => item.state === "done")).toHaveLength(processes * (each + 1));
  expect(readdirSync(dir.join("memories")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
}, 60_000);

describe("killed at any call of a write", () => {
  const ALPHA = "Alpha is the first fact.";
  const BETA = "Beta is the second fact.";
  const GAMMA = "Gamma replaced beta.";

  async function deathAt(killAt: number): Promise<"died" | "lived"> {
    const { out, signal } = await child(`
      await change({ type: "add", content: ${JSON.stringify(ALPHA)} });
      await change({ type: "add", content: ${JSON.stringify(BETA)} });
      killAt = ${killAt}; armed = true;
      await change({ type: "replace", oldText: "Beta", content: ${JSON.stringify(GAMMA)} }); say("gamma");`);
    expect(signal === "SIGKILL" || out === "gamma\n").toBe(true);
    const after = [ALPHA, GAMMA];
    const possible = out === "" ? [[ALPHA, BETA], after] : [after];
    const book = open();
    const [memory] = await book.list(OWNER);
    const shown = memory?.entries.map((entry) => entry.text);
    expect(possible).toContainEqual(shown);
    expect(possible).toContainEqual(entriesOnDisk());
    // Nothing the agent wrote is taken for the user's own words, and nothing stands in the way of the next write.
    expect(memory?.entries.every((entry) => entry.origin === "agent")).toBe(true);
    const next = await book.change(OWNER, "memory", { type: "add", content: "Delta came later." }, { origin: "user" });
    expect(next.answer.success).toBe(true);
    expect(entriesOnDisk()).toEqual([...(shown ?? []), "Delta came later."]);
    expect(readdirSync(dir.join("memories")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect(await book.undo(OWNER, { count: 9 }, { origin: "user" })).toMatchObject({ type: "undone" });
    expect(entriesOnDisk()).toEqual([]);
    return signal === "SIGKILL" ? "died" : "lived";
  }

  test("a write call dies halfway, every other call before it happens", async () => {
    let at = 1;
    while ((await deathAt(at)) === "died") {
      at++;
      await dir.remove();
      dir = await tempDir();
    }
    // A change makes more calls than that; all of them were tried.
    expect(at).toBeGreaterThan(12);
  }, 120_000);
});

test("a write puts words and history on the disk before the words take their place, with no more syncs than that", async () => {
  const { out } = await child(`
    await change({ type: "add", content: "The first fact." });
    const names = new Map();
    const { openSync, fdatasync, fdatasyncSync, fsyncSync, renameSync } = fs;
    fs.openSync = (path, ...rest) => { const handle = openSync(path, ...rest); names.set(handle, String(path)); return handle; };
    const note = (sync) => (handle, ...rest) => { say("sync " + names.get(handle)); return sync(handle, ...rest); };
    fs.fdatasync = note(fdatasync); fs.fdatasyncSync = note(fdatasyncSync); fs.fsyncSync = note(fsyncSync);
    fs.renameSync = (from, to) => { say("rename " + from + " " + to); renameSync(from, to); };
    syncBuiltinESMExports();
    await change({ type: "add", content: "The second fact." });`);
  const [one, other, rename, ...more] = out.trim().split("\n");
  const [, temp, target] = rename?.split(" ") ?? [];
  expect([one, other].sort()).toEqual([`sync ${temp}`, `sync ${dir.join("memories/journal.jsonl")}`].sort());
  expect(target).toBe(dir.join("memories/MEMORY.md"));
  expect(more).toEqual([]);
});

test.each([
  ["the rename", "fs.renameSync = () => { throw trouble; };"],
  ["the sync of the words", "fs.fdatasync = (_handle, done) => setImmediate(done, trouble);"],
  ["the sync of the history", "fs.fdatasyncSync = () => { throw trouble; };"],
])("%s fails: the change is taken back, also for the next process", async (_what, fault) => {
  const { out } = await child(`
    await change({ type: "add", content: "The first fact." });
    const trouble = Object.assign(new Error("input/output error"), { code: "EIO" });
    ${fault}
    syncBuiltinESMExports();
    await change({ type: "add", content: "The second fact." }).catch((error) => say(error.kind + " " + error.message));`);
  expect(out).toMatch(/^io .*MEMORY\.md could not be written: the file system answered EIO\.\n$/);
  const book = open();
  expect((await book.list(OWNER))[0]?.entries.map(({ text }) => text)).toEqual(["The first fact."]);
  await book.change(OWNER, "memory", { type: "add", content: "The third fact." }, { origin: "agent" });
  expect(entriesOnDisk()).toEqual(["The first fact.", "The third fact."]);
  expect(readdirSync(dir.join("memories")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("the folder of a first file cannot be synced: the file is taken back with its history", async () => {
  const { out } = await child(`
    const trouble = Object.assign(new Error("input/output error"), { code: "EIO" });
    fs.fsyncSync = () => { throw trouble; };
    syncBuiltinESMExports();
    await change({ type: "add", content: "The first fact." }).catch((error) => say(error.kind));`);
  expect(out).toBe("io\n");
  const book = open();
  expect((await book.list(OWNER))[0]?.entries).toEqual([]);
  await book.change(OWNER, "memory", { type: "add", content: "The second fact." }, { origin: "agent" });
  expect(entriesOnDisk()).toEqual(["The second fact."]);
});

describe("killed at any call of staging a write", () => {
  async function deathAt(killAt: number): Promise<"died" | "lived"> {
    const { signal } = await child(`
      await book.stage(OWNER, "memory", { type: "add", content: "The first one waits." }, { origin: "agent" });
      killAt = ${killAt}; armed = true;
      await book.stage(OWNER, "memory", { type: "add", content: "The second one waits." }, { origin: "agent" });`);
    const names = readdirSync(dir.join("pending/memory"));
    const records = await open().pending(OWNER);
    // Whatever is in the folder is a whole record.
    expect(names.sort()).toEqual(records.map(({ id }) => `${id}.json`).sort());
    expect(records.length === 2 || (signal === "SIGKILL" && records.length === 1)).toBe(true);
    return signal === "SIGKILL" ? "died" : "lived";
  }

  test("the folder holds only records", async () => {
    let at = 1;
    while ((await deathAt(at)) === "died") {
      at++;
      await dir.remove();
      dir = await tempDir();
    }
    expect(at).toBeGreaterThan(4);
  }, 60_000);
});
