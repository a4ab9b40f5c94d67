// What is known about a model: the user's word, then what the vendor taught us, then the table, then a careful guess.

import type { ModelInfo } from "../contracts/model.ts";
import type { PriceList } from "../kernel/cost.ts";
import { MODELS, type ModelRow, VENDOR_ONLY } from "./models.data.ts";
import type { ServedWindow } from "./served-window.ts";
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
  /** What the server says it has set up, or that the model allows. */
  readonly servedWindow?: ServedWindow;
  /** Learned from an overflow error or from usage. */
  readonly learnedWindow?: number;
}

export function modelInfo(id: string, known: KnownAbout): ModelInfo {
  const row = findModel(id);
  const window = known.override?.window ?? toldWindow(known) ?? guessedWindow(id, row, known);
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

/** The smaller of what the server says and what it proved. */
function toldWindow({ servedWindow, learnedWindow }: KnownAbout): number | undefined {
  if (servedWindow?.type !== "served") return learnedWindow;
  return Math.min(servedWindow.window, learnedWindow ?? servedWindow.window);
}

/** A local server's window is not the model's: the table would promise memory that is not there. */
function guessedWindow(id: string, row: ModelRow | undefined, { local, servedWindow }: KnownAbout): number {
  const isWay = VENDOR_ONLY.test(plainId(id));
  const guess = (local && !isWay ? undefined : row?.window) ?? (local ? LOCAL_WINDOW : UNKNOWN_WINDOW);
  return servedWindow === undefined ? guess : Math.min(guess, servedWindow.window);
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
  /** What the server at an address last said. */
  servedBy(baseUrl: string, model: string): number | undefined;
  /** The server said what it has set up; lessons learned when it had something else are void. */
  served(baseUrl: string, provider: string, model: string, window: number): void;
}

export interface LearnedRecord {
  readonly [key: string]: number;
}

/** Holds what was learned and hands every change to `save`. */
export function learnWindows(initial: LearnedRecord, save: (record: LearnedRecord) => void): LearnedWindows {
  const windows = new Map(Object.entries(initial));
  const key = (provider: string, model: string) => `${provider}/${model}`;
  const servedKey = (baseUrl: string, model: string) => `served ${baseUrl} ${model}`;
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
    servedBy: (baseUrl, model) => windows.get(servedKey(baseUrl, model)),
    served(baseUrl, provider, model, window) {
      const name = servedKey(baseUrl, model);
      const before = windows.get(name);
      if (before === window) return;
      if (before !== undefined) windows.delete(key(provider, model));
      set(name, window);
    },
  };
}
