// A phrase is a row of word choices with bounded gaps. Matching walks reachable positions, so its cost is bounded per word.

import { foldWord } from "./normalize.ts";
import { once } from "./once.ts";
import { unleet, type Words } from "./words.ts";

/** Most words that may stand between two steps of any phrase. */
export const MAX_GAP = 12;

interface Step {
  readonly choice: number;
  readonly gap: number;
  readonly optional: boolean;
}

export interface Phrase<T> {
  readonly rule: T;
  readonly number: number;
  readonly steps: readonly Step[];
}

export interface Lexicon<T> {
  /** For a known word: the choices it belongs to. */
  readonly exact: ReadonlyMap<string, readonly number[]>;
  readonly stems: ReadonlyMap<string, readonly number[]>;
  readonly longestStem: number;
  readonly byFirst: ReadonlyMap<number, readonly Phrase<T>[]>;
  /** Words of 32 bits needed for all choices. */
  readonly size: number;
  readonly phrases: number;
  /** What was made of each short spelling so far, undefined for one in no phrase: texts share most of their words. */
  readonly known: Map<string, WordClass<T> | undefined>;
}

const MAX_KNOWN = 10_000;
/** A longer piece of a text may keep the whole text alive. */
const MAX_KNOWN_LENGTH = 12;

/**
 * Compiles rules whose `phrases` are written as `word|word ..3 stem*|word maybe?`:
 * `|` separates choices, `*` ends a stem, `..n` allows n words before the next step, `?` makes a step optional, `@name` is a choice from `sets`.
 */
export function compilePhrases<T extends { readonly phrases: readonly string[] }>(
  rules: readonly T[],
  sets: Readonly<Record<string, string>>,
): Lexicon<T> {
  const choices = new Map<string, number>();
  const exact = new Map<string, number[]>();
  const stems = new Map<string, number[]>();
  const byFirst = new Map<number, Phrase<T>[]>();
  let longestStem = 0;

  const choiceOf = (source: string): number => {
    const spelled = source.replace(/@(\w+)/g, (_all, name: string) => sets[name] ?? name);
    const known = choices.get(spelled);
    if (known !== undefined) return known;
    const id = choices.size;
    choices.set(spelled, id);
    for (const raw of spelled.split("|")) {
      const stem = raw.endsWith("*");
      const word = foldWord(stem ? raw.slice(0, -1) : raw);
      if (stem) longestStem = Math.max(longestStem, word.length);
      const into = stem ? stems : exact;
      const list = into.get(word);
      if (list) list.push(id);
      else into.set(word, [id]);
    }
    return id;
  };

  let number = 0;
  for (const rule of rules) {
    for (const phrase of rule.phrases) {
      const steps: Step[] = [];
      let gap = 0;
      for (const piece of phrase.trim().split(/\s+/)) {
        const dots = /^\.\.(\d+)$/.exec(piece);
        if (dots) {
          gap = Math.min(MAX_GAP, Number(dots[1]));
          continue;
        }
        const optional = piece.endsWith("?");
        steps.push({ choice: choiceOf(optional ? piece.slice(0, -1) : piece), gap, optional });
        gap = 0;
      }
      const first = steps[0];
      if (!first) continue;
      const list = byFirst.get(first.choice);
      const entry = { rule, steps, number: number++ };
      if (list) list.push(entry);
      else byFirst.set(first.choice, [entry]);
    }
  }
  return { exact, stems, longestStem, byFirst, size: (choices.size >> 5) + 1, phrases: number, known: new Map() };
}

export interface PhraseHit<T> {
  readonly rule: T;
  /** Word indexes, both inclusive. */
  readonly first: number;
  readonly last: number;
}

const NOTHING: readonly number[] = [];

function choicesOfWord<T>(lexicon: Lexicon<T>, word: string): readonly number[] {
  const own = choicesOfSpelling(lexicon, word);
  if (own.length > 0 || word.length < 4) return own;
  const meant = unleet(word) ?? misspelled(word);
  return meant === undefined ? own : choicesOfSpelling(lexicon, meant);
}

// Words an override cannot do without; a letter too many, too few or swapped does not stop a model from reading them, nor does a letter shift.
const OFTEN_MISSPELLED = ["instructions", "instruction", "previous", "disregard", "directives", "ignore"];
const OFTEN_SHIFTED = [
  "instructions",
  "previous",
  "disregard",
  "ignore",
  "forget",
  "reveal",
  "password",
  "prompt",
  "system",
];
const misspellings = once(
  (): ReadonlyMap<string, string> =>
    new Map([
      ...OFTEN_SHIFTED.flatMap((word) => Array.from({ length: 25 }, (_, by) => [shifted(word, by + 1), word] as const)),
      ...OFTEN_MISSPELLED.flatMap((word) => [
        [word, word] as const,
        ...shorter(word).map((form) => [form, word] as const),
      ]),
    ]),
);

function shifted(word: string, by: number): string {
  return word.replace(/[a-z]/g, (char) => String.fromCharCode(((char.charCodeAt(0) - 97 + by) % 26) + 97));
}

function shorter(word: string): string[] {
  return Array.from({ length: word.length }, (_, i) => word.slice(0, i) + word.slice(i + 1));
}

