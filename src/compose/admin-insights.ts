// `hermes insights`: the store's rows, priced by the table of list prices.

import { costOf } from "../kernel/cost.ts";
import { UsageFailure } from "../kernel/failure.ts";
import { insightsOf, type PriceOf } from "../kernel/insights.ts";
import { modelInfo } from "../providers/models.ts";
import type { InsightAdmin } from "../runtime/admin-insights.ts";
import { openDb } from "../stores/sqlite/db.ts";
import { insightRows } from "../stores/sqlite/insights.ts";
import { openSqliteStore } from "../stores/sqlite/open.ts";
import type { Ground } from "./ground.ts";
import { startOfDay, systemClock, systemIds } from "./system-clock.ts";

const DAY_MS = 86_400_000;

export function insightAdmin({ home, config }: Ground): InsightAdmin {
  return {
    async gather({ days, source }) {
      if (config.store.url !== "")
        throw new UsageFailure("Insights are drawn from this home's own database; store.url points elsewhere.", 1);
      // The store brings an older file up to date; reading needs nothing else of it.
      await (await openSqliteStore({ path: home.stateDb, clock: systemClock, ids: systemIds })).close();
      const db = openDb({ path: home.stateDb, ids: systemIds, readOnly: true });
      try {
        const to = systemClock.now();
        const named = daysBack(to, days);
        const from = startOfDay(to - (days - 1) * DAY_MS);
        const rows = await db.read(() => insightRows(db, { from, to, ...(source === undefined ? {} : { source }) }));
        return insightsOf(rows, named, priceOf);
      } finally {
        await db.close();
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
