// The one context engine in use: a plugin's when config names it, else the built-in compressor; none when compression is off.

import type { ContextEngine } from "../contracts/context.ts";
import type { Tool } from "../contracts/tool.ts";
import { compressor } from "../engines/compressor.ts";
import { effectsOf } from "../engines/tool-effects.ts";
import type { Ground } from "./ground.ts";

export function composeEngine(
  ground: Ground,
  tools: readonly Tool[],
  plugged: ContextEngine | undefined,
): ContextEngine | undefined {
  const { compression, auxiliary } = ground.config;
  if (!compression.enabled) return undefined;
  return (
    plugged ??
    compressor({
      clock: ground.clock,
      log: ground.log,
      redact: ground.redact,
      effectOf: effectsOf(tools),
      threshold: compression.threshold,
      targetRatio: compression.target_ratio,
      protectFirst: compression.protect_first_n,
      protectLast: compression.protect_last_n,
      timeoutMs: auxiliary.compression.timeout * 1000,
      abortOnFailure: compression.abort_on_summary_failure,
    })
  );
}
