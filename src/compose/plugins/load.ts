// Loads the enabled plugins and merges what they bring. One that fails or dawdles is left out with a sentence; it never fails the program.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Log } from "../../contracts/log.ts";
import type { Contributions, Plugin, PluginHost } from "../../contracts/plugin.ts";
import { isRecord } from "../../kernel/json.ts";
import { outboundFetch } from "../outbound.ts";
import type { BrokenPlugins } from "./broken.ts";
import { checkContributions } from "./check-contributions.ts";
import type { FoundPlugin } from "./discover.ts";
import type { LoadedPlugin, LoadedPlugins } from "./loaded.ts";
import { offerOwnEntry } from "./own-entry.ts";

export interface LoadOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Settings of one plugin: `plugins.config.<name>` of config.yaml. */
  settings(name: string): Readonly<Record<string, unknown>>;
  dataDir(name: string): string;
  readonly broken: BrokenPlugins;
  /** How long a plugin may take to come up; five seconds unless said. */
  readonly deadlineMs?: number;
}

const SETUP_DEADLINE_MS = 5_000;
const ENTRIES = ["index.mjs", "index.js", "index.ts"];

export async function loadPlugins(found: readonly FoundPlugin[], options: LoadOptions): Promise<LoadedPlugins> {
  if (found.length > 0) offerOwnEntry();
  const plugins: LoadedPlugin[] = [];
  const problems: string[] = [];
  for (const one of found) {
    const outcome = await loadOne(one, options);
    if (typeof outcome === "string") {
      problems.push(`Plugin ${one.manifest.name} is off: ${outcome}.`);
      options.log.warn("plugin not loaded", { plugin: one.manifest.name, why: outcome });
    } else plugins.push(outcome);
  }
  return {
    plugins,
    problems,
    async dispose() {
      for (const { name, contributions } of plugins) {
        await bounded(async () => contributions.dispose?.()).catch((error: unknown) =>
          options.log.warn("plugin did not close", { plugin: name, error: String(error) }),
        );
      }
    },
  };
}

async function loadOne(found: FoundPlugin, options: LoadOptions): Promise<LoadedPlugin | string> {
  const { manifest, dir } = found;
  const known = options.broken.why(manifest.name);
  if (known !== undefined) return `${known}; \`hermes plugins enable ${manifest.name}\` tries it again`;
  const missing = manifest.requiresEnv.filter((name) => !options.env[name]);
  if (missing.length > 0) return `it needs ${missing.join(", ")} to be set`;
  const entry = manifest.entry ?? ENTRIES.find((name) => existsSync(join(dir, name)));
  if (entry === undefined) return `it has no ${ENTRIES.join(", ")}`;
  try {
    const deadline = options.deadlineMs ?? SETUP_DEADLINE_MS;
    const plugin = asPlugin(await bounded(async () => import(pathToFileURL(join(dir, entry)).href), deadline));
    if (plugin === undefined) return `${entry} exports no plugin ({ name, setup })`;
    const contributions = await bounded(async () => plugin.setup(hostFor(found, options)), deadline);
    return checkContributions(contributions) ?? { name: manifest.name, contributions };
  } catch (error) {
    const why = failed(error);
    if (error instanceof TooLate) options.broken.remember(manifest.name, why);
    return why;
  }
}

class TooLate extends Error {}

function failed(error: unknown): string {
  return `it failed (${error instanceof Error ? error.message : String(error)})`;
}

/** What the plugin brings, or why it cannot be used. Bounded in time; never throws. */
export async function setUpPlugin(plugin: Plugin, host: PluginHost): Promise<Contributions | string> {
  try {
    const contributions = await bounded(async () => plugin.setup(host));
    return checkContributions(contributions) ?? contributions;
  } catch (error) {
    return failed(error);
  }
}

function hostFor({ manifest, dir }: FoundPlugin, options: LoadOptions): PluginHost {
  const asked = [...manifest.requiresEnv, ...manifest.optionalEnv];
  return {
    dir,
    dataDir: options.dataDir(manifest.name),
    config: options.settings(manifest.name),
    // Only what the manifest asked for: a plugin sees no other plugin's keys.
    env: Object.fromEntries(
      asked.flatMap((name) => (options.env[name] === undefined ? [] : [[name, options.env[name]]])),
    ),
    fetch: outboundFetch(options.env),
    log: options.log,
  };
}

function asPlugin(module: unknown): Plugin | undefined {
  if (!isRecord(module)) return undefined;
  const candidate = module.default ?? module.plugin;
  if (!isRecord(candidate) || typeof candidate.setup !== "function" || typeof candidate.name !== "string")
    return undefined;
  return candidate as unknown as Plugin;
}

async function bounded<T>(work: () => Promise<T> | T, withinMs = SETUP_DEADLINE_MS): Promise<T> {
  const timer = { handle: undefined as ReturnType<typeof setTimeout> | undefined };
  const late = new Promise<never>((_resolve, reject) => {
    timer.handle = setTimeout(() => reject(new TooLate(`took longer than ${withinMs / 1000} s`)), withinMs);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer.handle);
  }
}
