import { mkdir, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { tempDir } from "../../testing/fakes.ts";
import { lookLocally } from "./look.ts";

test("a look that takes too long stops, and says which folders it did not enter", async () => {
  const dir = await tempDir();
  await mkdir(dir.join("slow"));
  await writeFile(dir.join("top"), "x");
  await writeFile(dir.join("slow/x"), "x");
  const clock = { at: 0 };
  const slow = () => {
    clock.at += 1_000;
    return clock.at;
  };
  const look = await lookLocally({ folders: [dir.path], files: [], skip: [], most: 100 }, slow);
  expect([...look.marks.keys()]).toEqual([dir.join("top")]);
  expect(look.unseen).toEqual([dir.join("slow")]);
  await dir.remove();
});

test("one folder that takes too long is left before its end, and is unseen", async () => {
  const dir = await tempDir();
  const names = Array.from({ length: 250 }, (_, n) => dir.join(String(n)));
  for (const name of names) await writeFile(name, "x");
  const times = [0, 0, 2_000];
  const late = () => times.shift() ?? 2_000;
  const look = await lookLocally({ folders: [dir.path], files: [], skip: [], most: 100_000 }, late);
  expect(look.marks.size).toBe(100);
  expect(look.unseen).toEqual([dir.path]);
  await dir.remove();
});
