// What each tool says about its own calls, for the trail of changed files.

import type { Tool } from "../contracts/tool.ts";
import type { EffectOf } from "../kernel/compress/artifacts.ts";

export function effectsOf(tools: readonly Tool[]): EffectOf {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return (call) => {
    const tool = byName.get(call.tool);
    if (tool === undefined) return undefined;
    const decoded = tool.input.decode(call.input);
    return decoded.type === "ok" ? { effect: tool.effect, paths: tool.touches(decoded.value) } : undefined;
  };
}
