// Writers of several processes stand in line; those who died waiting do not hold it up.

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TempDir, tempDir } from "../../testing/fakes.ts";
import { createTurns } from "./turns.ts";

let dir: TempDir;
const queue = () => `${dir.join("state.db")}-queue`;
const turns = () => createTurns(dir.join("state.db"), () => 0.5);
const nobody = 2 ** 22 + 1;
const ticketOf = (pid: number, ageMs: number) => {
  mkdirSync(queue(), { recursive: true });
  writeFileSync(`${queue()}/${Math.floor((performance.timeOrigin + performance.now() - ageMs) * 1000)}-${pid}`, "");
};

beforeEach(async () => {
  dir = await tempDir();
});
afterEach(() => dir.remove());

test("who comes first tries first, and leaving makes way", () => {
  const [a, b, c] = [turns(), turns(), turns()];
  for (const one of [a, b, c]) one.join();
  expect([a.mayTry(), b.mayTry(), c.mayTry()]).toEqual([true, true, false]);
  expect(c.pauseMs()).toBeGreaterThanOrEqual(1);
  a.leave();
  expect(c.mayTry()).toBe(true);
  for (const one of [b, c]) one.close();
  expect(turns().mayTry()).toBe(true);
});

test("somebody new stands behind those who wait", () => {
  for (let i = 0; i < 3; i++) ticketOf(process.pid, 10 + i);
  expect(turns().mayTry()).toBe(false);
  expect(readdirSync(queue())).toHaveLength(4);
});

test("tickets of processes that are gone are taken away", () => {
  for (let i = 0; i < 5; i++) ticketOf(nobody, 60_000 + i);
  expect(turns().mayTry()).toBe(true);
  expect(readdirSync(queue())).toEqual([]);
});

test("where no line can be kept nobody stands in it, and nothing fails for it", () => {
  writeFileSync(queue(), "in the way");
  const one = turns();
  one.join();
  expect(one.mayTry()).toBe(true);
  one.leave();
  one.close();
});
