// `hermes insights`: the store's rows, priced by the table of list prices.

import { costOf } from "../kernel/cost.ts";
import { insightsOf, type PriceOf } from "../kernel/insights.ts";
import { modelInfo } from "../providers/models.ts";
import type { InsightAdmin } from "../runtime/admin-insights.ts";
import type { Ground } from "./ground.ts";
import { openSessionStore } from "./session-store.ts";
import { startOfDay } from "./system-clock.ts";

const DAY_MS = 86_400_000;

export function insightAdmin(ground: Ground): InsightAdmin {
  return {
    async gather({ days, source }) {
      const { store, archive } = await openSessionStore(ground);
      try {
        const to = ground.clock.now();
        const from = startOfDay(to - (days - 1) * DAY_MS);
        const rows = await archive.use({ from, to, ...(source === undefined ? {} : { source }) });
        return insightsOf(rows, daysBack(to, days), priceOf);
      } finally {
        await store.close();
      }
    },
  };
}

const priceOf: PriceOf = (row) => {
  if (/^(offline|ollama|lmstudio|vllm|llamacpp)\//.test(row.model)) return 0;
  const usage = {
    input: row.input,
    output: row.output,
    cacheRead: row.cacheRead,
    cacheWrite: row.cacheWrite,
    reasoning: 0,
  };
  return costOf(usage, modelInfo(row.model, { local: false }).prices);
};

/** Counted on the calendar, so that a day of 23 or 25 hours is one day. */
function daysBack(now: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(now);
    date.setHours(12, 0, 0, 0);
    date.setDate(date.getDate() - (count - 1 - index));
    const two = (value: number) => String(value).padStart(2, "0");
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  });
}
