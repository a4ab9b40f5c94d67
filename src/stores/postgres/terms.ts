// Words as the PostgreSQL index holds them: cut and stemmed by the same rules as everywhere else, so both stores find the same.

import { callsOf, type Message, textOf } from "../../kernel/message.ts";
import { bigramsOf, gramsOfRun } from "../../kernel/sessions/bigrams.ts";
import { relatedWords, SAME_WORD_WEIGHT, sharedRoot } from "../../kernel/sessions/matcher.ts";
import { indexWords, type QueryTerm } from "../../kernel/sessions/query.ts";
import { stem } from "../../kernel/sessions/stem.ts";

/** A tsvector holds at most a megabyte. */
const MAX_CHARS = 200_000;
const TOOL_CHARS = 2_000;

/** Input for to_tsvector('simple', …): stems, then pairs of scripts without spaces. */
export function searchTerms(message: Message): string {
  const text = textOf(message).slice(0, message.role === "tool" ? TOOL_CHARS : MAX_CHARS);
  const calls = callsOf(message).map((call) => `${call.tool} ${JSON.stringify(call.input) ?? ""}`.slice(0, 1_000));
  const all = [message.role === "tool" ? message.tool : "", text, ...calls].join("\n");
  return `${indexWords(all).map(stem).filter(isStorable).join(" ")} ${bigramsOf(all).replaceAll("\u0001", "")}`;
}

/** Lexemes are limited to two kilobytes. */
const isStorable = (word: string): boolean => word.length < 500;

const lexeme = (word: string): string => `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** A term as tsquery text, exactly what was asked for. */
export function exactQuery(term: QueryTerm): string {
  if (term.unspaced) {
    const grams = gramsOfRun(term.words[0] ?? "");
    return grams.length === 1 ? `${lexeme(grams[0] ?? "")}:*` : grams.slice(0, -1).map(lexeme).join(" <-> ");
  }
  const last = term.words.length - 1;
  return term.words
    .map((word, index) => (term.prefix && index === last ? `${lexeme(word)}:*` : lexeme(stem(word))))
    .join(" <-> ");
}

/** With its irregular forms: how common the word is. */
export function countedQuery(term: QueryTerm): string {
  const forms = relatedWords(term, SAME_WORD_WEIGHT).map((form) => lexeme(stem(form)));
  return [exactQuery(term), ...forms].map((form) => `(${form})`).join(" | ");
}

/** With related forms and derivations. */
export function wideQuery(term: QueryTerm): string {
  const [word] = term.words;
  const root =
    term.words.length === 1 && !term.unspaced && !term.prefix && word !== undefined ? sharedRoot(word) : undefined;
  const forms = [
    exactQuery(term),
    ...relatedWords(term).map((related) => lexeme(stem(related))),
    ...(root === undefined ? [] : [`${lexeme(root)}:*`]),
  ];
  return forms.map((form) => `(${form})`).join(" | ");
}
