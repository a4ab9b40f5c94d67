// What a person typed into search, as terms. Any punctuation is safe; the few operators are quotes, OR, AND, NOT, -word, +word and word*.

import { unspacedRuns } from "./bigrams.ts";
import { STOP_WORDS } from "./words.data.ts";

/** Words next to each other (one word: just that word); `unspaced` for scripts without spaces, found by substring. */
export interface QueryTerm {
  readonly words: readonly string[];
  readonly prefix: boolean;
  readonly unspaced: boolean;
}

/** Ranked by how much of `optional` a text has; every `required` group must have one of its terms in it; `excluded` must not. */
export interface ParsedQuery {
  readonly optional: readonly QueryTerm[];
  readonly required: readonly (readonly QueryTerm[])[];
  readonly excluded: readonly QueryTerm[];
}

interface Lexeme {
  readonly type: "words" | "phrase" | "or" | "and" | "not";
  readonly text: string;
  readonly sign: "+" | "-" | "";
  readonly prefix: boolean;
}

const QUOTES = '"“”„«»';
const TOKEN = new RegExp(`([+-]?)[${QUOTES}]([^${QUOTES}]*)[${QUOTES}]|([+-]?)([^\\s${QUOTES}]+)`, "gu");
const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
/** Of each kind, and words of a phrase: more is pasted text, and every term costs a look into the index. */
const MAX_TERMS = 24;
/** Of one phrase, compound or unspaced run; what goes on after so many characters is pasted text, too. */
const MAX_CHARS = 500;

export function parseQuery(source: string): ParsedQuery {
  const optional: QueryTerm[] = [];
  const required: QueryTerm[][] = [];
  const excluded: QueryTerm[] = [];
  const lexemes = lex(source);
  let last: "optional" | "required" | "excluded" | undefined;
  lexemes.forEach((lexeme, index) => {
    if (lexeme.type !== "words" && lexeme.type !== "phrase") return;
    const before = lexemes[index - 1]?.type;
    if (lexeme.sign === "-" || before === "not") {
      excluded.push(...strictTerms(lexeme));
      last = "excluded";
    } else if (before === "or" && last === "required") {
      // `"a b" OR c`: another way to satisfy what is required.
      required.at(-1)?.push(...strictTerms(lexeme));
    } else if (isRequired(lexeme, before, lexemes[index + 1]?.type)) {
      required.push([...strictTerms(lexeme)]);
      last = "required";
    } else {
      optional.push(...looseTerms(lexeme));
      last = "optional";
    }
  });
  return {
    optional: withoutStopWords(unique(optional), required.length > 0).slice(0, MAX_TERMS),
    required: firstTerms(required.filter((group) => group.length > 0)),
    excluded: unique(excluded).slice(0, MAX_TERMS),
  };
}

/** The first groups, together of no more terms than are looked for. */
function firstTerms(groups: readonly (readonly QueryTerm[])[]): readonly (readonly QueryTerm[])[] {
  let left = MAX_TERMS;
  return groups.flatMap((group) => {
    const kept = unique(group).slice(0, left);
    left -= kept.length;
    return kept.length === 0 ? [] : [kept];
  });
}

function lex(source: string): readonly Lexeme[] {
  const lexemes: Lexeme[] = [];
  for (const match of source.normalize("NFKC").matchAll(TOKEN)) {
    const [, phraseSign, ...texts] = match;
    const [phrase, wordSign, word = ""] = texts.map((text) => text?.slice(0, MAX_CHARS));
    if (phrase !== undefined) lexemes.push({ type: "phrase", text: phrase, sign: signOf(phraseSign), prefix: false });
    else if (wordSign === "" && (word === "OR" || word === "|"))
      lexemes.push({ type: "or", text: "", sign: "", prefix: false });
    else if (wordSign === "" && (word === "AND" || word === "&&"))
      lexemes.push({ type: "and", text: "", sign: "", prefix: false });
    else if (wordSign === "" && word === "NOT") lexemes.push({ type: "not", text: "", sign: "", prefix: false });
    else lexemes.push({ type: "words", text: word, sign: signOf(wordSign), prefix: /[\p{L}\p{N}]\*$/u.test(word) });
  }
  return lexemes.filter((lexeme) => lexeme.type !== "words" || /[\p{L}\p{N}]/u.test(lexeme.text));
}

const signOf = (sign: string | undefined): Lexeme["sign"] => (sign === "+" || sign === "-" ? sign : "");

