// Adds up what a shared database knows about use, by the same rules as in SQLite; days and hours are those of this machine.

import type { UseSpan } from "../../contracts/session-archive.ts";
import type { InsightRows, ToolUse, UsageRow } from "../../kernel/insights.ts";
import { toSeconds } from "../shared/seconds.ts";
import { LONGEST_STEP_S, toSessionUse, type UsedSession, usageOfRow } from "../shared/used-sessions.ts";
import type { Sql } from "./sql.ts";

const localDay = (seconds: string): string => `to_char(to_timestamp(${seconds}) AT TIME ZONE $1, 'YYYY-MM-DD')`;

/** The server reads no JSON with half characters or NUL in it; where words are odd only they are lost here. */
const NATIVE = String.raw`CASE WHEN strpos(m.native, '\u') > 0
  THEN regexp_replace(m.native, '\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\\ufffd', 'g') ELSE m.native END::json`;

/** The time up to an answer is the model's, the time up to a result is the tool's. */
const STEPS = `SELECT m.session_id, m.role, m.tool_name, m.timestamp, ${localDay("m.timestamp")} AS day, ${NATIVE} AS native,
    least(greatest(m.timestamp - lag(m.timestamp) OVER (PARTITION BY m.session_id ORDER BY m.id), 0), ${LONGEST_STEP_S}) AS gap
  FROM messages m WHERE m.session_id = ANY($2::text[]) AND m.origin IS NULL`;

export async function insightRows(sql: Sql, span: UseSpan): Promise<InsightRows> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  const range = [toSeconds(span.from), toSeconds(span.to)] as const;
  const sessions = await sql.all<UsedSession>(
    `SELECT s.id, s.title, s.source, s.estimated_cost_usd AS cost, s.model, s.input_tokens, s.output_tokens,
       s.cache_read_tokens, s.cache_write_tokens, s.api_call_count, s.message_count, s.preview, ${localDay("s.started_at")} AS day
     FROM sessions s
     WHERE ($4::text IS NULL OR s.source = $4) AND (s.started_at BETWEEN $2 AND $3 OR EXISTS (
       SELECT 1 FROM messages m WHERE m.session_id = s.id AND m.timestamp BETWEEN $2 AND $3))`,
    zone,
    ...range,
    span.source ?? null,
  );
  const ids = sessions.map(({ id }) => id);
  const counted = await usageByMessage(sql, zone, ids);
  const known = new Set(counted.map((row) => row.session));
  return {
    usage: [...counted, ...sessions.filter(({ id }) => !known.has(id)).flatMap(usageOfRow)],
    sessions: sessions.map(toSessionUse),
    tools: await toolUse(sql, zone, ids, range),
    ...(await saidWhen(sql, zone, ids, range)),
  };
}

async function usageByMessage(sql: Sql, zone: string, ids: readonly string[]): Promise<readonly UsageRow[]> {
  const used = (place: number) => `coalesce(sum((native -> 'u' ->> ${place})::double precision), 0)`;
  const rows = await sql.all<UsageRow>(
    `WITH steps AS (${STEPS})
     SELECT session_id AS session, day, native ->> 'm' AS model, count(*) AS calls, ${used(0)} AS input, ${used(1)} AS output,
       ${used(2)} AS "cacheRead", ${used(3)} AS "cacheWrite", coalesce(sum(gap), 0) * 1000 AS ms
     FROM steps WHERE role = 'assistant' AND native ->> 'm' IS NOT NULL GROUP BY 1, 2, 3`,
    zone,
    ids,
  );
  return rows.map((row) => ({ ...row, ms: Math.round(row.ms) }));
}

async function toolUse(
  sql: Sql,
  zone: string,
  ids: readonly string[],
  range: readonly [number, number],
): Promise<readonly ToolUse[]> {
  const rows = await sql.all<ToolUse>(
    `WITH steps AS (${STEPS})
     SELECT coalesce(tool_name, '?') AS tool, count(*) AS calls, coalesce(sum((native ->> 'e')::integer), 0) AS failed,
       coalesce(sum(gap), 0) * 1000 AS ms
     FROM steps WHERE role = 'tool' AND timestamp BETWEEN $3 AND $4 GROUP BY 1`,
    zone,
    ids,
    ...range,
  );
  return rows.map((row) => ({ ...row, ms: Math.round(row.ms) }));
}

async function saidWhen(
  sql: Sql,
  zone: string,
  ids: readonly string[],
  range: readonly [number, number],
): Promise<Pick<InsightRows, "messagesByDay" | "hours">> {
  const rows = await sql.all<{ day: string; hour: number; all: number; people: number }>(
    `SELECT ${localDay("m.timestamp")} AS day, extract(hour FROM to_timestamp(m.timestamp) AT TIME ZONE $1)::integer AS hour,
       count(*) AS "all", count(*) FILTER (WHERE m.role = 'user') AS people
     FROM messages m WHERE m.session_id = ANY($2::text[]) AND m.timestamp BETWEEN $3 AND $4 AND m.origin IS NULL GROUP BY 1, 2`,
    zone,
    ids,
    ...range,
  );
  const sum = (own: typeof rows, what: "all" | "people") => own.reduce((total, row) => total + row[what], 0);
  const byHour = Map.groupBy(rows, ({ hour }) => hour);
  return {
    messagesByDay: Object.fromEntries(
      [...Map.groupBy(rows, ({ day }) => day)].map(([day, own]) => [day, sum(own, "all")]),
    ),
    hours: Array.from({ length: 24 }, (_, hour) => sum(byHour.get(hour) ?? [], "people")),
  };
}
