// Work that gets only so much time.

import type { Clock } from "../contracts/time.ts";

/** What `work` resolves with, or undefined when the time is up or it failed; it is then told to stop. */
export async function withinMs<T>(
  clock: Clock,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const limit = new AbortController();
  const stop = new AbortController();
  const late = clock.sleep(ms, stop.signal).then(
    () => limit.abort(),
    () => undefined,
  );
  try {
    return await Promise.race([work(limit.signal).catch(() => undefined), late.then(() => undefined)]);
  } finally {
    stop.abort();
  }
}
