// Work that must never delay the user: owned, bounded, and waited for at the end.

import type { Log } from "../../contracts/log.ts";

export interface Background {
  /** Starts `work`; what it throws is a line in the log. */
  start(name: string, work: (signal: AbortSignal) => Promise<void>): void;
  /** Waits until everything is done, at most `timeoutMs`; then aborts the rest. */
  stop(timeoutMs: number): Promise<void>;
}

export function createBackground(log: Log): Background {
  const running = new Set<Promise<void>>();
  const controller = new AbortController();
  return {
    start(name, work) {
      const done: Promise<void> = work(controller.signal)
        .catch((error: unknown) => log.warn("background work failed", { name, error: String(error) }))
        .finally(() => running.delete(done));
      running.add(done);
    },
    async stop(timeoutMs) {
      if (running.size === 0) return;
      const timer = { handle: undefined as ReturnType<typeof setTimeout> | undefined };
      const late = new Promise<void>((resolve) => {
        timer.handle = setTimeout(resolve, timeoutMs);
      });
      await Promise.race([Promise.all(running), late]);
      clearTimeout(timer.handle);
      controller.abort(new Error("closing"));
    },
  };
}
