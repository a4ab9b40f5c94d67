// Clock, ids and randomness come in from outside, so that every run can be replayed.

/** Timers count no further, 25 days; one that is asked for more would ring at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Clock {
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface Ids {
  /** `YYYYMMDD_HHMMSS_<6 hex>` in local time, the reference's form. */
  sessionId(): string;
  /** `<prefix>_<12 hex>`. */
  id(prefix: string): string;
  /** Uniform in [0, 1). */
  random(): number;
}
