// The plugins of one home: found, chosen, loaded. A home without any loads nothing of this.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config/schema.ts";
import { isRecord } from "../../kernel/json.ts";
import { brokenPlugins } from "./broken.ts";
import { type PluginChoice, stateOf } from "./choose.ts";
import { type Discovery, discoverPlugins } from "./discover.ts";
import { loadPlugins } from "./load.ts";
import type { LoadedPlugins } from "./loaded.ts";
import { pluginPlaces } from "./may-have.ts";
import type { PluginWiring } from "./wiring.ts";

export async function openPlugins(wiring: PluginWiring): Promise<LoadedPlugins> {
  const found = await findPlugins(wiring);
  const choice = pluginChoice(wiring.config);
  const chosen = found.plugins.filter((plugin) => stateOf(plugin, choice) === "on");
  const loaded = await loadPlugins(chosen, {
    env: wiring.env,
    log: wiring.log,
    broken: brokenPlugins(wiring.home, wiring.log),
    settings: (name) => {
      const settings = wiring.config.plugins.config[name];
      return isRecord(settings) ? settings : {};
    },
    dataDir: (name) => {
      const dir = join(wiring.home.path("plugin-data"), name);
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      return dir;
    },
  });
  const bundled = chosen.some((plugin) => plugin.manifest.name === choice.memoryProvider)
    ? undefined
    : await (await import("./bundled.ts")).openBundledMemory(wiring);
  const known = new Set(found.plugins.map((plugin) => plugin.manifest.name));
  const absent = choice.enabled
    .filter((name) => !known.has(name))
    .map((name) => `Plugin ${name} is enabled but not installed.`);
  return {
    plugins: [...loaded.plugins, ...(bundled?.plugins ?? [])],
    problems: [...found.problems, ...loaded.problems, ...(bundled?.problems ?? []), ...absent],
    async dispose() {
      await loaded.dispose();
      await bundled?.dispose();
    },
  };
}

export function findPlugins({ home, facts }: Pick<PluginWiring, "home" | "facts">): Promise<Discovery> {
  return discoverPlugins(pluginPlaces(home, facts));
}

export function pluginChoice(config: Config): PluginChoice {
  return {
    enabled: config.plugins.enabled,
    disabled: config.plugins.disabled,
    memoryProvider: config.memory.provider,
    contextEngine: config.context.engine,
  };
}
