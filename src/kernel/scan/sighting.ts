// A finding before it is located, and which rules a scope reaches.

import type { Scope } from "./patterns.data.ts";

/** UTF-16 offsets in the original text. */
export interface Sighting {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

const RANK: Readonly<Record<Scope, number>> = { all: 0, context: 1, strict: 2 };

/** Scopes nest: `all` is inside `context`, `context` inside `strict`. */
export function reaches(scanned: Scope, rule: Scope): boolean {
  return RANK[rule] <= RANK[scanned];
}
