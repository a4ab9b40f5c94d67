// Files in a bad state: refused, kept, and said; poison in them reaches nobody.

import { execFile } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { OWNER } from "../../src/kernel/principal.ts";
import { AGENT, add, memoryPlace, POISON } from "./place.ts";

const NOBODY = 65_534;
const { dir, open, file, put } = memoryPlace();

test("undecodable is refused, backed up once per content, and said", async () => {
  const bytes = Uint8Array.of(0x41, 0xff, 0xfe, 0x42);
  put(bytes);
  const book = open();
  for (let i = 0; i < 3; i++) {
    const reply = await add(book, "B");
    expect(reply.answer).toMatchObject({ success: false, drift_backup: expect.stringContaining("MEMORY.md.bak.") });
    const backup = "drift_backup" in reply.answer ? String(reply.answer.drift_backup) : "";
    for (const said of [reply.answer.success ? "" : reply.answer.error, reply.notice]) {
      expect(said).toContain("UTF-8");
      expect(said).toContain(backup);
    }
  }
  expect(new Uint8Array(readFileSync(dir.join("memories/MEMORY.md")))).toEqual(bytes);
  expect(readdirSync(dir.join("memories")).filter((name) => name.includes(".bak."))).toHaveLength(1);
  expect((await book.snapshot(OWNER)).notices).toHaveLength(1);
});

test("an entry longer than the whole limit is a conflict; the next content gets its own backup", async () => {
  const book = open({ memory: 50, user: 50 });
  put("x".repeat(51));
  expect((await add(book, "B")).answer).toMatchObject({ success: false, remediation: expect.any(String) });
  put("y".repeat(51));
  await add(book, "B");
  await add(book, "B");
  expect(file()).toBe("y".repeat(51));
  expect(readdirSync(dir.join("memories")).filter((name) => name.includes(".bak."))).toHaveLength(2);
});

test.skipIf(process.getuid?.() !== 0)("a file of somebody else is neither empty nor written", async () => {
  await add(open(), "Theirs");
  chmodSync(dir.path, 0o755);
  for (const name of ["memories", "memories/journal.jsonl", "memories/.memory.lock"])
    chownSync(dir.join(name), NOBODY, NOBODY);
  // Loaded before the rights are dropped: the sources may not be readable by everyone.
  const script = `
    const { openMemory } = await import(${JSON.stringify(join(import.meta.dirname, "../../src/stores/files/memory/open-memory.ts"))});
    process.setgid(${NOBODY}); process.setuid(${NOBODY});
    const [memories, pending] = ${JSON.stringify([dir.join("memories"), dir.join("pending")])};
    let count = 0;
    const ids = { id: (prefix) => prefix + "_" + ++count, sessionId: () => "s", random: Math.random };
    const book = openMemory({ folders: { memories, pending }, enabled: { memory: true, user: true },
      limits: { memory: 2200, user: 1375 }, clock: Date, ids });
    const OWNER = { type: "owner" };
    const { answer } = await book.change(OWNER, "memory", { type: "add", content: "Mine" }, { origin: "agent" });
    const [listing] = await book.list(OWNER);
    console.log(JSON.stringify({ answer, listing, snapshot: await book.snapshot(OWNER) }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  expect(JSON.parse(stdout)).toMatchObject({
    answer: { success: false, error: expect.stringContaining("cannot be read (EACCES)") },
    listing: { entries: [], problem: expect.stringContaining("EACCES") },
    snapshot: { notices: [expect.stringContaining("EACCES")] },
  });
  expect(file()).toBe("Theirs");
});

test("a folder in the file's place is not an empty memory", async () => {
  mkdirSync(dir.join("memories/MEMORY.md"), { recursive: true });
  const reply = await add(open(), "B");
  expect(reply.answer).toMatchObject({ success: false, error: expect.stringContaining("EISDIR") });
  expect((await open().list(OWNER))[0]).toMatchObject({ problem: expect.any(String), entries: [] });
});

test("a journal line torn by a crash spoils only itself", async () => {
  const book = open();
  await add(book, "A one");
  const journal = dir.join("memories/journal.jsonl");
  writeFileSync(journal, `${readFileSync(journal, "utf8")}{"id":"c_torn","at":1,"targ`);
  await add(book, "B two");
  writeFileSync(dir.join("memories/provenance.json"), "{broken");
  expect((await open().history(OWNER)).map(({ record }) => record.added[0]?.text)).toEqual(["A one", "B two"]);
  expect((await open().list(OWNER))[0]?.entries.map((entry) => entry.origin)).toEqual(["agent", "agent"]);
});

describe("poison", () => {
  test("never reaches a prompt or an answer, stays on disk, and can be removed", async () => {
    put(`Fine\n§\n${POISON}`);
    const book = open();
    const snapshot = await book.snapshot(OWNER);
    expect(snapshot.memory).not.toContain("evil.example");
    expect(snapshot.notices).toHaveLength(1);
    expect(JSON.stringify((await add(book, "More")).answer)).not.toContain("evil.example");
    expect(file()).toContain(POISON);
    expect((await book.list(OWNER))[0]?.entries[1]).toMatchObject({ text: POISON, threats: [expect.any(String)] });
    await book.change(OWNER, "memory", { type: "remove", oldText: "MEMORY.md entry 2" }, AGENT);
    expect(file()).toBe("Fine\n§\nMore");
  });

  test("adopting a hand edit says what the scanner thinks of it", async () => {
    const book = open();
    await add(book, "Fine");
    put(`Fine\n§\n${POISON}`);
    expect(await book.adopt(OWNER, "memory")).toMatchObject({
      changes: [{ type: "add", text: POISON }],
      notice: expect.stringContaining("Blocked"),
    });
    expect((await book.history(OWNER)).at(-1)?.record).toMatchObject({ action: "edit", origin: "user" });
  });
});
