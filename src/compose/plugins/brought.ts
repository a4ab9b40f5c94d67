// What the loaded plugins bring, made fit for use: named, bounded, and unable to take the program down.

import type { Gate } from "../../contracts/gate.ts";
import type { Log } from "../../contracts/log.ts";
import { guardGate } from "../../runtime/guarded-gate.ts";
import type { NamedHooks } from "../../runtime/hooks.ts";
import type { LoadedPlugins } from "./loaded.ts";

export function pluginGates({ plugins }: LoadedPlugins, log: Log): readonly Gate[] {
  return plugins.flatMap(({ name, contributions }) =>
    (contributions.gates ?? []).map((gate) => guardGate(name, gate, log)),
  );
}

export function pluginHooks({ plugins }: LoadedPlugins): readonly NamedHooks[] {
  return plugins.flatMap(({ name, contributions }) =>
    contributions.hooks === undefined ? [] : [{ plugin: name, hooks: contributions.hooks }],
  );
}

/** Nobody here runs chat networks: a person who brings one is told. */
export function idlePlatforms({ plugins }: LoadedPlugins): readonly string[] {
  return plugins.flatMap(({ name, contributions }) =>
    (contributions.platforms ?? []).map(
      ({ id }) => `The platform ${id} of the plugin ${name} is loaded, but this program runs no chat networks.`,
    ),
  );
}

export function pluginSkillDirs({ plugins }: LoadedPlugins): readonly string[] {
  return plugins.flatMap(({ contributions }) => contributions.skillDirs ?? []);
}
