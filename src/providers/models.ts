// What is known about a model: the user's word, then what the vendor taught us, then the table, then a careful guess.

import type { ModelInfo } from "../contracts/model.ts";
import type { PriceList } from "../kernel/cost.ts";
import { MODELS, type ModelRow } from "./models.data.ts";
import type { ModelOverride } from "./wire.ts";

const UNKNOWN_WINDOW = 128_000;
/** Servers on the user's machine run what memory allows, whatever the model could do. */
const LOCAL_WINDOW = 32_768;
const UNKNOWN_OUTPUT = 8_192;
const LARGEST_DEFAULT_OUTPUT = 32_000;

export interface KnownAbout {
  /** The endpoint is on the user's own machine or network. */
  readonly local: boolean;
  readonly override?: ModelOverride;
  /** Learned from an overflow error or from usage. */
  readonly learnedWindow?: number;
}

export function modelInfo(id: string, known: KnownAbout): ModelInfo {
  const row = findModel(id);
  // A local server's window is not the model's: the table would promise memory that is not there.
  const tableWindow = known.local ? undefined : row?.window;
  const window =
    known.override?.window ?? known.learnedWindow ?? tableWindow ?? (known.local ? LOCAL_WINDOW : UNKNOWN_WINDOW);
  const maxOutput = known.override?.maxOutput ?? row?.maxOutput ?? UNKNOWN_OUTPUT;
  const prices = known.local ? undefined : pricesOf(row);
  return {
    id,
    window,
    maxOutput: Math.min(maxOutput, window),
    images: known.override?.images ?? row?.images ?? false,
    reasoning: known.override?.reasoning ?? row?.reasoning ?? false,
    ...(prices && { prices }),
  };
}

/** How much answer to ask for when nobody said: enough to work, little enough to leave the window to the prompt. */
export function defaultMaxOutput(info: ModelInfo): number {
  return Math.max(256, Math.min(info.maxOutput, LARGEST_DEFAULT_OUTPUT, Math.floor(info.window / 4)));
}

/** The row with the longest matching start. `vendor/` paths and `:tag` suffixes do not count. */
export function findModel(id: string): ModelRow | undefined {
  const plain = plainId(id);
  let best: ModelRow | undefined;
  for (const row of MODELS) {
    if (!plain.startsWith(row.prefix)) continue;
    if (best === undefined || row.prefix.length > best.prefix.length) best = row;
  }
  return best;
}

function plainId(id: string): string {
  return (id.toLowerCase().split("/").at(-1) ?? "").replace(/:.*$/, "").replaceAll(".", "-");
}

function pricesOf(row: ModelRow | undefined): PriceList | undefined {
  if (row?.prices === undefined) return undefined;
  const [input, output, cacheRead, cacheWrite] = row.prices;
  // Where writing to the cache costs nothing extra, the tokens still cost what input costs.
  return { input, output, cacheRead, cacheWrite: cacheWrite === 0 ? input : cacheWrite };
}

/** Windows learned at run time, per provider and model. */
export interface LearnedWindows {
  get(provider: string, model: string): number | undefined;
  /** A vendor stated its window in an overflow error. Only ever lowers what is believed. */
  stated(provider: string, model: string, window: number): void;
  /** A prompt of this size was accepted, so the window cannot be smaller. */
  accepted(provider: string, model: string, inputTokens: number): void;
}

export interface LearnedRecord {
  readonly [key: string]: number;
}

/** Holds what was learned and hands every change to `save`. */
export function learnWindows(initial: LearnedRecord, save: (record: LearnedRecord) => void): LearnedWindows {
  const windows = new Map(Object.entries(initial));
  const key = (provider: string, model: string) => `${provider}/${model}`;
  const set = (name: string, window: number) => {
    windows.set(name, window);
    save(Object.fromEntries(windows));
  };
  return {
    get: (provider, model) => windows.get(key(provider, model)),
    stated(provider, model, window) {
      const name = key(provider, model);
      const before = windows.get(name);
      if (window >= 1_024 && (before === undefined || window < before)) set(name, window);
    },
    accepted(provider, model, inputTokens) {
      const name = key(provider, model);
      const before = windows.get(name);
      if (before !== undefined && inputTokens > before) set(name, inputTokens);
    },
  };
}
