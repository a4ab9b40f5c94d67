import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance, nearest } from "./suggest.ts";

test("a slip of the finger is recognised, a different word is not", () => {
  const known = ["max_turns", "memory", "model", "approvals"];
  expect(nearest("max_turs", known)).toBe("max_turns");
  expect(nearest("max-turns", known)).toBe("max_turns");
  expect(nearest("memroy", known)).toBe("memory");
  expect(nearest("Aprovals", known)).toBe("approvals");
  expect(nearest("zebra", known)).toBeUndefined();
});

test("distance is a distance", () => {
  const word = fc.string({ unit: fc.constantFrom(..."abc"), maxLength: 8 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, a)).toBe(0);
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(editDistance(a, b) === 0).toBe(a === b);
    }),
  );
});
