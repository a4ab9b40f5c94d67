import fc from "fast-check";
import { expect, test } from "vitest";
import { collapsed, likeness, profileOf } from "./likeness.ts";
import { seenLines } from "./seen-lines.ts";

const line = fc.string({ unit: fc.constantFrom(..."ab(= \t\u00a0\u2014é"), maxLength: 16 });

const pairsOf = (text: string) =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)));

function shareOfPairs(a: string, b: string): number {
  const [mine, yours] = [pairsOf(a), pairsOf(b)];
  return mine.size + yours.size === 0
    ? 0
    : (2 * [...mine].filter((pair) => yours.has(pair)).length) / (mine.size + yours.size);
}

test("lines are as alike as the share of their distinct pairs; giving up early only below the asked least", () => {
  fc.assert(
    fc.property(line, line, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, least) => {
      const expected = a === b ? 1 : Math.min(0.99, shareOfPairs(a, b));
      const [one, other] = [profileOf(a), profileOf(b)];
      expect(likeness(one, other)).toBe(expected);
      expect(likeness(one, other, least)).toBe(expected < least ? 0 : expected);
    }),
    {
      examples: [
        ["aba", "ab(", 0.9],
        ["aba", "bab", 0.995],
      ],
    },
  );
});

test("spaces of any kind and number are one, and none at the edges", () => {
  fc.assert(
    fc.property(line, (text) => {
      expect(collapsed(text)).toBe(text.replace(/\s+/g, " ").trim());
    }),
  );
});

test("however many ways of finding look at a file, each view of its lines is made once", () => {
  const lines = seenLines(["  a  b ", "c\u2014d"]);
  expect(lines.as("plain")).toEqual(["a b", "c-d"]);
  expect(lines.as("plain")).toBe(lines.as("plain"));
  expect(lines.profiles()).toBe(lines.profiles());
});
