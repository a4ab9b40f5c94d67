import fc from "fast-check";
import { expect, test } from "vitest";
import { changesBetween, type Look } from "./look.ts";

const look = (marks: Readonly<Record<string, string>>, unseen: readonly string[] = []): Look => ({
  marks: new Map(Object.entries(marks)),
  unseen,
});

test("made, changed and taken away, in the order of their paths", () => {
  const before = look({ "/w/a": "1", "/w/b": "1", "/w/c": "1" });
  const after = look({ "/w/d": "1", "/w/b": "2", "/w/c": "1" });
  expect(changesBetween(before, after)).toEqual([
    { path: "/w/a", state: "deleted" },
    { path: "/w/b", state: "changed" },
    { path: "/w/d", state: "created" },
  ]);
});

test("of a folder that one look did not enter nothing is claimed but that it was not entered", () => {
  const before = look({ "/w/big/a": "1", "/w/x": "1" });
  const after = look({ "/w/x": "2" }, ["/w/big"]);
  const unseen = { path: "/w/big/", state: "unseen" };
  expect(changesBetween(before, after)).toEqual([{ path: "/w/x", state: "changed" }, unseen]);
  expect(changesBetween(after, before)).toEqual([{ path: "/w/x", state: "changed" }, unseen]);
});

test("many new files are told apart from many unseen folders, at the top of the disk, too", () => {
  const folders = Array.from({ length: 60_000 }, (_, n) => `/w/unseen-${n}`);
  const files = Array.from({ length: 60_000 }, (_, n) => `/w/new/${n}`);
  const after = look(Object.fromEntries([...files, "/w/unseen-7/deep/x"].map((path) => [path, "1"])));
  const changes = changesBetween(look({}, folders), after);
  expect(changes.filter(({ state }) => state === "created")).toHaveLength(files.length);
  expect(changesBetween(look({}, ["/"]), look({ "/a": "1" }))).toEqual([{ path: "/", state: "unseen" }]);
});

test("a file that both looked at by itself is told of, also in an unseen folder", () => {
  const before = look({ "/w/big/gone": "1", "/w/big/other": "1" }, ["/w/big"]);
  const after = look({ "/w/big/new": "1" }, ["/w/big"]);
  expect(changesBetween(before, after, ["/w/big/gone", "/w/big/new"])).toEqual([
    { path: "/w/big/gone", state: "deleted" },
    { path: "/w/big/new", state: "created" },
    { path: "/w/big/", state: "unseen" },
  ]);
});

test("many unseen folders are named by the one around them", () => {
  const many = ["/w/a/1", "/w/a/2", "/w/b", "/w/c/d/e"];
  expect(changesBetween(look({}), look({}, many))).toEqual([{ path: "/w/", state: "unseen" }]);
});

test("what two looks differ in is told, nothing else", () => {
  const tree = fc.dictionary(fc.constantFrom("/w/a", "/w/b/c", "/w/b/d", "/w/e"), fc.constantFrom("1", "2"));
  fc.assert(
    fc.property(tree, tree, (one, two) => {
      const paths = [...new Set([...Object.keys(one), ...Object.keys(two)])];
      const told = changesBetween(look(one), look(two)).map(({ path }) => path);
      expect(told).toEqual(paths.filter((path) => one[path] !== two[path]).sort());
    }),
  );
});
