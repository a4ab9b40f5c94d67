// The way into search by meaning: with the model on this machine, or a word about how it gets there.

import type { Log } from "../../contracts/log.ts";
import type { MeaningStatus, VectorShelf } from "../../contracts/meaning.ts";
import type { SessionStore } from "../../contracts/stores.ts";
import type { Clock } from "../../contracts/time.ts";
import { hasLocalModel, MODEL_PACKAGES, MODEL_VERSION } from "./local-model.ts";
import { searchByMeaning } from "./search-by-meaning.ts";
import { threadedEngine } from "./threaded-engine.ts";

/** Where the program is installed, npm is told this. */
const HOW = `npm install --no-save ${MODEL_PACKAGES.map((name) => `${name}@${MODEL_VERSION}`).join(" ")}`;

export function openMeaning(
  store: SessionStore,
  shelf: VectorShelf,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): { readonly store: SessionStore; readonly meaning: MeaningStatus } {
  if (!hasLocalModel()) return { store, meaning: { type: "missing", how: HOW } };
  const engine = threadedEngine();
  const search = searchByMeaning({ store, shelf, engine, clock, log });
  return {
    store: search.store,
    meaning: { type: "on", waiting: () => shelf.countWaiting(engine.model), catchUp: search.catchUp },
  };
}
