// What is written, where it lands, and what stays as it was when it cannot be.

import { chmodSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OWNER } from "../../src/kernel/principal.ts";
import { openMemory } from "../../src/stores/files/memory/open-memory.ts";
import { fakeClock, fakeIds } from "../../src/testing/fakes.ts";
import { AGENT, add, memoryPlace, USER } from "./place.ts";

const { dir, open, file, put } = memoryPlace();

test("entries land in the documented file, private, and the next process sees them", async () => {
  const book = open();
  await add(book, "Uses pnpm.");
  await add(book, "Server is atlas.");
  await book.change(OWNER, "user", { type: "add", content: "Ada" }, AGENT);
  expect(file()).toBe("Uses pnpm.\n§\nServer is atlas.");
  expect(file("USER.md")).toBe("Ada");
  expect(statSync(dir.join("memories/MEMORY.md")).mode & 0o777).toBe(0o600);
  const snapshot = await open().snapshot(OWNER);
  expect(snapshot.memory).toContain("MEMORY (your personal notes) [1% — 29/2,200 chars]");
  expect(snapshot.memory).toContain("Uses pnpm.\n§\nServer is atlas.");
  expect(snapshot.userProfile).toContain("USER PROFILE (who the user is)");
  expect(snapshot.notices).toEqual([]);
});

test("two books opened on one home do not lose each other's writes", async () => {
  const [one, two] = [open(), open()];
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => add(i % 2 === 0 ? one : two, `Fact number ${i} of the crowd.`)),
  );
  expect(file().split("\n§\n")).toHaveLength(20);
  expect((await one.history(OWNER)).filter((item) => item.state === "done")).toHaveLength(20);
});

test("hand edits that only differ in white space or stray delimiters are normalised", async () => {
  const book = open();
  put("§\nA one  \n\n§ \n\nB two\r\n§\n");
  expect(await add(book, "C three")).toMatchObject({ answer: { success: true, entry_count: 3 } });
  expect(file()).toBe("A one\n§\nB two\n§\nC three");
});

test("a symlinked file is written through", async () => {
  put("A", "elsewhere.md");
  symlinkSync(dir.join("memories/elsewhere.md"), dir.join("memories/MEMORY.md"));
  await add(open(), "B");
  expect(file("elsewhere.md")).toBe("A\n§\nB");
});

test("a switched-off book is neither shown nor written", async () => {
  put("secret note");
  const book = open(undefined, { memory: false, user: true });
  expect((await book.snapshot(OWNER)).memory).toBeUndefined();
  expect(await add(book, "x")).toMatchObject({
    answer: { success: false, error: expect.stringMatching(/not available/) },
    changes: [],
  });
  expect(file()).toBe("secret note");
});

test("nothing but the known files is left in the folder", async () => {
  const book = open();
  for (let i = 0; i < 5; i++) await add(book, `Fact ${i}`);
  await book.undo(OWNER, { count: 2 }, USER);
  expect(readdirSync(dir.join("memories")).sort()).toEqual([
    ".memory.lock",
    "MEMORY.md",
    "journal.jsonl",
    "provenance.json",
  ]);
});

test("a write the disk refuses changes nothing and is a typed failure", async () => {
  const book = open();
  await add(book, "A one");
  // As root only a missing folder part refuses; a file in the folder's place does.
  writeFileSync(dir.join("blocked"), "");
  const blocked = openMemory({
    folders: { memories: dir.join("blocked/memories"), pending: dir.join("pending") },
    enabled: { memory: true, user: true },
    limits: { memory: 100, user: 100 },
    clock: fakeClock(),
    ids: fakeIds(),
  });
  await expect(add(blocked, "B")).rejects.toMatchObject({ name: "StoreFailure", kind: "io" });
  chmodSync(dir.join("memories"), 0o700);
  expect(file()).toBe("A one");
});
