// What a memory plugin brings: its provider, let go of together with the plugin.

import type { MemoryProvider } from "../../contracts/memory.ts";
import type { Contributions } from "../../contracts/plugin.ts";

export function bringing(memory: MemoryProvider): Contributions {
  return { memory, dispose: async () => memory.dispose?.() };
}
