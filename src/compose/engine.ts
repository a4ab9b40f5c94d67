// The one context engine in use: the one `context.engine` names, else the built-in compressor; none when compression is off.

import type { ContextEngine } from "../contracts/context.ts";
import type { Tool } from "../contracts/tool.ts";
import { compressor } from "../engines/compressor.ts";
import { guardedEngine } from "../engines/guarded.ts";
import { effectsOf } from "../engines/tool-effects.ts";
import type { Ground } from "./ground.ts";
import type { LoadedPlugin } from "./plugins/loaded.ts";

/** No plugin can take this name. */
const BUILT_IN = "compressor";

export interface EngineChoice {
  /** Undefined: the built-in one. */
  readonly plugged: ContextEngine | undefined;
  readonly problems: readonly string[];
}

/** By the plugin's name, else by the engine's own; a plugin that brings an engine nobody named changes nothing. */
export function chooseEngine(name: string, plugins: readonly LoadedPlugin[]): EngineChoice {
  if (name === BUILT_IN) return { plugged: undefined, problems: [] };
  const brought = plugins.flatMap(({ name: plugin, contributions: { context } }) =>
    context === undefined ? [] : [{ plugin, engine: context }],
  );
  const matching = brought.filter(({ plugin, engine }) => plugin === name || engine.name === name);
  const chosen = matching.find(({ plugin }) => plugin === name) ?? matching[0];
  if (chosen === undefined) {
    const there = [BUILT_IN, ...brought.map(({ plugin }) => plugin)].join(", ");
    return {
      plugged: undefined,
      problems: [`There is no context engine "${name}" (context.engine); ${BUILT_IN} is used. There is: ${there}.`],
    };
  }
  const others = matching.filter((one) => one !== chosen).map(({ plugin }) => plugin);
  const problems =
    others.length === 0
      ? []
      : [`The context engine "${name}" is brought by several plugins; that of ${chosen.plugin} is used.`];
  return { plugged: chosen.engine, problems };
}

export function composeEngine(
  ground: Pick<Ground, "config" | "clock" | "log" | "redact">,
  tools: readonly Tool[],
  plugged: ContextEngine | undefined,
): ContextEngine | undefined {
  const { compression, auxiliary } = ground.config;
  if (!compression.enabled) return undefined;
  const { clock, log, redact } = ground;
  const timeoutMs = auxiliary.compression.timeout * 1000;
  const builtIn = compressor({
    ...{ clock, log, redact, timeoutMs },
    effectOf: effectsOf(tools),
    threshold: compression.threshold,
    targetRatio: compression.target_ratio,
    protectFirst: compression.protect_first_n,
    protectLast: compression.protect_last_n,
    maxMessages: compression.hygiene_hard_message_limit,
    abortOnFailure: compression.abort_on_summary_failure,
  });
  // Time for a summary, a second attempt at it, and the work around them.
  return plugged === undefined ? builtIn : guardedEngine(plugged, { builtIn, log, timeoutMs: timeoutMs * 3 });
}
