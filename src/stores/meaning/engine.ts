// A meaning engine in the thread it is made in: vectors from the given model, held and compared in memory.

import type { MeaningEngine, PlacedVector } from "../../contracts/meaning.ts";
import { nearestOf, packVector } from "../../kernel/sessions/vectors.ts";

export type EmbedTexts = (texts: readonly string[]) => Promise<readonly ArrayLike<number>[]>;

export function createMeaningEngine(model: string, embedTexts: EmbedTexts): MeaningEngine {
  const held = new Map<number, PlacedVector>();
  const embed = async (texts: readonly string[]) => (await embedTexts(texts)).map(packVector);
  return {
    model,
    embed,
    async hold(placed) {
      for (const one of placed) held.set(one.seq, one);
    },
    async nearest(text, limit) {
      const [wanted] = await embed([text]);
      return wanted === undefined ? [] : nearestOf(held.values(), wanted, limit);
    },
    async close() {
      held.clear();
    },
  };
}
