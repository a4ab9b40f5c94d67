// Writes that wait for a yes.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OWNER } from "../../src/kernel/principal.ts";
import { AGENT, memoryPlace, POISON } from "./place.ts";

const { dir, open, file } = memoryPlace();

test("approved ones pass scanner and cap, rejected ones are gone, ids are checked", async () => {
  const book = open();
  const good = await book.stage(OWNER, "memory", { type: "add", content: "Good" }, { ...AGENT, taints: ["a page"] });
  const bad = await book.stage(OWNER, "memory", { type: "add", content: POISON }, AGENT);
  expect(readdirSync(dir.join("pending/memory")).sort()).toEqual([`${good.id}.json`, `${bad.id}.json`].sort());
  expect(JSON.parse(readFileSync(dir.join("pending/memory", `${good.id}.json`), "utf8"))).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f]{8}$/),
    subsystem: "memory",
    action: "add",
    origin: "agent",
    payload: { action: "add", target: "memory", content: "Good" },
  });
  writeFileSync(dir.join("pending/memory/notes.json"), '{"id":"../../x","payload":{}}');
  expect((await book.pending(OWNER)).map((record) => record.id).sort()).toEqual([good.id, bad.id].sort());
  expect(await book.approve(OWNER, "../memory")).toEqual({ type: "unknown" });
  expect(await book.approve(OWNER, good.id)).toMatchObject({ type: "saved" });
  expect(await book.approve(OWNER, bad.id)).toMatchObject({ type: "refused", why: expect.stringMatching(/Blocked/) });
  expect(await book.reject(OWNER, bad.id)).toBe(true);
  expect(await book.reject(OWNER, bad.id)).toBe(false);
  expect(file()).toBe("Good");
  expect((await book.list(OWNER))[0]?.entries[0]).toMatchObject({ origin: "agent", taints: ["a page"] });
});
