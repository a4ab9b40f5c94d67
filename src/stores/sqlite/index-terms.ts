// Query terms as FTS5 expressions over our two indexes. Words are letters and digits only by now, so quoting is safe.

import { gramsOfRun } from "../../kernel/sessions/bigrams.ts";
import { relatedWords, SAME_WORD_WEIGHT, sharedRoot } from "../../kernel/sessions/matcher.ts";
import type { QueryTerm } from "../../kernel/sessions/query.ts";

export type IndexTable = "hx_fts" | "hx_fts_bigrams";

export interface IndexTerm {
  readonly table: IndexTable;
  /** Exactly what was asked for. */
  readonly exact: string;
  /** With its irregular forms: how common the word is. */
  readonly counted: string;
  /** With related forms and derivations; what candidates are drawn from. */
  readonly wide: string;
  /** Words in `wide`. */
  readonly forms: number;
}

export function indexTerm(term: QueryTerm): IndexTerm {
  if (term.unspaced) {
    const expression = gramExpression(term.words[0] ?? "");
    return { table: "hx_fts_bigrams", exact: expression, counted: expression, wide: expression, forms: 1 };
  }
  const exact = `"${term.words.join(" ")}"${term.prefix ? " *" : ""}`;
  const [word] = term.words;
  if (term.words.length > 1 || term.prefix || word === undefined)
    return { table: "hx_fts", exact, counted: exact, wide: exact, forms: 1 };
  const root = sharedRoot(word);
  const forms = new Set([
    exact,
    ...relatedWords(term).map((related) => `"${related}"`),
    ...(root === undefined ? [] : [`"${root}" *`]),
  ]);
  const counted = [exact, ...relatedWords(term, SAME_WORD_WEIGHT).map((form) => `"${form}"`)];
  return { table: "hx_fts", exact, counted: counted.join(" OR "), wide: [...forms].join(" OR "), forms: forms.size };
}

/** One character is the beginning of a pair; more are pairs in a row. */
function gramExpression(run: string): string {
  const grams = gramsOfRun(run);
  return grams.length === 1 ? `"${run}" *` : `"${grams.slice(0, -1).join(" ")}"`;
}

export const anyOf = (expressions: readonly string[]): string => expressions.map((one) => `(${one})`).join(" OR ");
export const allOf = (expressions: readonly string[]): string => expressions.map((one) => `(${one})`).join(" AND ");
