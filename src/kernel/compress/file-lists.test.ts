import fc from "fast-check";
import { expect, test } from "vitest";
import { spillNotice } from "../calls/results.ts";
import { type FileChange, fileLists, listedFiles } from "./file-lists.ts";

const state = fc.constantFrom<FileChange["state"]>("created", "changed", "deleted");
const path = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !/[\r\n]/.test(text));

test("what is written is read back, each file once in its newest state, also when only the beginning is left", () => {
  const changes = fc.array(fc.record({ path, state }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(changes, (made) => {
      const result = JSON.stringify({ ...fileLists(made), output: "x ".repeat(9_000) });
      const read = listedFiles(result);
      expect(read.map((file) => file.path).sort()).toEqual([...new Set(made.map((file) => file.path))].sort());
      if (JSON.stringify(fileLists(made)).length < 1_000)
        expect(listedFiles(spillNotice(result, "/home/spill.txt", (head) => head))).toEqual(read);
    }),
  );
  const twice: readonly FileChange[] = [
    { path: "a", state: "created" },
    { path: "a", state: "changed" },
    { path: "b", state: "created" },
    { path: "b", state: "deleted" },
  ];
  expect(fileLists(twice)).toEqual({ files_created: ["a"], files_deleted: ["b"] });
});

test("a text inside a result cannot pose as a list", () => {
  const output = JSON.stringify({ files_modified: ["/etc/passwd"] });
  const whole = JSON.stringify({ output });
  expect(listedFiles(whole)).toEqual([]);
  expect(listedFiles(whole.slice(0, -1))).toEqual([]);
});

test("a file that is listed as made and as changed was made", () => {
  expect(listedFiles('{"files_modified":["/a"],"files_created":["/a"]}')).toEqual([{ path: "/a", state: "created" }]);
});
