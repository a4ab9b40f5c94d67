// Bytes, names, links, modes and repositories come back as they were.

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { idOf, world } from "./world.ts";

test("bytes come back exactly, whatever the project's attributes say", async () => {
  const { checkpoints, dir, put, save } = world();
  const bytes = Buffer.from("line\r\nline\n\0\xff\xfe$Id$", "latin1");
  put(".gitattributes", "* text=auto eol=lf ident filter=lfs working-tree-encoding=UTF-16\n");
  put("mixed.txt", bytes);
  const id = idOf(await save());
  put("mixed.txt", "x");
  await checkpoints.restore(dir, id);
  expect(readFileSync(join(dir, "mixed.txt")).equals(bytes)).toBe(true);
});

test("odd names survive", async () => {
  const { checkpoints, dir, put, save } = world();
  const names = ["new\nline", 'quo"te', " lead", "-dash", "ümläut", "tab\there", "*", "a\\b", ":(top)x", "日本"];
  for (const name of names) put(name, "old\n");
  const raw = Buffer.concat([Buffer.from(`${dir}/`), Buffer.from([0x62, 0xff, 0xfe])]);
  writeFileSync(raw, "old\n");
  const id = idOf(await save());
  for (const name of names) rmSync(join(dir, name));
  rmSync(raw);
  const done = await checkpoints.restore(dir, id);
  expect(done.restored).toHaveLength(names.length + 1);
  for (const name of names) expect(readFileSync(join(dir, name), "utf8")).toBe("old\n");
  expect(readFileSync(raw, "utf8")).toBe("old\n");
  const diff = await checkpoints.diff(dir, id, { path: "*" });
  expect(diff.files).toEqual([]);
});

test("links are saved as links, brought back as links, and never written through", async () => {
  const { root, checkpoints, dir, put, read, save } = world();
  writeFileSync(join(root, "outside.txt"), "outside\n");
  mkdirSync(join(root, "elsewhere"));
  put("plain.txt", "plain\n");
  put("folder/inner.txt", "inner\n");
  symlinkSync("../outside.txt", join(dir, "link"));
  const id = idOf(await save());
  rmSync(join(dir, "link"));
  rmSync(join(dir, "plain.txt"));
  symlinkSync("../outside.txt", join(dir, "plain.txt"));
  rmSync(join(dir, "folder"), { recursive: true });
  symlinkSync("../elsewhere", join(dir, "folder"));
  writeFileSync(join(root, "elsewhere/inner.txt"), "not yours\n");

  const done = await checkpoints.restore(dir, id);
  expect(readlinkSync(join(dir, "link"))).toBe("../outside.txt");
  expect(lstatSync(join(dir, "plain.txt")).isFile()).toBe(true);
  expect(read("plain.txt")).toBe("plain\n");
  expect(readFileSync(join(root, "outside.txt"), "utf8")).toBe("outside\n");
  expect(done.leftOut).toContainEqual({ path: "folder/inner.txt", why: "in-the-way" });

  await checkpoints.restore(dir, id, { removeNew: true });
  expect(read("folder/inner.txt")).toBe("inner\n");
  expect(readFileSync(join(root, "elsewhere/inner.txt"), "utf8")).toBe("not yours\n");
});

test("a file that became a folder, and a folder that became a file", async () => {
  const { checkpoints, dir, put, read, save } = world();
  put("thing", "file\n");
  put("box/a.txt", "a\n");
  const id = idOf(await save());
  rmSync(join(dir, "thing"));
  put("thing/inside.txt", "x\n");
  rmSync(join(dir, "box"), { recursive: true });
  put("box", "file now\n");
  const kept = await checkpoints.restore(dir, id);
  expect(kept.leftOut).toEqual([
    { path: "box/a.txt", why: "in-the-way" },
    { path: "thing", why: "in-the-way" },
  ]);
  expect(read("box")).toBe("file now\n");
  const forced = await checkpoints.restore(dir, id, { removeNew: true });
  expect([read("thing"), read("box/a.txt")]).toEqual(["file\n", "a\n"]);
  await checkpoints.restore(dir, forced.undo ?? "", { removeNew: true });
  expect([read("thing/inside.txt"), read("box")]).toEqual(["x\n", "file now\n"]);
});

test("modes: what may be run comes back, private stays private", async () => {
  const { checkpoints, dir, put, save } = world();
  put("run.sh", "#!/bin/sh\n");
  chmodSync(join(dir, "run.sh"), 0o755);
  put("private.txt", "one\n");
  chmodSync(join(dir, "private.txt"), 0o600);
  const id = idOf(await save());
  rmSync(join(dir, "run.sh"));
  put("private.txt", "two\n");
  const mode = (name: string) => statSync(join(dir, name)).mode & 0o777;
  await checkpoints.restore(dir, id);
  expect(mode("run.sh") & 0o100).toBe(0o100);
  expect(mode("private.txt")).toBe(0o600);
  rmSync(join(dir, "private.txt"));
  expect((await checkpoints.restore(dir, id)).created).toEqual(["private.txt"]);
  expect(mode("private.txt")).toBe(0o600);
  expect(mode("run.sh")).toBe(0o755 & ~process.umask());
});

test("repositories inside the project are files like all others, with or without commits", async () => {
  const { checkpoints, dir, put, read, save } = world();
  put("top.txt", "top\n");
  for (const name of ["sub", "sub/deeper", "empty"]) {
    mkdirSync(join(dir, name), { recursive: true });
    execFileSync("git", ["init", "-q"], { cwd: join(dir, name) });
  }
  put("sub/a.txt", "a\n");
  put("sub/deeper/b.txt", "b\n");
  put("empty/c.txt", "c\n");
  execFileSync("git", ["add", "a.txt"], { cwd: join(dir, "sub") });
  execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "x"], { cwd: join(dir, "sub") });
  const id = idOf(await save());
  put("sub/late.txt", "late\n");
  rmSync(join(dir, "sub/a.txt"));
  rmSync(join(dir, "sub/deeper/b.txt"));
  rmSync(join(dir, "empty/c.txt"));
  const second = idOf(await save());
  await checkpoints.restore(dir, id);
  expect([read("sub/a.txt"), read("sub/deeper/b.txt"), read("empty/c.txt")]).toEqual(["a\n", "b\n", "c\n"]);
  expect(existsSync(join(dir, "sub/.git/HEAD"))).toBe(true);
  expect((await checkpoints.show(dir, second)).changes).toContainEqual({ path: "sub/late.txt", change: "added" });
});
