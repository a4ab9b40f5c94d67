import fc from "fast-check";
import { expect, test } from "vitest";
import type { FileChange } from "./file-lists.ts";
import { foldFiles } from "./fold-files.ts";

const made = (path: string): FileChange => ({ path, state: "created" });

test("the fullest folder stands for its files; what lies elsewhere stays named", () => {
  const files = [...Array.from({ length: 300 }, (_, n) => made(`/w/target/deps/${n}.o`)), made("/w/src/a.rs")];
  expect(foldFiles(files, 50)).toEqual([made("/w/target/deps/"), made("/w/src/a.rs")]);
  expect(foldFiles(files, 301)).toEqual(files);
});

test("many folders are named by the one around them", () => {
  const files = Array.from({ length: 300 }, (_, n) => made(`/w/out/${n}/x`));
  expect(foldFiles([...files, made("/w/a")], 10)).toEqual([made("/w/out/"), made("/w/a")]);
});

test("a folder is made or gone only when all in it is", () => {
  const mixed: FileChange[] = [made("/w/a/1"), { path: "/w/a/2", state: "deleted" }, made("/w/a/3")];
  expect(foldFiles(mixed, 1)).toEqual([{ path: "/w/a/", state: "changed" }]);
});

test("no file is lost and the list is as short as asked", () => {
  const name = fc.constantFrom("a", "b", "c");
  const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => `/${parts.join("/")}`);
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 40 }), fc.integer({ min: 1, max: 10 }), (paths, most) => {
      const folded = foldFiles(paths.map(made), most);
      expect(folded.length).toBeLessThanOrEqual(Math.max(most, 0));
      for (const one of paths)
        expect(
          folded.some((entry) => entry.path === one || (entry.path.endsWith("/") && one.startsWith(entry.path))),
        ).toBe(true);
    }),
  );
});
