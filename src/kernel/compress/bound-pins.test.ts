import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundPins } from "./bound-pins.ts";
import { NO_PINS, type Rule } from "./pins.ts";

const said = (seq: number, text: string): Rule => ({ seq, text, by: "words" });
const room = (tokens: number) => ({ tokens, requestChars: 2_000 });

describe("rules", () => {
  test("a message full of them gives way before what was said in passing, from its middle, and is cited", () => {
    const paste = Array.from({ length: 60 }, (_, n) => said(7, `You must fill in field ${n} of the form.`));
    const rules = [said(2, "Never push to main."), ...paste, said(9, "Always answer in German.")];
    const { pins, leftOut } = boundPins({ ...NO_PINS, rules }, room(300));
    expect(pins.rules).toEqual(expect.arrayContaining([rules[0], rules.at(-1), paste[0], paste.at(-1)]));
    expect(leftOut.every(({ seq }) => seq === 7)).toBe(true);
    expect(pins.elsewhere).toEqual([{ fromSeq: 7, toSeq: 7, count: leftOut.length }]);
  });

  test("one far too long gives way to many short ones", () => {
    const rules = [said(2, "Never push to main."), said(3, `Never open ${"a door, ".repeat(500)}.`)];
    const { pins, leftOut } = boundPins(
      { ...NO_PINS, rules, elsewhere: [{ fromSeq: 3, toSeq: 3, count: 2 }] },
      room(400),
    );
    expect(leftOut).toEqual([rules[1]]);
    expect(pins.rules).toEqual([rules[0]]);
    expect(pins.elsewhere).toEqual([{ fromSeq: 3, toSeq: 3, count: 3 }]);
  });

  test("many messages are cited as a few spans that hold them", () => {
    const rules = Array.from({ length: 300 }, (_, n) => said(n < 150 ? n : 900 + n, `Never open door ${n}.`));
    const { pins, leftOut } = boundPins({ ...NO_PINS, rules }, room(100));
    expect(pins.elsewhere.length).toBeLessThanOrEqual(12);
    for (const { seq } of leftOut)
      expect(pins.elsewhere.some(({ fromSeq, toSeq }) => fromSeq <= seq && seq <= toSeq)).toBe(true);
  });

  test("every rule is quoted or cited, by hand last to go, and the quoted ones fit", () => {
    const rule = fc.record({
      seq: fc.integer({ min: 1, max: 5 }),
      text: fc.string({ minLength: 1, maxLength: 300 }),
      by: fc.constantFrom("words" as const, "hand" as const),
    });
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 30 }), fc.integer({ min: 10, max: 800 }), (rules, tokens) => {
        const { pins, leftOut } = boundPins({ ...NO_PINS, rules }, room(tokens));
        expect(pins.rules.length + leftOut.length).toBe(rules.length);
        expect(pins.elsewhere.reduce((sum, { count }) => sum + count, 0)).toBe(leftOut.length);
        if (leftOut.some(({ by }) => by === "hand")) expect(pins.rules.every(({ by }) => by === "hand")).toBe(true);
      }),
    );
  });
});

test("files that find no room are named by their folders", () => {
  const files = Array.from({ length: 400 }, (_, n) => ({
    ...{ path: n < 390 ? `/w/out/${n}.txt` : `/w/src/${n}.ts`, state: "changed" as const },
    ...{ seq: n, times: 1 },
  }));
  const { pins } = boundPins({ ...NO_PINS, files }, room(400));
  expect(pins.files.map(({ path }) => path)).toEqual(["/w/out/", ...files.slice(390).map(({ path }) => path)]);
});
