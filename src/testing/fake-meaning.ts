// A meaning engine without a model: words of one group mean the same, other words mean only themselves.

import type { MeaningEngine, PlacedVector } from "../contracts/meaning.ts";
import { nearestOf, packVector } from "../kernel/sessions/vectors.ts";

export interface FakeMeaning extends MeaningEngine {
  /** Every text it was given to embed for storing, in order. */
  readonly embedded: readonly string[];
  /** From now on everything it is asked fails. */
  breakDown(): void;
}

const DIMENSIONS = 256;

export function fakeMeaning(groups: readonly (readonly string[])[] = [], model = "fake"): FakeMeaning {
  const groupOf = new Map(groups.flatMap((words) => words.map((word) => [word, words[0] ?? word])));
  const held = new Map<number, PlacedVector>();
  const embedded: string[] = [];
  let broken = false;
  const working = () => {
    if (broken) throw new Error("no model");
  };
  const vectorOf = (text: string) => {
    const vector = new Array<number>(DIMENSIONS).fill(0);
    for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
      const place = placeOf(groupOf.get(word) ?? word);
      vector[place] = (vector[place] ?? 0) + 1;
    }
    return packVector(vector);
  };
  return {
    model,
    embedded,
    breakDown() {
      broken = true;
    },
    async embed(texts) {
      working();
      embedded.push(...texts);
      return texts.map(vectorOf);
    },
    async hold(placed) {
      working();
      for (const one of placed) held.set(one.seq, one);
    },
    async nearest(text, limit) {
      working();
      return nearestOf(held.values(), vectorOf(text), limit);
    },
    async close() {
      held.clear();
    },
  };
}

/** The same for the same word everywhere. */
function placeOf(word: string): number {
  let hash = 7;
  for (const char of word) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % DIMENSIONS;
}
