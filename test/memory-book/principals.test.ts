// What people keep apart: memories, waiting writes, counters.

import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { OWNER, type Principal } from "../../src/kernel/principal.ts";
import { openNudges } from "../../src/stores/files/memory/nudge-file.ts";
import { folderName } from "../../src/stores/files/memory/places.ts";
import { fakeIds } from "../../src/testing/fakes.ts";
import { AGENT, add, memoryPlace, USER } from "./place.ts";

const { dir, open, file } = memoryPlace();

const guest = (id: string): Principal => ({ type: "guest", id });

test("share nothing, whatever they call themselves", async () => {
  const names = [
    "a",
    "A",
    "../owner",
    "..",
    ".",
    "",
    "/etc",
    "a/b",
    "a_2fb",
    "owner",
    "e\u0301",
    "é",
    "x".repeat(500),
    `${"x".repeat(500)}y`,
    "\uD800",
    "\uD801",
    "con",
    "a\0b",
  ];
  const book = open({ memory: 5_000, user: 5_000 });
  for (const [index, name] of names.entries())
    await book.change(guest(name), "memory", { type: "add", content: `Secret number ${index}` }, AGENT);
  await add(book, "Owner's own");
  for (const [index, name] of names.entries())
    expect((await book.list(guest(name)))[0]?.entries.map((entry) => entry.text)).toEqual([`Secret number ${index}`]);
  expect(file()).toBe("Owner's own");
  expect(new Set(names.map((name) => folderName(name).toLowerCase())).size).toBe(names.length);
  expect(readdirSync(dir.path).sort()).toEqual(["memories"]);
});

test("cannot approve, reject, see or undo each other's writes", async () => {
  const book = open();
  const staged = await book.stage(guest("mallory"), "user", { type: "add", content: "Mallory's" }, AGENT);
  await add(book, "Owner's own");
  for (const other of [OWNER, guest("eve")]) {
    expect(await book.pending(other)).toEqual([]);
    expect(await book.approve(other, staged.id)).toEqual({ type: "unknown" });
    expect(await book.reject(other, staged.id)).toBe(false);
  }
  expect(await book.undo(guest("mallory"), { count: 1 }, USER)).toEqual({ type: "nothing" });
  const change = (await book.history(OWNER))[0]?.record.id ?? "";
  expect(await book.undo(guest("mallory"), { id: change }, USER)).toMatchObject({ type: "refused" });
  expect(file()).toBe("Owner's own");
});

test("counters survive restarts, per person", async () => {
  const nudges = () => openNudges({ memories: dir.join("memories"), pending: dir.join("pending") }, fakeIds());
  const turn = { type: "user-turn" } as const;
  await nudges().count(OWNER, [turn, turn]);
  expect(await nudges().count(OWNER, [turn])).toEqual({ memory: 3, skills: 0 });
  expect(await nudges().count({ type: "guest", id: "g" }, [])).toEqual({ memory: 0, skills: 0 });
  const written = { type: "written", what: "memory" } as const;
  expect(await nudges().count(OWNER, [{ type: "model-calls", count: 4 }, written])).toEqual({ memory: 0, skills: 4 });
});
