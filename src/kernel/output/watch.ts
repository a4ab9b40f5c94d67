// When a line of a background process is worth a word to the model, and when it becomes noise.

const APART_MS = 15_000;
const STRIKES = 3;
const BURST = 15;
const BURST_MS = 10_000;
const PAUSE_MS = 30_000;

/** Of one process. */
export interface Watch {
  readonly patterns: readonly string[];
  readonly lastAt: number | undefined;
  /** Matches that came too soon after the last notice. */
  readonly strikes: number;
}

/** Of all processes together. */
export interface WatchTraffic {
  readonly recent: readonly number[];
  readonly pausedUntil: number;
}

export type WatchVerdict = "silent" | "notify" | "retire";

export function watching(patterns: readonly string[]): Watch {
  return { patterns, lastAt: undefined, strikes: 0 };
}

export const NO_TRAFFIC: WatchTraffic = { recent: [], pausedUntil: 0 };

/** The line, the watch after it, and what to do: a watch that matches too often is retired, its end is reported instead. */
export function judgeLine(
  line: string,
  watch: Watch,
  traffic: WatchTraffic,
  now: number,
): { readonly verdict: WatchVerdict; readonly watch: Watch; readonly traffic: WatchTraffic } {
  if (!watch.patterns.some((pattern) => line.includes(pattern))) return { verdict: "silent", watch, traffic };
  if (watch.lastAt !== undefined && now - watch.lastAt < APART_MS) {
    const strikes = watch.strikes + 1;
    const retired = strikes >= STRIKES;
    return {
      verdict: retired ? "retire" : "silent",
      watch: { ...watch, strikes, patterns: retired ? [] : watch.patterns },
      traffic,
    };
  }
  if (now < traffic.pausedUntil) return { verdict: "silent", watch, traffic };
  const recent = [...traffic.recent.filter((at) => now - at < BURST_MS), now];
  const pausedUntil = recent.length >= BURST ? now + PAUSE_MS : traffic.pausedUntil;
  return { verdict: "notify", watch: { ...watch, lastAt: now, strikes: 0 }, traffic: { recent, pausedUntil } };
}
