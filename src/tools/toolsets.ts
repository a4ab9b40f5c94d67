// Toolset names to tools: known sets, single tools, plugin toolsets, platform sets.

import type { Tool } from "../contracts/tool.ts";
import { TOOLSETS } from "./toolsets.data.ts";

/** The tools these names mean, in their own order. Any `hermes-<platform>` that is not listed means everything. */
export function toolsOf(names: readonly string[], tools: readonly Tool[]): readonly Tool[] {
  const chosen = new Set<string>();
  for (const name of names) for (const tool of expand(name, tools, new Set())) chosen.add(tool);
  return tools.filter((tool) => chosen.has(tool.name));
}

/** The names a surface offers: its own where the user chose some, else the set made for it, else the user's general choice. */
export function toolsetsFor(
  surface: string,
  chosen: readonly string[],
  bySurface: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  const made = `hermes-${surface}`;
  return bySurface[surface] ?? (surface !== "cli" && TOOLSETS[made] !== undefined ? [made] : chosen);
}

/** Names that mean nothing here, for a message that says so. */
export function unknownToolsets(names: readonly string[], tools: readonly Tool[]): readonly string[] {
  return names.filter(
    (name) =>
      TOOLSETS[name] === undefined &&
      !name.startsWith("hermes-") &&
      !tools.some((tool) => tool.name === name || tool.toolset === name),
  );
}

/** The toolsets a set of tools amounts to: those its tools name, and every listed set it holds in full. */
export function toolsetsAmong(tools: readonly Tool[]): readonly string[] {
  const here = new Set(tools.map(({ name }) => name));
  const whole = Object.keys(TOOLSETS).filter((name) => {
    const wanted = [...expand(name, tools, new Set())];
    return wanted.length > 0 && wanted.every((tool) => here.has(tool));
  });
  return [...new Set([...tools.map(({ toolset }) => toolset), ...whole])].sort();
}

function expand(name: string, tools: readonly Tool[], seen: ReadonlySet<string>): ReadonlySet<string> {
  const entries = TOOLSETS[name] ?? (name.startsWith("hermes-") ? ["*"] : [name]);
  const chosen = new Set<string>();
  for (const entry of entries) {
    if (entry === "*") for (const tool of tools) chosen.add(tool.name);
    else if (entry.startsWith("-")) chosen.delete(entry.slice(1));
    else if (entry.startsWith("@") && !seen.has(entry)) {
      for (const tool of expand(entry.slice(1), tools, new Set([...seen, entry]))) chosen.add(tool);
    } else chosen.add(entry);
  }
  // Tools of plugins and servers belong to the toolset they name, listed here or not.
  for (const tool of tools) if (tool.toolset === name) chosen.add(tool.name);
  return chosen;
}
