// Files that no checkpoint holds: named, never stored, never touched.

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createCheckpoints } from "../../src/stores/files/checkpoints/checkpoints.ts";
import { asNobody, idOf, world } from "./world.ts";

test("huge files, ignored files and secrets are named, never stored, never touched", async () => {
  const { checkpoints, dir, put, read, save } = world({ maxFileBytes: 1000 });
  put(".gitignore", "private.txt\n");
  put("a.txt", "one\n");
  put("huge.bin", Buffer.alloc(5000, 1));
  put("private.txt", "mine\n");
  put(".env", "KEY=1\n");
  put("node_modules/x/index.js", "x\n");
  const id = idOf(await save());
  const { leftOut, files } = await checkpoints.show(dir, id);
  expect(files).toBe(2);
  expect(leftOut).toEqual(
    expect.arrayContaining([
      { path: "huge.bin", why: "too-large" },
      { path: "private.txt", why: "excluded" },
      { path: ".env", why: "excluded" },
      { path: "node_modules/", why: "excluded" },
    ]),
  );
  put("a.txt", "two\n");
  put("huge.bin", Buffer.alloc(6000, 2));
  put(".env", "KEY=2\n");
  const done = await checkpoints.restore(dir, id, { removeNew: true });
  expect(read("a.txt")).toBe("one\n");
  expect(statSync(join(dir, "huge.bin")).size).toBe(6000);
  expect(read(".env")).toBe("KEY=2\n");
  expect(read("private.txt")).toBe("mine\n");
  expect(existsSync(join(dir, "node_modules/x/index.js"))).toBe(true);
  expect(done.leftOut.map(({ path }) => path)).toEqual(expect.arrayContaining(["huge.bin", ".env"]));
});

test("an ignored file that the call itself is about to change is saved, a secret one is not", async () => {
  const { checkpoints, dir, put, read, save } = world();
  put(".gitignore", "notes.md\n");
  put("notes.md", "precious\n");
  put(".env", "KEY=1\n");
  const id = idOf(await save("before write_file", [join(dir, "notes.md"), join(dir, ".env"), "/etc/passwd"]));
  put("notes.md", "gone\n");
  put(".env", "KEY=2\n");
  await checkpoints.restore(dir, id);
  expect(read("notes.md")).toBe("precious\n");
  expect(read(".env")).toBe("KEY=2\n");
});

test("a file that has grown too large since is not overwritten: it could not be saved first", async () => {
  const { checkpoints, dir, put, read, save } = world({ maxFileBytes: 1000 });
  put("data.txt", "small\n");
  put("a.txt", "one\n");
  const id = idOf(await save());
  put("data.txt", "x".repeat(2000));
  put("a.txt", "two\n");
  const done = await checkpoints.restore(dir, id);
  expect(done.restored).toEqual(["a.txt"]);
  expect(done.leftOut).toContainEqual({ path: "data.txt", why: "not-saved" });
  expect(read("data.txt")).toHaveLength(2000);
});

test("files nobody may read are left out and left alone", async () => {
  const { options, dir, put } = world();
  put("a.txt", "one\n");
  put("locked.txt", "secret\n");
  chmodSync(join(dir, "locked.txt"), 0o000);
  const result = asNobody(options, dir);
  expect(result.saved.type).toBe("saved");
  expect(result.leftOut).toContainEqual({ path: "locked.txt", why: "unreadable" });
});

test("pipes and sockets do not stop anything", async () => {
  const { dir, put, save, checkpoints } = world();
  put("a.txt", "one\n");
  execFileSync("mkfifo", [join(dir, "pipe")]);
  const id = idOf(await save());
  rmSync(join(dir, "a.txt"));
  execFileSync("mkfifo", [join(dir, "a.txt")]);
  const done = await checkpoints.restore(dir, id);
  expect(done.leftOut).toContainEqual({ path: "a.txt", why: "not-saved" });
  expect(lstatSync(join(dir, "a.txt")).isFIFO()).toBe(true);
});

test("the agent's home inside the project stays out", async () => {
  const { checkpoints, put, dir, options } = world();
  const inside = createCheckpoints({
    ...options,
    places: { ...options.places, agentHomes: [join(dir, "agent [x] home")] },
  });
  put("agent [x] home/config.yaml", "key: 1\n");
  put("a.txt", "one\n");
  const id = idOf(await inside.save(dir, "x"));
  expect((await checkpoints.show(dir, id)).files).toBe(1);
});
