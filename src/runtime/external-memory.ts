// Keeping the memory provider beside the built-in memory informed: bounded in time, never a reason to fail or to wait.

import type { Log } from "../contracts/log.ts";
import type { MemoryProvider, MemorySession } from "../contracts/memory.ts";
import type { Message } from "../kernel/message.ts";
import type { Background } from "./after-turn/background.ts";

export interface MemoryWatch {
  observe(turn: readonly Message[], session: MemorySession): void;
  switched(from: MemorySession, to: MemorySession): void;
  /** Last chance to learn from what leaves the view; the compaction waits a moment for it. */
  beforeCompaction(messages: readonly Message[], session: MemorySession): Promise<void>;
}

const OBSERVE_MS = 30_000;
const SWITCH_MS = 10_000;
const COMPACTION_MS = 2_000;

export function watchMemory(provider: MemoryProvider | undefined, background: Background, log: Log): MemoryWatch {
  return {
    observe(turn, session) {
      const observe = provider?.observe?.bind(provider);
      if (observe === undefined) return;
      background.start("memory observation", (signal) => observe(turn, session, within(signal, OBSERVE_MS)));
    },
    switched(from, to) {
      const switchSession = provider?.switchSession?.bind(provider);
      if (switchSession === undefined) return;
      background.start("memory session switch", (signal) => switchSession(from, to, within(signal, SWITCH_MS)));
    },
    async beforeCompaction(messages, session) {
      const notice = provider?.beforeCompaction?.bind(provider);
      if (notice === undefined) return;
      const deadline = AbortSignal.timeout(COMPACTION_MS);
      const late = new Promise<void>((resolve) => deadline.addEventListener("abort", () => resolve(), { once: true }));
      try {
        await Promise.race([notice(messages, session, deadline), late]);
      } catch (error) {
        log.warn("the memory provider missed a compaction", { provider: provider?.name, error: String(error) });
      }
    },
  };
}

function within(signal: AbortSignal, ms: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ms)]);
}
