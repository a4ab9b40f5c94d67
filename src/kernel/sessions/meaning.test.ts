// Meanings as numbers: what packing keeps, who is near, and how two rankings become one.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fuseRankings } from "./fuse.ts";
import { asksForWords, parseQuery } from "./query.ts";
import { nearestOf, packVector } from "./vectors.ts";

describe("reciprocal rank fusion", () => {
  const equal = <T>(rankings: readonly (readonly T[])[]) => rankings.map((order) => ({ order, weight: 1 }));
  const fused = (...rankings: string[][]) => fuseRankings(equal(rankings), (one) => one).map(({ one }) => one);

  test("what both rank well beats what only one ranks first", () => {
    expect(fused(["a", "b", "c"], ["d", "b", "e"])[0]).toBe("b");
  });

  test("one ranking alone stays in its order; first place everywhere is worth 1", () => {
    expect(fused(["c", "a", "b"])).toEqual(["c", "a", "b"]);
    expect(fuseRankings(equal([["a"], ["a"]]), (one) => one)).toEqual([{ one: "a", score: 1 }]);
  });

  test("of two first places the more trusted one wins", () => {
    const rankings = [
      { order: ["a"], weight: 0.5 },
      { order: ["b"], weight: 1 },
    ];
    expect(fuseRankings(rankings, (one) => one).map(({ one }) => one)).toEqual(["b", "a"]);
  });

  test("everything ranked anywhere is there once, and scores fall", () => {
    const ranking = fc.uniqueArray(fc.integer({ min: 0, max: 40 }));
    fc.assert(
      fc.property(fc.array(ranking, { maxLength: 4 }), (rankings) => {
        const all = fuseRankings(equal(rankings), (one) => one);
        expect(new Set(all.map(({ one }) => one))).toEqual(new Set(rankings.flat()));
        expect(all).toHaveLength(new Set(rankings.flat()).size);
        for (const [index, { score }] of all.entries())
          expect(score).toBeLessThanOrEqual(all[index - 1]?.score ?? Number.POSITIVE_INFINITY);
      }),
    );
  });
});

describe("vectors", () => {
  const placed = (...vectors: number[][]) =>
    vectors.map((vector, index) => ({ seq: index + 1, vector: packVector(vector) }));

  test("the nearest comes first, what has nothing in common does not come at all", () => {
    const rows = placed([0, 1, 0], [1, 0.2, 0], [1, 1, 0], [0, 0, 1]);
    expect(nearestOf(rows, packVector([2, 0, 0]), 10)).toEqual([2, 3]);
    expect(nearestOf(rows, packVector([2, 0, 0]), 1)).toEqual([2]);
  });

  test("length does not matter, an empty vector is near nothing, and other sizes are passed over", () => {
    const rows = placed([0.001, 0], [0, 0], [1, 0, 0]);
    expect(nearestOf(rows, packVector([500, 0]), 10)).toEqual([1]);
  });

  test("packing keeps the angle to within a hundredth", () => {
    const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 });
    const cosine = (a: readonly number[], b: readonly number[]) =>
      a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0) / (Math.hypot(...a) * Math.hypot(...b));
    fc.assert(
      fc.property(vector, vector, (a, b) => {
        fc.pre(Math.hypot(...a) > 0.1 && Math.hypot(...b) > 0.1);
        const near = nearestOf([{ seq: 1, vector: packVector(a) }], packVector(b), 1).length === 1;
        if (cosine(a, b) > 0.31) expect(near).toBe(true);
        if (cosine(a, b) < 0.29) expect(near).toBe(false);
      }),
    );
  });
});

test.each([
  ["where did we put the bike", false],
  ['"exact words"', true],
  ["bike -red", true],
  ["bik*", true],
])("%s asks for exact words: %s", (query, wanted) => expect(asksForWords(parseQuery(query))).toBe(wanted));
