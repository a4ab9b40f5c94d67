// The built-in memory of this home, and its mirror into the provider beside it.

import type { Home } from "../config/home.ts";
import type { Config } from "../config/schema.ts";
import type { MemoryProvider } from "../contracts/memory.ts";
import type { MemoryBook } from "../contracts/memory-book.ts";
import type { Clock, Ids } from "../contracts/time.ts";
import type { Background } from "../runtime/after-turn/background.ts";
import { openMemory } from "../stores/files/memory/open-memory.ts";

export interface MemoryWiring {
  readonly home: Home;
  readonly config: Config;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly cwd: string;
  readonly background: Background;
  readonly provider: MemoryProvider | undefined;
}

const MIRROR_DEADLINE_MS = 10_000;

/** Undefined when both books are switched off. */
export function composeMemory(wiring: MemoryWiring): MemoryBook | undefined {
  const { home, config, provider, background } = wiring;
  const { memory } = config;
  if (!memory.memory_enabled && !memory.user_profile_enabled) return undefined;
  return openMemory({
    folders: { memories: home.memories, pending: home.pending },
    enabled: { memory: memory.memory_enabled, user: memory.user_profile_enabled },
    limits: { memory: memory.memory_char_limit, user: memory.user_char_limit },
    clock: wiring.clock,
    ids: wiring.ids,
    committed(changes, principal, author) {
      const changed = provider?.changed?.bind(provider);
      if (changed === undefined) return;
      const session = { id: author.sessionId ?? "", principal, cwd: wiring.cwd };
      background.start("memory mirror", async (signal) => {
        for (const change of changes) {
          await changed(change, session, AbortSignal.any([signal, AbortSignal.timeout(MIRROR_DEADLINE_MS)]));
        }
      });
    },
  });
}
