// `hermes plugins`: what is there, switching it on and off, bringing it in and taking it out. Installing never runs its code.

import { execFile } from "node:child_process";
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Home } from "../../config/home.ts";
import type { Facts } from "../../config/process-facts.ts";
import { setKey } from "../../config/save.ts";
import type { Config } from "../../config/schema.ts";
import { SILENT_LOG } from "../../contracts/log.ts";
import { UsageFailure } from "../../kernel/failure.ts";
import type { PluginAdmin, PluginSummary } from "../../runtime/admin.ts";
import { UNATTENDED } from "../../stores/files/skills/hub/run-git.ts";
import { brokenPlugins } from "./broken.ts";
import { stateOf } from "./choose.ts";
import type { FoundPlugin } from "./discover.ts";
import { readManifest } from "./manifest.ts";
import { findPlugins, pluginChoice } from "./open.ts";

const run = promisify(execFile);

export function pluginAdmin({
  home,
  config,
  facts,
}: {
  readonly home: Home;
  readonly config: Config;
  readonly facts: Facts;
}): PluginAdmin {
  const broken = brokenPlugins(home, SILENT_LOG);
  const state = (plugin: FoundPlugin): string => {
    const chosen = stateOf(plugin, pluginChoice(config));
    return chosen === "on" && broken.why(plugin.manifest.name) !== undefined ? "broken" : chosen;
  };
  const summary = (plugin: FoundPlugin): PluginSummary => ({
    name: plugin.manifest.name,
    version: plugin.manifest.version,
    description: plugin.manifest.description,
    kind: plugin.manifest.kind,
    origin: plugin.origin,
    state: state(plugin),
    dir: plugin.dir,
    tools: plugin.manifest.providesTools,
    hooks: plugin.manifest.providesHooks,
    needs: plugin.manifest.requiresEnv,
  });
  const find = async (name: string): Promise<FoundPlugin> => {
    const { plugins } = await findPlugins({ home, facts });
    const found = plugins.find((plugin) => plugin.manifest.name === name);
    if (found === undefined)
      throw new UsageFailure(`There is no plugin "${name}". \`hermes plugins list\` shows what is installed.`, 1);
    return found;
  };
  const save = (key: "enabled" | "disabled", names: readonly string[]) =>
    setKey({ home, env: facts.env }, `plugins.${key}`, JSON.stringify(names));

  return {
    async list() {
      const found = await findPlugins({ home, facts });
      return { plugins: found.plugins.map(summary), problems: found.problems };
    },
    info: async (name) => summary(await find(name)),
    async enable(name) {
      await find(name);
      broken.forget(name);
      save(
        "disabled",
        config.plugins.disabled.filter((other) => other !== name),
      );
      save("enabled", [...new Set([...config.plugins.enabled, name])]);
    },
    async disable(name) {
      await find(name);
      save(
        "enabled",
        config.plugins.enabled.filter((other) => other !== name),
      );
      save("disabled", [...new Set([...config.plugins.disabled, name])]);
    },
    async install(source, force) {
      await mkdir(home.plugins, { recursive: true, mode: 0o700 });
      const staging = await mkdtemp(join(home.plugins, ".staging-"));
      try {
        const dir = await bring(source, staging, facts.cwd);
        const name = await place(dir, home.plugins, force);
        broken.forget(name);
        return name;
      } finally {
        await rm(staging, { recursive: true, force: true });
      }
    },
    async remove(name, keep = { data: false }) {
      const found = await find(name);
      if (found.origin !== "user")
        throw new UsageFailure(`${name} belongs to the ${found.origin}; disable it instead.`, 1);
      await rm(found.dir, { recursive: true });
      if (!keep.data) await rm(join(home.path("plugin-data"), name), { recursive: true, force: true });
      broken.forget(name);
      for (const key of ["enabled", "disabled"] as const)
        if (config.plugins[key].includes(name))
          save(
            key,
            config.plugins[key].filter((other) => other !== name),
          );
    },
  };
}

async function bring(source: string, staging: string, cwd: string): Promise<string> {
  const target = join(staging, "plugin");
  if (!/^(https?|git|ssh|file):\/\/|^git@/.test(source)) {
    const folder = resolve(cwd, source);
    const info = await lstat(folder).catch(() => undefined);
    if (info?.isDirectory() !== true) throw new UsageFailure(`${source} is neither a folder nor a git address.`, 1);
    await cp(folder, target, { recursive: true, filter: (path) => !path.endsWith("/.git") });
    return target;
  }
  try {
    await run("git", ["clone", "--depth", "1", "--quiet", "--", source, target], {
      timeout: 120_000,
      killSignal: "SIGKILL",
      env: { ...process.env, ...UNATTENDED },
    });
  } catch (error) {
    throw new UsageFailure(
      `${source} could not be cloned: ${error instanceof Error ? (error.message.split("\n").at(-2) ?? error.message) : String(error)}`,
      1,
    );
  }
  await rm(join(target, ".git"), { recursive: true, force: true });
  return target;
}

async function place(dir: string, plugins: string, force: boolean): Promise<string> {
  const text = await readFile(join(dir, "plugin.yaml"), "utf8").catch(() => undefined);
  if (text === undefined) throw new UsageFailure("That is no plugin: it has no plugin.yaml.", 1);
  const read = readManifest(text, "plugin");
  if (read.type === "bad") throw new UsageFailure(`That plugin cannot be used: ${read.why}.`, 1);
  if (await hasLink(dir)) throw new UsageFailure("That plugin holds symbolic links and was not installed.", 1);
  const { name } = read.manifest;
  const target = join(plugins, name);
  if ((await lstat(target).catch(() => undefined)) !== undefined) {
    if (!force) throw new UsageFailure(`Plugin ${name} is installed already. --force replaces it.`, 1);
    await rm(target, { recursive: true });
  }
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await rename(dir, target);
  return name;
}

async function hasLink(dir: string): Promise<boolean> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.some((entry) => entry.isSymbolicLink());
}
