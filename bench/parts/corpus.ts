// Invented conversations with the word statistics of real ones (Zipf), the same for the same seed; a share of them Japanese-like.

import type { Message } from "../../src/kernel/message.ts";

export interface Corpus {
  readonly text: () => string;
  readonly unspacedText: () => string;
  /** One to three words of a text, as somebody would search for it. */
  readonly query: (text: string) => string;
  readonly random: () => number;
}

const SYLLABLES = "ba ke mi to ra su ne lo vi da pe gu ho ji fa wo xe qua stro ling".split(" ");
const VOCABULARY = 40_000;
const KANJI = 1_200;

export function createCorpus(seed: number): Corpus {
  let state = seed >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const words = Array.from({ length: VOCABULARY }, (_, index) => wordOf(index));
  const pickWord = zipf(VOCABULARY, random);
  const pickKanji = zipf(KANJI, random);
  const text = (): string =>
    Array.from({ length: 20 + Math.floor(random() * 75) }, () => words[pickWord()] ?? "").join(" ");
  const kanji = (): string => String.fromCodePoint(0x4e00 + pickKanji() * 7);
  const unspacedText = (): string =>
    Array.from(
      { length: 12 + Math.floor(random() * 30) },
      () => `${kanji()}${kanji()}${["の", "を", "は", "で"][Math.floor(random() * 4)]}`,
    ).join("");
  const query = (from: string): string => {
    const all = from.split(" ");
    const start = Math.floor(random() * Math.max(1, all.length - 3));
    return all.slice(start, start + 1 + Math.floor(random() * 3)).join(" ");
  };
  return { text, unspacedText, query, random };
}

function wordOf(index: number): string {
  let word = "";
  for (let rest = index; ; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length];
    if (rest < SYLLABLES.length) break;
  }
  return word + (index % 7 === 0 ? "ed" : "");
}

/** Picks an index with the frequency words have in running text. */
function zipf(size: number, random: () => number): () => number {
  const sums = new Float64Array(size);
  let total = 0;
  for (let i = 0; i < size; i++) {
    total += 1 / (i + 2.7);
    sums[i] = total;
  }
  return () => {
    const wanted = random() * total;
    let [low, high] = [0, size - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

export function userSaid(text: string, at: number): Message {
  return { role: "user", parts: [{ type: "text", text }], at };
}

export function modelSaid(text: string, at: number): Message {
  return {
    role: "assistant",
    parts: [{ type: "text", text }],
    stop: "end",
    usage: { input: 1200, output: 90, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
    model: "custom/bench-model",
    at,
  };
}
