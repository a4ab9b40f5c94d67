// Token counts in one form: `input` is every prompt token, cached ones included, whatever the vendor calls them.

import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { isRecord } from "../kernel/json.ts";
import { NO_USAGE, type Usage } from "../kernel/message.ts";

export function usageFrom(usage: LanguageModelV4Usage | undefined): Usage {
  if (usage === undefined) return NO_USAGE;
  const raw = isRecord(usage.raw) ? usage.raw : {};
  const details = isRecord(raw.prompt_tokens_details) ? raw.prompt_tokens_details : {};
  const cacheRead = first(usage.inputTokens.cacheRead, raw.prompt_cache_hit_tokens, raw.cached_tokens);
  const cacheWrite = first(
    usage.inputTokens.cacheWrite,
    details.cache_write_tokens,
    details.cache_creation_tokens,
    raw.cache_creation_input_tokens,
  );
  const input = count(usage.inputTokens.total);
  return {
    // A vendor that counts cached tokens apart would otherwise report fewer prompt tokens than were cached.
    input: Math.max(input, cacheRead + cacheWrite),
    output: count(usage.outputTokens.total),
    cacheRead,
    cacheWrite,
    reasoning: count(usage.outputTokens.reasoning),
  };
}

function first(...values: readonly unknown[]): number {
  for (const value of values) if (count(value) > 0) return count(value);
  return 0;
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}
