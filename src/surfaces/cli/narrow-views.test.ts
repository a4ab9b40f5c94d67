import { describe, expect, test } from "vitest";
import type { Insights } from "../../kernel/insights.ts";
import { charCount } from "../../kernel/text.ts";
import { renderInsights } from "./insights-view.ts";
import { renderTable } from "./table.ts";

const SPENT = { calls: 12, input: 45_678, cacheRead: 12_000, output: 4_321, costUsd: 1.25, unpriced: 1, ms: 65_000 };
const INSIGHTS = {
  totals: { ...SPENT, sessions: 14, messages: 120, toolCalls: 33 },
  models: [
    { ...SPENT, model: "openrouter/anthropic/claude-sonnet-5.5" },
    { ...SPENT, model: "offline/offline", costUsd: 0 },
  ],
  days: Array.from({ length: 30 }, (_, index) => ({ ...SPENT, day: `2026-11-${String(index + 1).padStart(2, "0")}` })),
  hours: Array.from({ length: 24 }, (_, hour) => hour),
  tools: [
    { tool: "terminal", calls: 20, failed: 2, ms: 3_000 },
    { tool: "browser_get_images", calls: 1, failed: 0, ms: 10 },
  ],
  top: [{ ...SPENT, id: "20261116_031808_7fb1a7", title: "A title that is rather long, as titles are", preview: "" }],
  sources: [{ source: "cli", sessions: 14 }],
} as unknown as Insights;

const widest = (text: string) => Math.max(...text.split("\n").map(charCount));

describe.each([120, 76, 52, 40])("at %i columns", (columns) => {
  test("insights fit, with their bars", () => {
    const page = renderInsights(INSIGHTS, 30, { columns, colour: false });
    expect(widest(page)).toBeLessThanOrEqual(columns);
    expect(page.match(/█{3,}/g)?.length).toBeGreaterThan(2);
    for (const words of ["14 sessions", "33 tool calls", "45.7k in", "20 calls", "50.0k tokens"])
      expect(page).toContain(words);
  });
  test("tables fit, and what one needs of a row is whole", () => {
    const table = renderTable(
      {
        title: "Sessions",
        columns: ["Title", "Preview", "Last Active", "ID"],
        rows: [["A title that is rather long", "what was said first in it", "3m ago", "20261116_031808_7fb1a7"]],
      },
      columns,
    );
    expect(widest(table)).toBeLessThanOrEqual(columns);
    expect(table).toContain("20261116_031808_7fb1a7");
  });
});
