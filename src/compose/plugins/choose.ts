// Which of the found plugins run: what config enables, minus what it disables; exclusive ones only when they are the chosen one.

import type { FoundPlugin } from "./discover.ts";

export interface PluginChoice {
  readonly enabled: readonly string[];
  readonly disabled: readonly string[];
  /** `memory.provider`. */
  readonly memoryProvider: string;
  /** `context.engine`. */
  readonly contextEngine: string;
}

export type PluginState = "on" | "off" | "disabled" | "not chosen";

export function stateOf({ manifest, origin, dir }: FoundPlugin, choice: PluginChoice): PluginState {
  if (choice.disabled.includes(manifest.name)) return "disabled";
  const slot = /[\\/](memory|context_engine)[\\/][^\\/]+$/.exec(dir)?.[1];
  if (manifest.kind === "exclusive" || slot !== undefined) {
    return wantedFor(slot, choice).includes(manifest.name) ? "on" : "not chosen";
  }
  if (origin === "bundled" && manifest.kind !== "standalone") return "on";
  return choice.enabled.includes(manifest.name) ? "on" : "off";
}

/** The names asked for in this slot; in either where the folder does not say. */
function wantedFor(slot: string | undefined, { memoryProvider, contextEngine }: PluginChoice): readonly string[] {
  if (slot === "memory") return [memoryProvider];
  return slot === "context_engine" ? [contextEngine] : [memoryProvider, contextEngine];
}
