// Config → the plain policies the runtime and kernel decide by.

import type { Config } from "../config/schema.ts";
import type { LoopLimits, LoopPolicy } from "../kernel/calls/loop-guard.ts";
import type { Limit, Limits } from "../kernel/turn/limits.ts";

export function loopPolicy({ tool_loop_guardrails: guard }: Config): LoopPolicy {
  return {
    warnings: guard.warnings_enabled,
    warnAfter: loopLimits(guard.warn_after),
    stopAfter: guard.hard_stop_enabled ? loopLimits(guard.hard_stop_after) : undefined,
  };
}

function loopLimits(section: Config["tool_loop_guardrails"]["warn_after"]): LoopLimits {
  return {
    exactFailure: section.exact_failure,
    sameToolFailure: section.same_tool_failure,
    noProgress: section.idempotent_no_progress,
  };
}

export function spendingLimits({ limits }: Config): Limits {
  return { turn: limit(limits.turn), session: limit(limits.session), day: limit(limits.day) };
}

function limit({ tokens, usd }: Config["limits"]["turn"]): Limit {
  return { tokens: tokens ?? undefined, usd: usd ?? undefined };
}
