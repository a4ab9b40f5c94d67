// What a call cost, from the price table; unknown prices stay unknown.

import type { Usage } from "./message.ts";

export interface PriceList {
  /** US dollars per million tokens. */
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export function costOf(usage: Usage, prices: PriceList | undefined): number | undefined {
  if (prices === undefined) return undefined;
  const fresh = Math.max(0, usage.input - usage.cacheRead - usage.cacheWrite);
  const millionths =
    fresh * prices.input +
    usage.cacheRead * prices.cacheRead +
    usage.cacheWrite * prices.cacheWrite +
    usage.output * prices.output;
  return millionths / 1_000_000;
}
