// Which of several keys is next, and what a failure does to the one that was used. Pure.

import type { ModelFailure } from "../kernel/failure.ts";

export type PoolStrategy = "fill_first" | "round_robin" | "random" | "least_used";

export const STRATEGIES: readonly PoolStrategy[] = ["fill_first", "round_robin", "random", "least_used"];

export interface PoolEntry {
  readonly id: string;
  readonly label: string;
  readonly authType: "api_key" | "oauth";
  /** `manual`, `device_code`, … */
  readonly source: string;
  readonly priority: number;
  readonly secret: string;
  readonly refreshToken?: string;
  readonly expiresAtMs?: number;
  /** Where and as whom the person signed in, where that differs from the provider's usual issuer. */
  readonly portalUrl?: string;
  readonly clientId?: string;
  /** What the sign-in may be used for. */
  readonly scope?: string;
  /** A short-lived key made from the token; used in its place. */
  readonly agentKey?: { readonly secret: string; readonly expiresAtMs?: number };
  readonly baseUrl?: string;
  readonly status: "ok" | "exhausted" | "dead";
  readonly statusAtMs?: number;
  /** When an exhausted entry may be tried again. */
  readonly resetAtMs?: number;
  readonly errorCode?: string;
  readonly errorMessage?: string;
  readonly uses: number;
  /** When it last answered; kept only where taking turns needs it. */
  readonly lastUsedAtMs?: number;
}

const EXHAUSTED_MS = 3_600_000;
const DEAD_KEPT_MS = 86_400_000;

export type PoolChoice =
  | { readonly type: "entry"; readonly entry: PoolEntry }
  /** All are resting; the first is back then. */
  | { readonly type: "resting"; readonly untilMs: number }
  | { readonly type: "empty" };

export interface ChooseFacts {
  readonly strategy: PoolStrategy;
  readonly nowMs: number;
  /** Uniform in [0, 1). */
  readonly random: number;
  /** The entry used last, for taking turns. */
  readonly lastId?: string | undefined;
}

export function chooseEntry(entries: readonly PoolEntry[], facts: ChooseFacts): PoolChoice {
  const ordered = [...entries].sort((a, b) => a.priority - b.priority);
  const usable = ordered.filter((entry) => isUsable(entry, facts.nowMs));
  const first = usable[0];
  if (first === undefined) {
    const resets = ordered.flatMap((entry) =>
      entry.status === "exhausted" && hasSecret(entry) ? [resetAt(entry)] : [],
    );
    return resets.length === 0 ? { type: "empty" } : { type: "resting", untilMs: Math.min(...resets) };
  }
  return { type: "entry", entry: pick(usable, ordered, facts) ?? first };
}

function pick(usable: readonly PoolEntry[], ordered: readonly PoolEntry[], facts: ChooseFacts): PoolEntry | undefined {
  switch (facts.strategy) {
    case "fill_first":
      return usable[0];
    case "random":
      return usable[Math.floor(facts.random * usable.length)];
    case "least_used":
      return usable.reduce((least, entry) => (entry.uses < least.uses ? entry : least));
    case "round_robin": {
      const last = ordered.findIndex((entry) => entry.id === facts.lastId);
      const turn = [...ordered.slice(last + 1), ...ordered.slice(0, last + 1)];
      return turn.find((entry) => usable.includes(entry));
    }
  }
}

/** The entry that answered last in any process, so that one-shots take turns too. */
export function lastUsed(entries: readonly PoolEntry[]): PoolEntry | undefined {
  return entries.reduce<PoolEntry | undefined>(
    (last, entry) => ((entry.lastUsedAtMs ?? 0) > (last?.lastUsedAtMs ?? 0) ? entry : last),
    undefined,
  );
}

export function isUsable(entry: PoolEntry, nowMs: number): boolean {
  if (!hasSecret(entry)) return false;
  if (entry.status === "dead") return false;
  return entry.status === "ok" || nowMs >= resetAt(entry);
}

function hasSecret(entry: PoolEntry): boolean {
  return entry.secret !== "" || entry.refreshToken !== undefined;
}

function resetAt(entry: PoolEntry): number {
  return entry.resetAtMs ?? (entry.statusAtMs ?? 0) + EXHAUSTED_MS;
}

/** What becomes of the entry. A lone key is not put to rest for an hour on a bare 429: nothing could take its place. */
export function afterFailure(
  entry: PoolEntry,
  failure: ModelFailure,
  facts: { readonly nowMs: number; readonly alone: boolean },
): PoolEntry {
  const noted = {
    ...entry,
    statusAtMs: facts.nowMs,
    ...(failure.code !== undefined && { errorCode: failure.code }),
    errorMessage: failure.message,
  };
  switch (failure.kind) {
    case "auth":
      return { ...noted, status: "dead" };
    case "billing":
      return { ...noted, status: "exhausted", resetAtMs: facts.nowMs + (failure.retryAfterMs ?? EXHAUSTED_MS) };
    case "rate-limit":
      if (facts.alone) return noted;
      return { ...noted, status: "exhausted", resetAtMs: facts.nowMs + (failure.retryAfterMs ?? EXHAUSTED_MS) };
    default:
      return entry;
  }
}

/** Fit for use again, whatever happened to it. */
export function restored(entry: PoolEntry): PoolEntry {
  const { statusAtMs: _at, resetAtMs: _reset, errorCode: _code, errorMessage: _message, ...rest } = entry;
  return { ...rest, status: "ok" };
}

/** Without the entries that have been dead for a day; keys a user typed in are kept until the user removes them. */
export function pruned(entries: readonly PoolEntry[], nowMs: number): readonly PoolEntry[] {
  return entries.filter(
    (entry) =>
      entry.status !== "dead" || entry.source === "manual" || nowMs - (entry.statusAtMs ?? nowMs) < DEAD_KEPT_MS,
  );
}
