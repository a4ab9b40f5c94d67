// Where tokens, money and time went, added up from what is stored. Nothing is asked of anybody.

import type { Insights } from "../kernel/insights.ts";

export interface InsightQuery {
  /** Counted back from now, today included. */
  readonly days: number;
  readonly source?: string;
}

export interface InsightAdmin {
  gather(query: InsightQuery): Promise<Insights>;
}
