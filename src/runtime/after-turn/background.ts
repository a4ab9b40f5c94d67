// Work that must never delay the user: owned, bounded, and waited for at the end.

import type { Log } from "../../contracts/log.ts";

export interface Background {
  /** Starts `work`; what it throws is a line in the log. Leaving waits for it at most `waitMs`. */
  start(name: string, work: (signal: AbortSignal) => Promise<void>, waitMs?: number): void;
  /** Waits for what is still running, each within its bound. */
  settled(): Promise<void>;
  /** The same, then aborts the rest and lets it say its last words. */
  stop(): Promise<void>;
}

const SHORT_MS = 2_000;
const LAST_WORDS_MS = 300;

export function createBackground(log: Log): Background {
  const running = new Map<Promise<void>, number>();
  const controller = new AbortController();
  const settled = async () => {
    await Promise.all([...running].map(([done, waitMs]) => within(done, waitMs)));
  };
  return {
    settled,
    start(name, work, waitMs = SHORT_MS) {
      const done: Promise<void> = work(controller.signal)
        .catch((error: unknown) => log.warn("background work failed", { name, error: String(error) }))
        .finally(() => running.delete(done));
      running.set(done, waitMs);
    },
    async stop() {
      await settled();
      controller.abort(new Error("closing"));
      await Promise.all([...running.keys()].map((done) => within(done, LAST_WORDS_MS)));
    },
  };
}

async function within(done: Promise<void>, waitMs: number): Promise<void> {
  const timer = { handle: undefined as ReturnType<typeof setTimeout> | undefined };
  const late = new Promise<void>((resolve) => {
    timer.handle = setTimeout(resolve, waitMs);
  });
  await Promise.race([done, late]);
  clearTimeout(timer.handle);
}
