import fc from "fast-check";
import { expect, test } from "vitest";
import { applyHunks } from "./apply-hunks.ts";
import { type Hunk, parsePatch, patchPaths } from "./v4a.ts";

const parse = (...lines: string[]) => parsePatch(["*** Begin Patch", ...lines, "*** End Patch"].join("\n"));
const apply = (text: string, ...lines: string[]) => {
  const parsed = parse("*** Update File: f", ...lines);
  const [operation] = parsed.type === "ok" ? parsed.operations : [];
  return operation?.type === "update" ? applyHunks(text, operation.hunks) : parsed;
};

test("a parsed patch knows every path, also where the header is written oddly", () => {
  const parsed = parse("***Update File:  a b.txt ", "-x", "+y", "*** Move File: c -> d", "*** add file: e", "+1");
  expect(parsed.type === "ok" && patchPaths(parsed.operations)).toEqual(["a b.txt", "c", "d", "e"]);
});

test.each([
  [["*** Update File: ../x", "-a", "+b"], '".."'],
  [["*** Add File: a", "no plus"], '"+"'],
  [["*** Update File: a", "what"], '" ", "-" or "+"'],
  [["*** Update File: a", "-x", "*** Delete File: a"], "two operations"],
  [["*** Move File: a b"], "old -> new"],
  [["hello"], "header"],
  [[], "no file operations"],
])("%j is refused with the reason", (lines, why) => {
  expect(parse(...lines)).toEqual({ type: "bad", why: expect.stringContaining(why) });
});

test("any text parses or is refused, never thrown at", () => {
  fc.assert(fc.property(fc.string(), (source) => void parsePatch(source)));
});

test("a hint picks the place among equals; without one the patch is refused", () => {
  const text = "def a():\n  return 1\ndef b():\n  return 1\n";
  expect(apply(text, "@@ def b():", "-  return 1", "+  return 2")).toEqual({
    type: "ok",
    text: "def a():\n  return 1\ndef b():\n  return 2\n",
  });
  expect(apply(text, "-  return 1", "+  return 2")).toMatchObject({
    type: "bad",
    why: expect.stringContaining("2 times"),
  });
});

test("kept lines stay as the file has them and added ones take its indentation", () => {
  const text = "\tif (x) {  \n\t\tgo();\n\t}\n";
  expect(apply(text, " if (x) {", "-\tgo();", "+\tstop();", " }")).toEqual({
    type: "ok",
    text: "\tif (x) {  \n\t\tstop();\n\t}\n",
  });
});

test("lines are added after the hint, at the end, and into an empty file", () => {
  expect(apply("a\nb\n", "@@ a", "+x")).toMatchObject({ text: "a\nx\nb\n" });
  expect(apply("a\nb", "+x")).toMatchObject({ text: "a\nb\nx" });
  expect(apply("", "+x")).toMatchObject({ text: "x\n" });
});

test("a patch made from two texts turns the first into the second", () => {
  const lines = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 15 });
  fc.assert(
    fc.property(lines, fc.infiniteStream(fc.constantFrom("keep", "remove", "add")), (file, kinds) => {
      const hunk = file.flatMap((text, index): Hunk["lines"] => {
        const kind = kinds.next().value;
        if (kind === "add")
          return [
            { type: "keep", text },
            { type: "add", text: `new ${index}` },
          ];
        return [{ type: kind === "remove" ? "remove" : "keep", text }];
      });
      const wanted = hunk.filter((line) => line.type !== "remove").map((line) => line.text);
      const result = applyHunks(`${file.join("\n")}\n`, [{ hints: [], lines: hunk, atEnd: false }]);
      expect(result).toEqual({ type: "ok", text: wanted.length === 0 ? "" : `${wanted.join("\n")}\n` });
    }),
  );
});
