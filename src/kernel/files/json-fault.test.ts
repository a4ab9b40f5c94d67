import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "../json.ts";
import { jsonFault } from "./json-fault.ts";

test("there is a fault exactly where the parser refuses", () => {
  const text = fc.oneof(fc.json(), fc.stringMatching(/^[[\]{},:"a0 -]{0,12}$/));
  fc.assert(
    fc.property(text, (source) => (jsonFault(source) === undefined) === (parseJson(source).type === "ok")),
    { numRuns: 3_000 },
  );
});

test("the fault is at the token that is wrong", () => {
  expect([jsonFault('{"a": }'), jsonFault("[1 2]"), jsonFault('{"a": 1,}'), jsonFault("[1,")]).toEqual([6, 3, 8, 3]);
});
