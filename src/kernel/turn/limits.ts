// Spending limits: whether the next call may be made, and what to say when not.

import { withThousands } from "../text.ts";

export interface Limit {
  readonly tokens: number | undefined;
  readonly usd: number | undefined;
}

export interface Limits {
  readonly turn: Limit;
  readonly session: Limit;
  readonly day: Limit;
}

export type Period = keyof Limits;

export interface SpentBy {
  readonly turn: { readonly tokens: number; readonly usd: number };
  readonly session: { readonly tokens: number; readonly usd: number };
  readonly day: { readonly tokens: number; readonly usd: number };
}

const PERIODS: readonly Period[] = ["turn", "session", "day"];

/** The sentence for the user when a limit is reached; undefined while there is room. */
export function overLimit(spent: SpentBy, limits: Limits): string | undefined {
  for (const period of PERIODS) {
    const { tokens, usd } = limits[period];
    const used = spent[period];
    if (tokens !== undefined && used.tokens >= tokens) {
      return sentence(period, "tokens", `${withThousands(used.tokens)} of ${withThousands(tokens)} tokens`);
    }
    if (usd !== undefined && used.usd >= usd)
      return sentence(period, "usd", `$${used.usd.toFixed(2)} of $${usd.toFixed(2)}`);
  }
  return undefined;
}

function sentence(period: Period, unit: "tokens" | "usd", amount: string): string {
  return `The limit for this ${period} is reached (${amount}). Nothing is lost: raise limits.${period}.${unit} and go on with the same session.`;
}

export function hasLimits(limits: Limits): boolean {
  return PERIODS.some((period) => limits[period].tokens !== undefined || limits[period].usd !== undefined);
}

/** Said when a limit in dollars cannot be kept because nobody knows what the model costs; undefined when it can. */
export function unkeptLimit(limits: Limits, model: string, hasPrice: boolean): string | undefined {
  const period = hasPrice ? undefined : PERIODS.find((one) => limits[one].usd !== undefined);
  if (period === undefined) return undefined;
  return `limits.${period}.usd cannot stop anything here: the price of ${model} is not known. limits.${period}.tokens can.`;
}
