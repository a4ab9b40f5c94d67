// `hermes tools`: the tools as a conversation would get them, asked of the same wiring.

import { setKey } from "../config/save.ts";
import type { Tool } from "../contracts/tool.ts";
import { UsageFailure } from "../kernel/failure.ts";
import type { ToolAdmin, ToolsetState } from "../runtime/admin-tools.ts";
import { TOOLSETS } from "../tools/toolsets.data.ts";
import { toolsetsFor, toolsOf } from "../tools/toolsets.ts";
import type { Ground } from "./ground.ts";
import { composeParts } from "./parts.ts";
import { selectTools } from "./tools.ts";

/** A conversation started at a terminal. */
const SURFACE = "cli";

/** Toolsets that hold tools themselves; the others only put these together. */
const PLAIN_SETS = Object.entries(TOOLSETS).flatMap(([name, entries]) =>
  entries.some((entry) => entry === "*" || entry.startsWith("@")) || name.startsWith("hermes-") || name === "search"
    ? []
    : [name],
);

export function toolAdmin(wiring: Ground): ToolAdmin {
  const { config, home, facts } = wiring;
  const off = config.agent.disabled_toolsets;
  const gather = async () => {
    const parts = await composeParts(wiring);
    const all = parts.wired.tools;
    await parts.close();
    const chosen = new Set(
      selectTools(all, config, {}, { source: SURFACE, interactive: true }).map((tool) => tool.name),
    );
    return { all, isOn: (tool: Tool) => chosen.has(tool.name) };
  };
  const toolsets = async (): Promise<readonly ToolsetState[]> => {
    const { all, isOn } = await gather();
    const names = new Set([...PLAIN_SETS, ...all.map((tool) => tool.toolset)]);
    return [...names].map((name) => {
      const own = all.filter((tool) => tool.toolset === name);
      const listed = (TOOLSETS[name] ?? []).filter((tool) => !all.some((other) => other.name === tool));
      return { name, enabled: own.some(isOn), tools: own.map((tool) => tool.name), absent: listed };
    });
  };
  const save = (key: string, names: readonly string[]) =>
    setKey({ home, env: facts.env }, key, JSON.stringify([...new Set(names)]));

  return {
    toolsets,
    async tools() {
      const { all, isOn } = await gather();
      return all.map((tool) => ({
        name: tool.name,
        toolset: tool.toolset,
        description: tool.description,
        effect: tool.effect,
        enabled: isOn(tool),
      }));
    },
    async switch(names, on) {
      const states = await toolsets();
      const unknown = names.filter((name) => !states.some((state) => state.name === name));
      if (unknown.length > 0)
        throw new UsageFailure(
          `There is no toolset ${unknown.join(", ")}. There are: ${states.map((state) => state.name).join(", ")}.`,
          1,
        );
      if (!on) {
        save("agent.disabled_toolsets", [...off, ...names]);
        return;
      }
      if (off.some((name) => names.includes(name)))
        save(
          "agent.disabled_toolsets",
          off.filter((name) => !names.includes(name)),
        );
      const all = (await gather()).all;
      const here = toolsetsFor(SURFACE, config.toolsets, config.platform_toolsets);
      const chosen = new Set(toolsOf(here, all).map((tool) => tool.toolset));
      const missing = names.filter((name) => !chosen.has(name));
      const key = config.platform_toolsets[SURFACE] === undefined ? "toolsets" : `platform_toolsets.${SURFACE}`;
      if (missing.length > 0) save(key, [...here, ...missing]);
    },
  };
}
