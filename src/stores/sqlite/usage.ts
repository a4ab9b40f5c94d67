// Counting model calls on the session row, in the reference's columns.

import type { UsageEntry } from "../../contracts/stores.ts";
import type { Db } from "./db.ts";

/** `input_tokens` holds uncached prompt tokens only, as the reference counts them. */
export function countUsage(db: Db, id: string, { usage, costUsd, model, provider }: UsageEntry): void {
  db.run(
    `UPDATE sessions SET
       input_tokens = coalesce(input_tokens, 0) + ?, output_tokens = coalesce(output_tokens, 0) + ?,
       cache_read_tokens = coalesce(cache_read_tokens, 0) + ?, cache_write_tokens = coalesce(cache_write_tokens, 0) + ?,
       reasoning_tokens = coalesce(reasoning_tokens, 0) + ?, api_call_count = coalesce(api_call_count, 0) + 1,
       estimated_cost_usd = CASE WHEN ? IS NULL THEN estimated_cost_usd ELSE coalesce(estimated_cost_usd, 0) + ? END,
       model = coalesce(model, ?), billing_provider = coalesce(billing_provider, ?)
     WHERE id = ?`,
    usage.input - usage.cacheRead - usage.cacheWrite,
    usage.output,
    usage.cacheRead,
    usage.cacheWrite,
    usage.reasoning,
    costUsd ?? null,
    costUsd ?? null,
    model,
    provider,
    id,
  );
}
