// Who wrote what, and how it is taken back.

import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { OWNER } from "../../src/kernel/principal.ts";
import { AGENT, add, memoryPlace, POISON, USER } from "./place.ts";

const { dir, mirrored, open, file, put } = memoryPlace();

test("says who wrote what, and keeps the birthday of a replaced entry", async () => {
  put("From the old home");
  const book = open();
  await add(book, "Port is 80", { ...AGENT, taints: ["web page x"] });
  await book.change(OWNER, "memory", { type: "replace", oldText: "Port", content: "Port is 81" }, USER);
  const [memory] = await book.list(OWNER);
  expect(memory?.entries).toMatchObject([
    { number: 1, text: "From the old home", origin: "import" },
    { number: 2, text: "Port is 81", origin: "user" },
  ]);
  expect((await book.history(OWNER)).map(({ record }) => [record.action, record.origin, record.taints])).toEqual([
    ["edit", "import", undefined],
    ["add", "agent", ["web page x"]],
    ["replace", "user", undefined],
  ]);
});

test("undo takes back the last changes, each once, and hand edits never by accident", async () => {
  const book = open();
  await add(book, "A one");
  await add(book, "B two");
  await book.change(OWNER, "memory", { type: "replace", oldText: "A one", content: "A uno" }, AGENT);
  await book.change(OWNER, "memory", { type: "remove", oldText: "B two" }, AGENT);
  put("A uno\n§\nBy hand");
  expect(await book.undo(OWNER, { count: 1 }, USER)).toMatchObject({ type: "undone", items: [{}] });
  expect(file()).toBe("A uno\n§\nB two\n§\nBy hand");
  expect(await book.undo(OWNER, { count: 9 }, USER)).toMatchObject({ type: "undone", items: [{}, {}, {}] });
  expect(file()).toBe("By hand");
  expect(await book.undo(OWNER, { count: 1 }, USER)).toEqual({ type: "nothing" });
  expect((await book.history(OWNER)).filter((item) => item.state === "undone")).toHaveLength(4);
});

test("what an undo brings back is what it was: author, session, sources and birthday", async () => {
  const book = open();
  await add(book, "A one", { ...AGENT, taints: ["a page"] });
  await add(book, "B two", USER);
  const learned = async () => (await open().list(OWNER))[0]?.entries;
  const before = await learned();
  await book.change(OWNER, "memory", { type: "remove", oldText: "A one" }, USER);
  await open().undo(OWNER, { count: 1 }, USER);
  expect(await learned()).toEqual(before);
  await book.change(OWNER, "memory", { type: "replace", oldText: "A one", content: "A other" }, USER);
  await book.reset(OWNER, "memory", USER);
  await book.import(OWNER, "memory", ["A one"], { origin: "import" });
  expect((await learned())?.map(({ origin }) => origin)).toEqual(["import"]);
  await open().undo(OWNER, { count: 3 }, USER);
  expect(await learned()).toEqual(before);
});

test("one change of the past can be taken back by its id, unless something was built on it", async () => {
  const book = open();
  await add(book, "A one");
  await add(book, "B two");
  const first = (await book.history(OWNER))[0]?.record.id ?? "";
  await book.change(OWNER, "memory", { type: "replace", oldText: "A one", content: "A uno" }, AGENT);
  expect(await book.undo(OWNER, { id: first }, USER)).toMatchObject({ type: "refused" });
  expect(await book.undo(OWNER, { count: 1 }, USER)).toMatchObject({ type: "undone" });
  expect(await book.undo(OWNER, { id: first }, USER)).toMatchObject({ type: "undone" });
  expect(await book.undo(OWNER, { id: first }, USER)).toMatchObject({ type: "refused" });
  expect(file()).toBe("B two");
});

test("every committed change is mirrored, refused and staged ones are not", async () => {
  const book = open({ memory: 30, user: 30 });
  await add(book, "A one");
  await add(book, "A one");
  await add(book, "x".repeat(60));
  await add(book, POISON);
  await book.stage(OWNER, "memory", { type: "add", content: "Later" }, AGENT);
  await book.change(OWNER, "memory", { type: "replace", oldText: "A", content: "B" }, AGENT);
  await book.change(OWNER, "memory", { type: "remove", oldText: "B" }, AGENT);
  await book.undo(OWNER, { count: 1 }, USER);
  expect(mirrored).toEqual([
    { type: "add", target: "memory", text: "A one" },
    { type: "replace", target: "memory", before: "A one", text: "B" },
    { type: "remove", target: "memory", before: "B" },
    { type: "add", target: "memory", text: "B" },
  ]);
});

test("import is all or nothing; reset can be taken back", async () => {
  const book = open({ memory: 40, user: 40 });
  expect((await book.import(OWNER, "memory", ["One", "Two", "One"], { origin: "import" })).answer.success).toBe(true);
  const before = file();
  expect((await book.import(OWNER, "memory", ["Three", POISON], { origin: "import" })).answer.success).toBe(false);
  expect(file()).toBe(before);
  await book.reset(OWNER, "memory", USER);
  expect(file()).toBe("");
  await book.undo(OWNER, { count: 1 }, USER);
  expect(file()).toBe(before);
});

describe("the sidecar", () => {
  const sidecar = () => dir.join("memories/provenance.json");
  const listed = async () => (await open().list(OWNER))[0]?.entries.map(({ text, origin }) => [text, origin]);

  test("knows every entry as soon as it is written", async () => {
    const book = open();
    await add(book, "A one", { ...AGENT, taints: ["a page"] });
    await add(book, "B two", USER);
    await book.change(OWNER, "memory", { type: "remove", oldText: "A one" }, USER);
    await add(book, "C three", { origin: "review", sessionId: "s2", taints: ["a page"] });
    expect(JSON.parse(readFileSync(sidecar(), "utf8")).memory.shelf.entries).toEqual([
      { text: "B two", created: expect.any(Number), changed: expect.any(Number), origin: "user" },
      {
        ...{ text: "C three", created: expect.any(Number), changed: expect.any(Number), origin: "review" },
        ...{ session: "s2", taints: ["a page"] },
      },
    ]);
  });

  test("half written it is not believed", async () => {
    await add(open(), "A one");
    const old = readFileSync(sidecar());
    await add(open(), "B two", USER);
    const now = readFileSync(sidecar());
    for (let cut = 1; cut < now.length; cut += 7) {
      writeFileSync(sidecar(), Buffer.concat([now.subarray(0, cut), old.subarray(cut)]));
      expect(await listed()).toEqual([
        ["A one", "agent"],
        ["B two", "user"],
      ]);
    }
  });
});
