import { expect, test } from "vitest";
import { hasLimits, type Limits, overLimit, unkeptLimit } from "./limits.ts";

const none = { tokens: undefined, usd: undefined };
const NO_LIMITS: Limits = { turn: none, session: none, day: none };
const spent = (tokens: number, usd: number) => ({ tokens, usd });
const all = (tokens: number, usd: number) => ({
  turn: spent(tokens, usd),
  session: spent(tokens, usd),
  day: spent(tokens, usd),
});

test("without limits nothing stops", () => {
  expect(hasLimits(NO_LIMITS)).toBe(false);
  expect(overLimit(all(1e9, 1e6), NO_LIMITS)).toBeUndefined();
});
test("each limit names itself, the amounts and the key to raise", () => {
  const day: Limits = { ...NO_LIMITS, day: { tokens: undefined, usd: 2 } };
  expect(overLimit(all(10, 1.99), day)).toBeUndefined();
  expect(overLimit(all(10, 2), day)).toContain("limits.day.usd");
  const turn: Limits = { ...NO_LIMITS, turn: { tokens: 1_000, usd: undefined } };
  expect(overLimit(all(1_500, 0), turn)).toContain("1,500 of 1,000 tokens");
});

test("a limit in dollars for a model without a price is said, not silently passed", () => {
  const day: Limits = { ...NO_LIMITS, day: { tokens: undefined, usd: 2 } };
  expect(unkeptLimit(day, "local/one", false)).toContain("limits.day.usd");
  expect(unkeptLimit(day, "local/one", true)).toBeUndefined();
  expect(unkeptLimit({ ...NO_LIMITS, day: { tokens: 5, usd: undefined } }, "local/one", false)).toBeUndefined();
});
