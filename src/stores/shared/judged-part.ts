// A long text is judged by a part of it: the one around the first of the words that were asked for, the rarest before the others.

import type { QueryTerm } from "../../kernel/sessions/query.ts";
import { stem } from "../../kernel/sessions/stem.ts";

export const JUDGED_CHARS = 20_000;
/** Where the part begins before the word. */
export const CHARS_BEFORE = 2_000;
export const MOST_SOUGHT = 3;

/** What to look for in a long text, best first: beginnings that all forms of a word share. `counts` says how common each term is. */
export function soughtIn(terms: readonly QueryTerm[], counts: readonly number[]): readonly string[] {
  return terms
    .map(({ words: [word = ""], unspaced }, index) => ({
      count: counts[index] ?? 0,
      text: unspaced ? word : beginningOf(word),
    }))
    .filter(({ text, count }) => text !== "" && count > 0)
    .sort((a, b) => a.count - b.count)
    .slice(0, MOST_SOUGHT)
    .map(({ text }) => text);
}

function beginningOf(word: string): string {
  const root = stem(word);
  return word.startsWith(root) ? root : root.slice(0, -1);
}
