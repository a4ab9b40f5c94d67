// Where plugins may lie, and whether looking is worth it at all: on the start path, so it loads nothing else.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Home } from "../../config/home.ts";
import type { Facts } from "../../config/process-facts.ts";
import type { Config } from "../../config/schema.ts";
import type { PluginOrigin } from "./discover.ts";

/** A project's plugins are someone else's code: only by explicit opt-in. */
export function pluginPlaces(
  home: Home,
  facts: Facts,
): readonly { readonly dir: string; readonly origin: PluginOrigin }[] {
  const project = facts.env.HERMES_ENABLE_PROJECT_PLUGINS;
  const optedIn = project !== undefined && !["", "0", "false", "no"].includes(project.toLowerCase());
  return [
    { dir: home.plugins, origin: "user" },
    ...(optedIn ? [{ dir: join(facts.cwd, ".hermes", "plugins"), origin: "project" as const }] : []),
  ];
}

/** Cheap: whether looking is worth it at all. */
export function mayHavePlugins({
  home,
  config,
  facts,
}: {
  readonly home: Home;
  readonly config: Config;
  readonly facts: Facts;
}): boolean {
  return (
    config.plugins.enabled.length > 0 ||
    config.memory.provider !== "" ||
    pluginPlaces(home, facts).some(({ dir }) => existsSync(dir))
  );
}
