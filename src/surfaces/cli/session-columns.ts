// A session with the names of its columns, as scripts know them from the database: times in seconds, prompt tokens without cached ones.

import type { SessionRow } from "../../contracts/stores.ts";
import { principalId } from "../../kernel/principal.ts";

export function columnsOf(row: SessionRow): Readonly<Record<string, unknown>> {
  const { usage } = row;
  return {
    id: row.id,
    source: row.source,
    user_id: principalId(row.principal) ?? null,
    model: row.model ?? null,
    model_config: row.settings,
    parent_session_id: row.parentId ?? null,
    started_at: row.startedAt / 1000,
    ended_at: row.endedAt === undefined ? null : row.endedAt / 1000,
    end_reason: row.endReason ?? null,
    message_count: row.messageCount,
    tool_call_count: row.toolCallCount,
    api_call_count: row.apiCallCount,
    input_tokens: usage.input - usage.cacheRead - usage.cacheWrite,
    output_tokens: usage.output,
    cache_read_tokens: usage.cacheRead,
    cache_write_tokens: usage.cacheWrite,
    reasoning_tokens: usage.reasoning,
    cwd: row.cwd ?? null,
    billing_provider: row.provider ?? null,
    estimated_cost_usd: row.costUsd ?? null,
    title: row.title ?? null,
    archived: row.archived ? 1 : 0,
    last_active: row.lastActiveAt / 1000,
    preview: row.preview,
  };
}
