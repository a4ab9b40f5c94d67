// A session as both databases count its use.

import type { SessionUse, UsageRow } from "../../kernel/insights.ts";

/** A pause longer than this was a person being asked, a laptop asleep, a crash: nothing was at work. */
export const LONGEST_STEP_S = 1_800;

export interface UsedSession {
  readonly id: string;
  readonly title: string | null;
  readonly source: string;
  readonly cost: number | null;
  readonly model: string | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly cache_read_tokens: number | null;
  readonly cache_write_tokens: number | null;
  readonly api_call_count: number | null;
  readonly message_count: number | null;
  readonly preview: string;
  /** It began then, by the clock on the wall. */
  readonly day: string;
}

export function toSessionUse(row: UsedSession): SessionUse {
  return {
    id: row.id,
    title: row.title ?? undefined,
    preview: row.preview,
    source: row.source,
    costUsd: row.cost ?? undefined,
    messages: row.message_count ?? 0,
    startedDay: row.day,
  };
}

/** Sessions another program wrote count as a whole, on the day they began. */
export function usageOfRow(row: UsedSession): readonly UsageRow[] {
  const cacheRead = row.cache_read_tokens ?? 0;
  const cacheWrite = row.cache_write_tokens ?? 0;
  const input = (row.input_tokens ?? 0) + cacheRead + cacheWrite;
  const output = row.output_tokens ?? 0;
  if (input + output === 0) return [];
  const calls = row.api_call_count ?? 0;
  return [
    {
      session: row.id,
      day: row.day,
      model: row.model ?? "unknown",
      ...{ calls, input, cacheRead, cacheWrite, output, ms: 0 },
    },
  ];
}
