// How full a store is, in the words of the header line and of tool results.

import { withThousands } from "../text.ts";
import { type Book, bookSize, type Target } from "./entries.ts";

const TITLES: Readonly<Record<Target, string>> = {
  memory: "MEMORY (your personal notes)",
  user: "USER PROFILE (who the user is)",
};
const RULE = "═".repeat(46);

/** Rounded towards zero, at most 100. */
export function percentFull(size: number, limit: number): number {
  return limit <= 0 ? 100 : Math.min(100, Math.trunc((size / limit) * 100));
}

/** `67% — 1,474/2,200 chars`. */
export function usageText(size: number, limit: number): string {
  return `${percentFull(size, limit)}% — ${withThousands(size)}/${withThousands(limit)} chars`;
}

/** The block frozen into the prompt; `shown` is what the model may read, its size is what the gauge counts. Undefined without entries. */
export function renderSnapshot(target: Target, shown: Book, limit: number): string | undefined {
  if (shown.entries.length === 0) return undefined;
  const header = `${TITLES[target]} [${usageText(bookSize(shown), limit)}]`;
  return `${RULE}\n${header}\n${RULE}\n${shown.entries.join("\n§\n")}`;
}