function isRequired(lexeme: Lexeme, before: Lexeme["type"] | undefined, after: Lexeme["type"] | undefined): boolean {
  return lexeme.type === "phrase" || lexeme.sign === "+" || before === "and" || after === "and";
}

/** A phrase or compound stays together. */
function strictTerms(lexeme: Lexeme): readonly QueryTerm[] {
  return pieces(lexeme.text).flatMap((piece): QueryTerm[] => {
    if (piece.unspaced) return [{ words: [piece.text], prefix: false, unspaced: true }];
    const words = indexWords(piece.text).slice(0, MAX_TERMS);
    return words.length === 0 ? [] : [{ words, prefix: lexeme.prefix, unspaced: false }];
  });
}

/** A compound such as `ledger-2025.csv` counts as a whole and by its words; long unspaced runs by their parts. */
function looseTerms(lexeme: Lexeme): readonly QueryTerm[] {
  return pieces(lexeme.text).flatMap((piece): QueryTerm[] => {
    if (piece.unspaced) return segments(piece.text).map((text) => ({ words: [text], prefix: false, unspaced: true }));
    const words = wordsOf(piece.text).slice(0, MAX_TERMS);
    const singles = words.map((word, index) => ({
      words: [word],
      prefix: lexeme.prefix && index === words.length - 1,
      unspaced: false,
    }));
    return words.length > 1 ? [{ words, prefix: lexeme.prefix, unspaced: false }, ...singles] : singles;
  });
}

/** Lower-case words as the index cuts them. */
export function indexWords(text: string): readonly string[] {
  return (text.toLowerCase().match(WORD) ?? [])
    .map((word) => word.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC"))
    .filter((word) => word !== "");
}

/** The same without possessive and contracted endings, which are no words of their own. */
function wordsOf(text: string): readonly string[] {
  return indexWords(text.toLowerCase().replace(/['’](?:s|t|re|ve|ll|d|m)(?![\p{L}\p{N}])/gu, ""));
}

function pieces(text: string): readonly { readonly text: string; readonly unspaced: boolean }[] {
  const found: { text: string; unspaced: boolean }[] = [];
  let rest = text;
  for (const run of unspacedRuns(text)) {
    const at = rest.indexOf(run);
    if (at > 0) found.push({ text: rest.slice(0, at), unspaced: false });
    found.push({ text: run, unspaced: true });
    rest = rest.slice(at + run.length);
  }
  if (rest !== "") found.push({ text: rest, unspaced: false });
  return found;
}

/** A long run is a sentence: cut where the script changes, drop particles, and pairs of what is still long. */
function segments(run: string): readonly string[] {
  if ([...run].length <= 4) return [run];
  const parts = run.match(
    /\p{Script=Hiragana}+|\p{Script=Han}+|[\p{Script=Katakana}ー]+|[^\p{Script=Hiragana}\p{Script=Han}\p{Script=Katakana}ー]+/gu,
  ) ?? [run];
  const content = parts.filter((part) => !/^\p{Script=Hiragana}{1,3}$/u.test(part));
  return (content.length > 0 ? content : parts).flatMap((part) => ([...part].length <= 4 ? [part] : pairs(part)));
}

function pairs(part: string): readonly string[] {
  const chars = [...part];
  return chars.slice(0, -1).map((char, index) => char + chars[index + 1]);
}

function unique(terms: readonly QueryTerm[]): readonly QueryTerm[] {
  const seen = new Map(terms.map((term) => [`${term.words.join(" ")}${term.prefix ? "*" : ""}`, term]));
  return [...seen.values()];
}

/** Words everyone uses say nothing, unless nothing else was said. */
function withoutStopWords(terms: readonly QueryTerm[], mayBeEmpty: boolean): readonly QueryTerm[] {
  const telling = terms.filter(
    (term) => term.unspaced || term.prefix || term.words.some((word) => !STOP_WORDS.has(word)),
  );
  return telling.length > 0 || mayBeEmpty ? telling : terms;
}

/** Operators ask for exact words: a message without them is no answer, however near its meaning. */
export function asksForWords({ optional, required, excluded }: ParsedQuery): boolean {
  return required.length > 0 || excluded.length > 0 || optional.some((term) => term.prefix);
}

const ASKS =
  /^\s*(?:who|whom|whose|what|when|where|why|which|how|did|does|do|is|are|was|were|has|have|had|can|could|would|will)\b.*\s\S+\s+\S/isu;

/** A question in plain words, rather than words to look for. */
export function isQuestion(source: string): boolean {
  return !/["“”]/u.test(source) && (/[?？]\s*$/u.test(source) || ASKS.test(source));
}
