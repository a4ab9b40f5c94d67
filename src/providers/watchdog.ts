// Silence has an end. On its own timer, so that neither the parser nor the reader can put it to sleep.

import type { Clock } from "../contracts/time.ts";

export interface WatchdogOptions {
  readonly clock: Clock;
  /** Without a byte for this long the call is given up; 0 never. */
  readonly staleMs: number;
  /** A notice after every such stretch without words. */
  readonly noticeMs: number;
  readonly onNotice: (silentMs: number) => void;
  readonly onStale: (silentMs: number) => void;
}

export interface Watchdog {
  /** A byte came: the connection lives. */
  bytes(): void;
  /** Something of the answer came. */
  content(): void;
  stop(): void;
}

/** Keep-alive bytes without any answer are believed for this many times the stale limit. */
const EMPTY_PATIENCE = 4;

/** The usual end, once for every call: an error with a stack would cost more than all the rest of it. */
const STOPPED = "stopped";

export function startWatchdog(options: WatchdogOptions): Watchdog {
  const { clock, staleMs, noticeMs } = options;
  const stopped = new AbortController();
  const started = clock.now();
  let lastByte = started;
  let lastContent = started;
  let noticed = started;

  /** The time. After a clock was set back, everything counts from then: what it said before lies in the future. */
  const look = () => {
    const now = clock.now();
    if (now < Math.max(lastByte, lastContent, noticed)) lastByte = lastContent = noticed = now;
    return now;
  };
  const limit = staleMs > 0 ? staleMs : Number.POSITIVE_INFINITY;
  const dueIn = () => {
    const now = look();
    return Math.min(
      Math.max(noticed, lastContent) + noticeMs - now,
      lastByte + limit - now,
      lastContent + EMPTY_PATIENCE * limit - now,
    );
  };
  const check = () => {
    const now = look();
    if (now - lastByte >= limit || now - lastContent >= EMPTY_PATIENCE * limit) {
      stopped.abort();
      options.onStale(now - lastContent);
    } else if (now - Math.max(noticed, lastContent) >= noticeMs) {
      noticed = now;
      options.onNotice(now - lastContent);
    }
  };
  const watch = async () => {
    while (!stopped.signal.aborted) {
      await clock.sleep(Math.max(1, dueIn()), stopped.signal);
      check();
    }
  };
  // The only way this rejects is the stop itself.
  watch().catch((error: unknown) => {
    if (!stopped.signal.aborted) options.onStale(clock.now() - lastContent);
    return error;
  });

  return {
    bytes() {
      lastByte = clock.now();
    },
    content() {
      lastContent = clock.now();
    },
    stop: () => stopped.abort(STOPPED),
  };
}

/** The stale limit for a prompt: 180 s, more for long prompts, half an hour where the machine itself is slow. */
export function staleLimitMs(promptTokens: () => number, local: boolean): number {
  if (local) return 1_800_000;
  const tokens = promptTokens();
  if (tokens > 100_000) return 300_000;
  return tokens > 50_000 ? 240_000 : 180_000;
}
