// Numbers as people give them to flags. Nothing given is no number: an empty variable in a script must not mean 0.

import { UsageFailure } from "../../kernel/failure.ts";
import { WORDS } from "./words.data.ts";

export function wholeAbove0(text: string, what: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new UsageFailure(WORDS.takes.wholeAbove0(what, text));
}

/** undefined for what is no amount. */
export function amountIn(text: string): number | undefined {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  return value >= 0 ? value : undefined;
}
