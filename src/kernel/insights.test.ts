// Shares add up to what was spent, whatever the rows look like.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type InsightRows, insightsOf, type SessionUse, type UsageRow } from "./insights.ts";

const DAYS = ["2026-11-13", "2026-11-14", "2026-11-15"];
const session = (id: string, costUsd: number | undefined): SessionUse => ({
  id,
  title: undefined,
  preview: id,
  source: "cli",
  costUsd,
  messages: 2,
  startedDay: "2026-11-14",
});
const usage = (change: Partial<UsageRow>): UsageRow => ({
  ...{
    session: "a",
    day: "2026-11-14",
    model: "m",
    calls: 1,
    input: 100,
    cacheRead: 0,
    cacheWrite: 0,
    output: 10,
    ms: 5,
  },
  ...change,
});
const rows = (change: Partial<InsightRows>): InsightRows => ({
  ...{ usage: [], sessions: [], tools: [], messagesByDay: {}, hours: Array.from({ length: 24 }, () => 0) },
  ...change,
});

const rowArbitrary = fc.record({
  session: fc.constantFrom("a", "b"),
  day: fc.constantFrom(...DAYS),
  model: fc.constantFrom("m", "n", "unpriced"),
  calls: fc.nat(20),
  input: fc.nat(100_000),
  cacheRead: fc.nat(1_000),
  cacheWrite: fc.nat(1_000),
  output: fc.nat(10_000),
  ms: fc.nat(10_000),
});
const priceOf = (row: UsageRow) => (row.model === "unpriced" ? undefined : (row.input + 5 * row.output) / 1e6);

describe("insights", () => {
  test("models, days and totals are three ways to cut the same sum", () => {
    fc.assert(
      fc.property(fc.array(rowArbitrary), fc.option(fc.double({ min: 0, max: 50, noNaN: true })), (used, cost) => {
        const sessions = [session("a", cost ?? undefined), session("b", undefined)];
        const { totals, models, days } = insightsOf(rows({ usage: used, sessions }), DAYS, priceOf);
        const sum = (list: readonly { costUsd: number; input: number }[], key: "costUsd" | "input") =>
          list.reduce((all, one) => all + one[key], 0);
        for (const key of ["costUsd", "input"] as const) {
          expect(sum(models, key)).toBeCloseTo(totals[key], 6);
          expect(sum(days, key)).toBeCloseTo(totals[key], 6);
        }
      }),
    );
  });

  test("what a session cost is shared among its days; days outside the span take their part with them", () => {
    const used = [usage({ day: "2026-11-14" }), usage({ day: "2026-10-01" })];
    const { totals } = insightsOf(rows({ usage: used, sessions: [session("a", 4)] }), DAYS, () => undefined);
    expect(totals.costUsd).toBeCloseTo(2);
  });

  test("calls without a price are counted as such, and quiet days are there", () => {
    const { totals, days } = insightsOf(
      rows({ usage: [usage({ model: "unpriced" })], sessions: [session("a", undefined)] }),
      DAYS,
      priceOf,
    );
    expect(totals).toMatchObject({ costUsd: 0, unpriced: 1 });
    expect(days.map((one) => one.calls)).toEqual([0, 1, 0]);
  });
});
