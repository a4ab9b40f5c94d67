// Where a text has the terms of a query: by stem, by related form, by phrase, or by substring for scripts without spaces.

import type { QueryTerm } from "./query.ts";
import { type Relation, relationsOf } from "./related-words.data.ts";
import { stem } from "./stem.ts";
import { worthOf } from "./words.data.ts";

export interface Occurrence {
  /** Index into the terms the matcher was made for. */
  readonly term: number;
  readonly start: number;
  readonly end: number;
  /** 1 for the word itself, less for a related one. */
  readonly weight: number;
}

export type Matcher = (text: string) => readonly Occurrence[];

const ANY_LETTER = "[\\p{L}\\p{N}\\p{M}\\p{Co}]";
/** Folded text in the Latin script needs no Unicode tables, which cost more than the search itself. */
const PLAIN_LETTER = "[a-z0-9]";
const NEAR_STEM = 0.5;

/** Other words that count for a term, as the index should be asked for them; with a `minWeight` only the near ones. */
export function relatedWords(term: QueryTerm, minWeight = 0): readonly string[] {
  return relationsFor(term)
    .filter(({ weight }) => weight >= minWeight)
    .map((relation) => relation.word);
}

function relationsFor(term: QueryTerm): readonly Relation[] {
  const [word, more] = term.words;
  return word === undefined || more !== undefined || term.unspaced || term.prefix ? [] : relationsOf(word);
}

/** How much a term tells in any text; a phrase as much as its best word. */
export const termWorth = (term: QueryTerm): number => Math.max(0, ...term.words.map(worthOf)) || 1;

/** From this weight on two words are forms of one: how common the word is counts them together. */
export const SAME_WORD_WEIGHT = 0.9;

/** The shared beginning by which a long word's derivations are found: `allergies` → `allerg`; undefined for short words. */
export function sharedRoot(word: string): string | undefined {
  const stemmed = stem(word);
  return stemmed.length < 6 || !/^[a-z]+$/u.test(stemmed)
    ? undefined
    : stemmed.slice(0, Math.max(5, Math.ceil(stemmed.length * 0.75)));
}

/** `looseness` says per term how much its related words count where they are more common than it; without it, as much as ever. */
export function createMatcher(terms: readonly QueryTerm[], looseness: readonly number[] = []): Matcher {
  const spaced = terms.flatMap((term, index) => (term.unspaced ? [] : [{ term, index }]));
  const unspaced = terms.flatMap((term, index) => (term.unspaced ? [{ text: term.words[0] ?? "", index }] : []));
  const finder = wordFinder(spaced.map(({ term }) => term));
  const related = new Map(spaced.map(({ term, index }) => [index, relatedWeights(term)]));
  const judged = new Map<string, readonly Verdict[]>();
  const judge = (word: string): readonly Verdict[] => {
    const known = judged.get(word);
    if (known) return known;
    const verdicts = spaced.flatMap(({ term, index }) => {
      const full = term.words.length === 1 ? weightOf(word, term, related.get(index)) : 0;
      const weight = full < SAME_WORD_WEIGHT ? full * (looseness[index] ?? 1) : full;
      return weight > 0 ? [{ term: index, weight }] : [];
    });
    judged.set(word, verdicts);
    return verdicts;
  };
  const phrases = spaced
    .filter(({ term }) => term.words.length > 1)
    .map(({ term, index }) => ({ index, finder: phraseFinder(term) }));
  return (text) => {
    const folded = foldKeepingLength(text);
    const found: Occurrence[] = [];
    for (const match of finder === undefined ? [] : folded.matchAll(finder)) {
      const end = match.index + match[0].length;
      for (const { term, weight } of judge(match[0])) found.push({ term, start: match.index, end, weight });
    }
    for (const { index, finder: find } of phrases) {
      for (const match of folded.matchAll(find))
        found.push({ term: index, start: match.index, end: match.index + match[0].length, weight: 1 });
    }
    for (const { text: needle, index } of unspaced) {
      for (let at = folded.indexOf(needle); at >= 0 && needle !== ""; at = folded.indexOf(needle, at + needle.length)) {
        found.push({ term: index, start: at, end: at + needle.length, weight: 1 });
      }
    }
    return found.sort((a, b) => a.start - b.start);
  };
}

const IN_DIGEST = 0.5;

/** Words of a call or a result count less than what somebody said; `said` is where the digest begins. */
export function weighDigest(occurrences: readonly Occurrence[], said: number): readonly Occurrence[] {
  return occurrences.map((one) => (one.start < said ? one : { ...one, weight: one.weight * IN_DIGEST }));
}

interface Verdict {
  readonly term: number;
  readonly weight: number;
}

const relatedWeights = (term: QueryTerm): ReadonlyMap<string, number> =>
  new Map(relationsFor(term).map((relation) => [relation.stem, relation.weight]));

function weightOf(word: string, term: QueryTerm, related: ReadonlyMap<string, number> | undefined): number {
  const asked = term.words[0] ?? "";
  if (term.prefix) return word.startsWith(asked) ? 1 : 0;
  const [stemAsked, stemFound] = [stem(asked), stem(word)];
  if (stemAsked === stemFound) return 1;
  const weight = related?.get(stemFound);
  if (weight !== undefined) return weight;
  const root = sharedRoot(asked);
  return root !== undefined && stemFound.startsWith(root) && stemFound.length <= stemAsked.length + 4 ? NEAR_STEM : 0;
}

/** Finds words that may count; `judge` then says whether they do. */
function wordFinder(terms: readonly QueryTerm[]): RegExp | undefined {
  const roots = new Set(terms.filter((term) => term.words.length === 1).flatMap((term) => rootsOf(term)));
  if (roots.size === 0) return undefined;
  return finderOf([...roots], (letter) => `(?<!${letter})(?:${[...roots].map(escapeRegExp).join("|")})${letter}*`);
}

function finderOf(words: readonly string[], source: (letter: string) => string): RegExp {
  const plain = words.every((word) => /^[a-z0-9]+$/u.test(word));
  return new RegExp(source(plain ? PLAIN_LETTER : ANY_LETTER), plain ? "g" : "gu");
}

function rootsOf(term: QueryTerm): readonly string[] {
  const word = term.words[0] ?? "";
  if (term.prefix) return [word];
  return [sharedRoot(word) ?? loosened(word), ...relatedWords(term).map(loosened)];
}

/** The part of a word its inflections share: `study` and `studies` both begin with `stud`. */
function loosened(word: string): string {
  const stemmed = stem(word);
  return stemmed.length > 2 ? stemmed.replace(/[iye]$/u, "") : stemmed;
}

function phraseFinder(term: QueryTerm): RegExp {
  const last = term.words.length - 1;
  return finderOf(term.words, (letter) => {
    const words = term.words.map((word, index) =>
      index === last && term.prefix
        ? `${escapeRegExp(word)}${letter}*`
        : `${escapeRegExp(loosened(word))}${letter}{0,4}`,
    );
    return `(?<!${letter})${words.join(`[^${letter.slice(1, -1)}]+`)}(?!${letter})`;
  });
}

const ACCENTED = /[\u00c0-\u024f\u0370-\u052f\u1e00-\u1fff\uff01-\uff9d]/gu;

/** Lower case without accents, every character still at its place. */
export function foldKeepingLength(text: string): string {
  const lower = text.toLowerCase();
  const kept = lower.length === text.length ? lower : text;
  return kept.replace(ACCENTED, plainChar);
}

function plainChar(char: string): string {
  const plain = char.normalize("NFKD").charAt(0);
  return plain.length === char.length ? plain : char;
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/gu, "\\$&");
}
