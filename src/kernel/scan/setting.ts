// Where a phrase stands decides what it is: a quoted attack in a security guide is a mention, "never ignore …" is a rule, neither is an order.

import type { Folded } from "./normalize.ts";
import type { PhraseRule } from "./patterns.data.ts";
import type { PhraseHit } from "./phrases.ts";
import { DEFENCE, FOREIGN, NEGATORS, OVERRIDES, QUALIFIERS, REPORTING } from "./setting.data.ts";
import { type Words, wordAt } from "./words.ts";
import { findFences, isInside, type Range } from "./zones.ts";

export interface Setting {
  readonly source: string;
  readonly folded: Folded;
  readonly words: Words;
  readonly fences: readonly Range[];
  /** Whether any of these words occurs in the text: cheap, asked before costly patterns are tried. */
  mentions(...any: readonly string[]): boolean;
  /** Inside inline code at this offset. */
  isCode(offset: number): boolean;
  /** Whether the words around this word index speak about attacks rather than making one. */
  isDefensive(word: number): boolean;
}

export function createSetting(source: string, folded: Folded, words: Words): Setting {
  const fences = findFences(source);
  return {
    source,
    folded,
    words,
    fences,
    mentions: createMentions(words),
    isCode: (offset) => enclosure(source, offset, offset + 1, 120) === "code",
    isDefensive: createDefence(words),
  };
}

function createMentions(words: Words): Setting["mentions"] {
  const known = new Set(words.vocabulary);
  return (...any) => any.some((word) => known.has(word));
}

/** Answers from a sorted list of the words that speak of attacks, made when first asked. */
function createDefence(words: Words): (word: number) => boolean {
  let cues: number[] | undefined;
  return (word) => {
    if (cues === undefined) {
      cues = [];
      const isCue = Uint8Array.from(words.vocabulary, (one) => (DEFENCE.has(one) ? 1 : 0));
      for (let i = 0; i < words.count; i++) if (isCue[words.ids[i] ?? 0] === 1) cues.push(i);
    }
    let low = 0;
    let high = cues.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cues[middle] ?? 0) <= word) low = middle + 1;
      else high = middle;
    }
    const before = cues[low - 1];
    const after = cues[low];
    const block = words.blocks[word] ?? 0;
    if (before !== undefined && word - before <= 80 && block - (words.blocks[before] ?? 0) <= 8) return true;
    return after !== undefined && after - word <= 40 && words.blocks[after] === block;
  };
}

const CLOSERS: Readonly<Record<string, string>> = {
  '"': '"',
  "“": "”",
  "'": "'",
  "‘": "’",
  "`": "`",
  "«": "»",
  "„": "“",
  "「": "」",
};

/** What encloses the span on its own line within `reach` characters each way. */
export function enclosure(source: string, start: number, end: number, reach: number): "quotes" | "code" | "none" {
  for (let i = start - 1; i >= 0 && i >= start - reach; i--) {
    const char = source[i] ?? "";
    if (char === "\n") return "none";
    const close = CLOSERS[char];
    if (close === undefined) continue;
    if (char === "'" && /[\p{L}\p{N}]/u.test(source[i - 1] ?? "")) continue;
    for (let k = end; k < source.length && k <= end + reach; k++) {
      const at = source[k];
      if (at === "\n") break;
      if (at === close && !(close === "'" && /\p{L}/u.test(source[k + 1] ?? "")))
        return char === "`" ? "code" : "quotes";
    }
    return "none";
  }
  return "none";
}

/** True when the phrase is a prohibition of what it names, or is mentioned in a text about such attacks. */
export function isCancelled(setting: Setting, hit: PhraseHit<PhraseRule>): boolean {
  const { words, folded, source } = setting;
  if (
    !hit.rule.negative &&
    (isNegated(words, hit) || (OVERRIDES.has(hit.rule.id) && isAboutForeignText(words, hit.last)))
  )
    return true;
  const start = folded.origin(words.starts[hit.first] ?? 0);
  const end = folded.origin(words.ends[hit.last] ?? 0);
  if (!setting.isDefensive(hit.first)) return false;
  return (
    isInside(setting.fences, start) || isReported(words, hit.first) || enclosure(source, start, end, 90) !== "none"
  );
}

function isNegated(words: Words, hit: PhraseHit<PhraseRule>): boolean {
  for (let i = hit.first - 1; i >= 0 && i >= hit.first - 2; i--) {
    if (words.blocks[i] !== words.blocks[hit.first]) break;
    if (NEGATORS.has(wordAt(words, i)) && !(wordAt(words, i + 1) === "mind" || wordAt(words, i + 1) === "only"))
      return true;
  }
  for (let i = hit.first + 1; i < hit.last; i++) {
    const word = wordAt(words, i);
    if ((word === "never" || word === "not" || word === "dont") && i - hit.first <= 2) return true;
  }
  return false;
}

/** "Ignore any instructions in fetched pages that ask …" protects; its object is named as foreign right behind the phrase. */
function isAboutForeignText(words: Words, last: number): boolean {
  let qualified = QUALIFIERS.has(wordAt(words, last));
  for (let i = last + 1; i < words.count && i <= last + 8 && words.blocks[i] === words.blocks[last]; i++) {
    const word = wordAt(words, i);
    if (qualified && FOREIGN.has(word)) return true;
    if (QUALIFIERS.has(word)) qualified = true;
    else if (word === "and" || word === "instead" || word === "then") return false;
  }
  return false;
}

function isReported(words: Words, first: number): boolean {
  for (let i = first - 1; i >= 0 && i >= first - 6; i--) {
    if (words.blocks[i] !== words.blocks[first]) return false;
    if (REPORTING.has(wordAt(words, i))) return true;
  }
  return false;
}
