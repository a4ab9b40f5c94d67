// Files: bytes come back as they went in, failures are typed, nothing is half-written.

import { describe, expect, test } from "vitest";
import { NAUGHTY } from "../naughty.data.ts";
import { type StartEnvironment, useEnvironment } from "./kit.ts";

export function filesSuite(start: StartEnvironment): void {
  const kit = useEnvironment(start);

  describe("reading and writing", () => {
    test("bytes come back as they went in, all 256 of them", async () => {
      const { env } = kit();
      const bytes = Uint8Array.from({ length: 4096 }, (_, index) => index % 256);
      await env.write("data.bin", bytes);
      expect(Buffer.from(await env.read("data.bin")).equals(Buffer.from(bytes))).toBe(true);
      expect(await env.stat("data.bin")).toMatchObject({ type: "file", size: 4096 });
    });

    test("an empty file is a file", async () => {
      const { env, write } = kit();
      await write("empty", "");
      expect((await env.read("empty")).length).toBe(0);
      expect(await env.stat("empty")).toMatchObject({ type: "file", size: 0 });
    });

    test("text of odd characters survives", async () => {
      const { text, write } = kit();
      await write("odd.txt", NAUGHTY.join("\n"));
      expect(Buffer.from(await text("odd.txt"))).toEqual(Buffer.from(NAUGHTY.join("\n")));
    });

    test("missing directories are made", async () => {
      const { env, text, write } = kit();
      await write("a/b/c.txt", "deep");
      expect(await text("a/b/c.txt")).toBe("deep");
      expect(await env.stat("a/b")).toMatchObject({ type: "dir" });
    });

    test("writing replaces and leaves nothing else behind", async () => {
      const { env, text, write } = kit();
      await write("x.txt", "a long first version");
      await write("x.txt", "short");
      expect(await text("x.txt")).toBe("short");
      expect((await env.list(".")).map((entry) => entry.name)).toEqual(["x.txt"]);
    });

    test("reading can stop early", async () => {
      const { env, write } = kit();
      await write("x.txt", "0123456789");
      expect(new TextDecoder().decode(await env.read("x.txt", 4))).toBe("0123");
    });

    test("names with spaces, quotes and letters of any language work", async () => {
      const { env, text, write } = kit();
      const names = ["a b.txt", 'it\'s "quoted".txt', "größe 日本.txt", "$HOME.txt", "-rf"];
      for (const name of names) await write(name, name);
      for (const name of names) expect(await text(name)).toBe(name);
      expect((await env.list(".")).map((entry) => entry.name).sort()).toEqual([...names].sort());
    });

    test("relative paths start at the working directory; absolute ones are taken as they are", async () => {
      const { env, text, write } = kit();
      await write("here.txt", "x");
      expect(env.resolve("here.txt")).toBe(`${env.cwd}/here.txt`);
      expect(env.resolve("./sub/../here.txt")).toBe(`${env.cwd}/here.txt`);
      expect(await text(env.resolve("here.txt"))).toBe("x");
    });
  });

  describe("looking, moving, removing", () => {
    test("a list says what is a file and what a directory", async () => {
      const { env, write } = kit();
      await write("dir/inner.txt", "x");
      await write("file.txt", "x");
      const entries = [...(await env.list("."))].sort((a, b) => (a.name < b.name ? -1 : 1));
      expect(entries).toEqual([
        { name: "dir", type: "dir" },
        { name: "file.txt", type: "file" },
      ]);
    });

    test("what is not there has no stat", async () => {
      expect(await kit().env.stat("nothing")).toBeUndefined();
      expect(await kit().env.stat("no/such/dir/file")).toBeUndefined();
    });

    test("rename moves, remove removes", async () => {
      const { env, text, write } = kit();
      await write("a.txt", "moved");
      await env.rename("a.txt", "b.txt");
      expect(await env.stat("a.txt")).toBeUndefined();
      expect(await text("b.txt")).toBe("moved");
      await env.remove("b.txt");
      expect(await env.stat("b.txt")).toBeUndefined();
    });
  });

  describe("failures are typed", () => {
    const failure = (kind: string) => ({ name: "EnvironmentFailure", kind });

    test("nothing there", async () => {
      const { env } = kit();
      await expect(env.read("nothing.txt")).rejects.toMatchObject(failure("not-found"));
      await expect(env.list("nothing")).rejects.toMatchObject(failure("not-found"));
      await expect(env.rename("nothing", "else")).rejects.toMatchObject(failure("not-found"));
    });

    test("a directory is no file and a file no directory", async () => {
      const { env, write } = kit();
      await write("dir/inner.txt", "x");
      await expect(env.read("dir")).rejects.toMatchObject(failure("is-directory"));
      await expect(env.write("dir", new Uint8Array())).rejects.toMatchObject(failure("is-directory"));
      await expect(env.list("dir/inner.txt")).rejects.toMatchObject(failure("not-directory"));
      await expect(write("dir/inner.txt/deeper", "x")).rejects.toMatchObject(failure("not-directory"));
    });
  });
}
