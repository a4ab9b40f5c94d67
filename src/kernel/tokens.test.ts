import { expect, test } from "vitest";
import { calibrate, estimateText, UNCALIBRATED } from "./tokens.ts";

test("dense scripts cost more per character than Latin", () => {
  expect(estimateText("a".repeat(400))).toBe(100);
  expect(estimateText("漢".repeat(400))).toBe(400);
  expect(estimateText("я".repeat(400))).toBe(200);
});

test("each real report pulls the estimate towards the truth, within bounds", () => {
  const first = calibrate(UNCALIBRATED, { estimated: 1_000, real: 1_500 });
  expect(first.factor).toBe(1.5);
  expect(calibrate(first, { estimated: 1_000, real: 1_000 }).factor).toBe(1.25);
  expect(calibrate(UNCALIBRATED, { estimated: 1_000, real: 1_000_000 }).factor).toBe(4);
  expect(calibrate(first, { estimated: 10, real: 500 })).toBe(first);
});