/** The word meant when at most one letter is wrong, missing, doubled or swapped with its neighbour. */
function misspelled(word: string): string | undefined {
  if (word.length < 5 || word.length > 13) return undefined;
  const direct = misspellings().get(word);
  if (direct !== undefined || word.length < 7 || !/^[ipd]/.test(word)) return direct;
  for (const form of shorter(word)) {
    const meant = misspellings().get(form);
    if (meant !== undefined) return meant;
  }
  return undefined;
}

function choicesOfSpelling<T>(lexicon: Lexicon<T>, word: string): readonly number[] {
  let found: readonly number[] = lexicon.exact.get(word) ?? NOTHING;
  const most = Math.min(word.length, lexicon.longestStem);
  for (let length = 2; length <= most; length++) {
    const more = lexicon.stems.get(word.slice(0, length));
    if (more) found = found.length === 0 ? more : [...found, ...more];
  }
  return found;
}

/** The choices of one spelling as bits, and the phrases that may start with it. */
interface WordClass<T> {
  readonly bits: Uint32Array;
  readonly starts: readonly Phrase<T>[];
}

/** All phrase hits, left to right; after a hit the same phrase resumes behind it. */
export function findPhrases<T>(lexicon: Lexicon<T>, words: Words): readonly PhraseHit<T>[] {
  const classes: WordClass<T>[] = [{ bits: new Uint32Array(lexicon.size), starts: [] }];
  const classOf = Uint32Array.from(words.vocabulary, (word) => {
    const found = classOfWord(lexicon, word);
    return found === undefined ? 0 : classes.push(found) - 1;
  });
  const perWord = new Uint32Array(words.count);
  for (let i = 0; i < words.count; i++) perWord[i] = classOf[words.ids[i] ?? 0] ?? 0;
  const bitsOf = classes.map((one) => one.bits);
  const starts = viableStarts(classes, lexicon.size);
  const hits: PhraseHit<T>[] = [];
  const resumeAt = new Uint32Array(lexicon.phrases);
  for (let i = 0; i < words.count; i++) {
    const own = perWord[i] ?? 0;
    if (own === 0) continue;
    for (const phrase of starts[own] ?? []) {
      if ((resumeAt[phrase.number] ?? 0) > i) continue;
      const last = matchFrom(phrase.steps, perWord, bitsOf, words.blocks, i);
      if (last === -1) continue;
      hits.push({ rule: phrase.rule, first: i, last });
      resumeAt[phrase.number] = last + 1;
    }
  }
  return hits;
}

/** Leaves out phrases with a step that no word of this text can take. */
function viableStarts<T>(classes: readonly WordClass<T>[], size: number): readonly WordClass<T>["starts"][] {
  const present = new Uint32Array(size);
  for (const { bits } of classes) for (let i = 0; i < size; i++) present[i] = (present[i] ?? 0) | (bits[i] ?? 0);
  const isPresent = (choice: number): boolean => ((present[choice >> 5] ?? 0) & (1 << (choice & 31))) !== 0;
  return classes.map(({ starts }) =>
    starts.filter((phrase) => phrase.steps.every((step) => step.optional || isPresent(step.choice))),
  );
}

function classOfWord<T>(lexicon: Lexicon<T>, word: string): WordClass<T> | undefined {
  const { known } = lexicon;
  const before = known.get(word);
  if (before !== undefined || known.has(word)) return before;
  const choices = choicesOfWord(lexicon, word);
  const found = choices.length === 0 ? undefined : classify(lexicon, choices);
  if (word.length > MAX_KNOWN_LENGTH) return found;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(word, found);
  return found;
}

function classify<T>(lexicon: Lexicon<T>, choices: readonly number[]): WordClass<T> {
  const bits = new Uint32Array(lexicon.size);
  for (const choice of choices) bits[choice >> 5] = (bits[choice >> 5] ?? 0) | (1 << (choice & 31));
  const starts = [...new Set(choices)].flatMap((choice) => lexicon.byFirst.get(choice) ?? []);
  return { bits, starts };
}

/** The last word of the nearest match that starts at `from`, or -1. */
function matchFrom(
  steps: readonly Step[],
  perWord: Uint32Array,
  bitsOf: readonly Uint32Array[],
  blocks: Uint32Array,
  from: number,
): number {
  const block = blocks[from];
  let reached: number[] = [from];
  for (let s = 1; s < steps.length; s++) {
    const step = steps[s];
    if (!step) break;
    const cell = step.choice >> 5;
    const bit = 1 << (step.choice & 31);
    let next: number[] | undefined;
    let candidate = 0;
    for (const position of reached) {
      const limit = position + 1 + step.gap;
      candidate = Math.max(candidate, position + 1);
      for (; candidate <= limit && candidate < perWord.length && blocks[candidate] === block; candidate++) {
        const own = perWord[candidate] ?? 0;
        if (own === 0 || ((bitsOf[own]?.[cell] ?? 0) & bit) === 0) continue;
        if (next) next.push(candidate);
        else next = [candidate];
      }
    }
    if (step.optional) reached = next ? [...new Set([...reached, ...next])].sort((a, b) => a - b) : reached;
    else if (!next) return -1;
    else reached = next;
  }
  return reached[0] ?? -1;
}
