// The memory provider that ships with the program and is chosen by `memory.provider`, loaded like any other plugin.

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { isRecord, parseJson } from "../../kernel/json.ts";
import { type ProviderManifest, type ProviderNeeds, providerNeeds } from "../../plugins/memory/manifest.ts";
import { MEMORY_PROVIDERS } from "../../plugins/memory-providers.ts";
import { outboundFetch } from "../outbound.ts";
import { onPath } from "../programs.ts";
import { setUpPlugin } from "./load.ts";
import type { LoadedPlugins } from "./loaded.ts";
import type { PluginWiring } from "./wiring.ts";

/** Undefined when the name is not one of ours. */
export async function openBundledMemory(wiring: PluginWiring): Promise<LoadedPlugins | undefined> {
  const { home, config, env, log } = wiring;
  const chosen = MEMORY_PROVIDERS.find(({ manifest }) => manifest.name === config.memory.provider);
  if (chosen === undefined) return undefined;
  const { manifest } = chosen;
  const { missing } = needsOfBundled(manifest, wiring);
  if (missing.length > 0) return off(manifest.name, `it needs ${missing.join(", ")}; see \`hermes memory setup\``);
  const dataDir = home.path(manifest.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const known = [...manifest.requires, ...manifest.optional].map(({ name }) => name);
  const outcome = await setUpPlugin(await chosen.load(), {
    dir: home.root,
    dataDir,
    config: { ...readSettings(home.path(manifest.settingsFile)), ...settingsOf(config.plugins.config[manifest.name]) },
    env: Object.fromEntries(known.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    fetch: outboundFetch(env),
    log,
  });
  if (typeof outcome === "string") return off(manifest.name, outcome);
  return {
    plugins: [{ name: manifest.name, contributions: outcome }],
    problems: [],
    dispose: async () => outcome.dispose?.(),
  };
}

/** What a provider of ours needs to run, and what of it this home and machine do not have. */
export function needsOfBundled(
  manifest: ProviderManifest,
  { home, config, env }: Pick<PluginWiring, "home" | "config" | "env">,
): ProviderNeeds {
  return providerNeeds(manifest, {
    env,
    configured: config.plugins.config[manifest.name] !== undefined || existsSync(home.path(manifest.settingsFile)),
    isOnPath: (program) => onPath(program, env.PATH ?? "") !== undefined,
  });
}

function off(name: string, why: string): LoadedPlugins {
  return { plugins: [], problems: [`The memory provider ${name} is off: ${why}.`], dispose: async () => undefined };
}

function settingsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function readSettings(path: string): Readonly<Record<string, unknown>> {
  try {
    const parsed = parseJson(readFileSync(path, "utf8"));
    return parsed.type === "ok" ? settingsOf(parsed.value) : {};
  } catch {
    // No settings file is the ordinary case; one that cannot be read is the same as none here, the provider says what it misses.
    return {};
  }
}
