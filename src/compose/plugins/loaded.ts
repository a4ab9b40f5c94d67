// What loading plugins leaves behind. Apart from the loading itself, which the first part of the program must not hold: a
// start-up snapshot cannot import modules it has never seen.

import type { Contributions } from "../../contracts/plugin.ts";

export interface LoadedPlugin {
  readonly name: string;
  readonly contributions: Contributions;
}

export interface LoadedPlugins {
  readonly plugins: readonly LoadedPlugin[];
  readonly problems: readonly string[];
  dispose(): Promise<void>;
}

export const NO_PLUGINS: LoadedPlugins = { plugins: [], problems: [], dispose: async () => undefined };
