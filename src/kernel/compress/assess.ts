// When to make room: half the window, but always a reserve below it, counted from the last real usage and what came since.

import { estimateMessage } from "../tokens.ts";
import type { Entry } from "./entry.ts";
import { keptThrough } from "./handoff.ts";

export interface Request {
  readonly sessionId: string;
  readonly entries: readonly Entry[];
  readonly window: number;
  /** Tokens of the next request, prompt and tools included. */
  readonly estimate: number;
  /** Real ÷ estimated tokens, as measured so far. */
  readonly factor: number;
  /** What the model may answer with; kept free where the vendor counts it against the window. */
  readonly maxOutput: number | undefined;
}

export interface Load extends Request {
  /** Tokens of each message. */
  readonly costs: readonly number[];
}

/** Every message is measured once per compaction. */
export function weigh(request: Request): Load {
  return { ...request, costs: request.entries.map(({ message }) => estimateMessage(message) * request.factor) };
}

export interface Limits {
  /** Compaction starts here. */
  readonly threshold: number;
  /** More than this cannot be sent. */
  readonly ceiling: number;
  /** Newest messages kept as they are, in tokens. */
  readonly tail: number;
  readonly summary: number;
  /** Prompt and tools: there whatever compaction does. */
  readonly overhead: number;
}

export interface LimitOptions {
  readonly threshold: number;
  readonly targetRatio: number;
}

const MAX_SHARE = 0.85;
const LEAST_RESERVE = 1_000;
const MOST_SUMMARY = 12_000;

export function limitsFor(load: Load, options: LimitOptions): Limits {
  const window = Math.max(2_000, load.window);
  const messages = load.costs.reduce((sum, cost) => sum + cost, 0);
  const overhead = Math.max(0, Math.round(load.estimate - messages));
  const wanted = load.maxOutput ?? window * 0.1;
  const reserve = Math.min(Math.max(wanted, LEAST_RESERVE), window * 0.4);
  const ceiling = Math.floor(window - Math.max(LEAST_RESERVE, window * 0.05));
  // A quarter of the window is left to the conversation even where prompt and tools fill half of a small one.
  const floor = Math.min(overhead + window / 4, window * MAX_SHARE);
  const share = clamp(options.threshold, 0.05, MAX_SHARE);
  const threshold = Math.floor(Math.min(window - reserve, window * MAX_SHARE, Math.max(window * share, floor)));
  const room = Math.max(500, threshold - overhead);
  return {
    threshold,
    ceiling,
    tail: Math.floor(Math.min(threshold * clamp(options.targetRatio, 0.1, 0.8), room * 0.8)),
    summary: Math.floor(Math.min(Math.max(2_000, Math.min(window * 0.05, MOST_SUMMARY)), room / 2)),
    overhead,
  };
}

/** Tokens the next request takes: what the vendor last counted plus what was appended since, else the estimate. */
export function tokensNow(load: Load): number {
  const { entries, estimate, costs } = load;
  const copied = keptThrough(entries);
  let appended = 0;
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at];
    if (entry === undefined || entry.seq <= copied) break;
    const { message } = entry;
    if (message.role === "assistant" && message.usage.input > 0) {
      const real = message.usage.input + message.usage.output + Math.ceil(appended);
      // Some servers count only what they had not cached: a number far below any estimate is not the whole request.
      return real < estimate / 2 ? estimate : real;
    }
    appended += costs[at] ?? 0;
  }
  return estimate;
}

/** Messages at which a chat is compacted before its next turn, whatever its size. */
export function isOvergrown(load: Load, maxMessages: number): boolean {
  return load.entries.length >= 4 && (tokensNow(load) >= load.window * MAX_SHARE || load.entries.length >= maxMessages);
}

function clamp(value: number, low: number, high: number): number {
  return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : low;
}
