// A plugin set up with nothing but what a test gives it.

import type { Log } from "../contracts/log.ts";
import type { MemoryProvider } from "../contracts/memory.ts";
import type { Plugin } from "../contracts/plugin.ts";
import { fakeLog } from "./fakes.ts";

export interface PluginSurroundings {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly dataDir?: string;
  readonly log?: Log;
}

/** The memory provider a plugin brings; throws when it brings none. */
export async function openMemoryPlugin(plugin: Plugin, around: PluginSurroundings): Promise<MemoryProvider> {
  const { memory } = await plugin.setup({
    dir: "",
    dataDir: around.dataDir ?? "",
    config: around.config ?? {},
    env: around.env ?? {},
    fetch,
    log: around.log ?? fakeLog(),
  });
  if (memory === undefined) throw new Error(`${plugin.name} brings no memory provider`);
  return memory;
}
