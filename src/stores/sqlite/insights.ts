// Adds up what the store knows about use: one pass over the messages of a span, for `hermes insights`.

import type { UseSpan } from "../../contracts/session-archive.ts";
import type { InsightRows, ToolUse, UsageRow } from "../../kernel/insights.ts";
import { textFromContent } from "../../kernel/sessions/message-decode.ts";
import { previewOf } from "../../kernel/sessions/preview.ts";
import { toSeconds } from "../shared/seconds.ts";
import { LONGEST_STEP_S, toSessionUse, type UsedSession, usageOfRow } from "../shared/used-sessions.ts";
import type { Db } from "./db.ts";

/** Messages carried over by a compaction or a branch were counted where they were first said. */
const FIRST_SAID = "m.id NOT IN (SELECT id FROM hx_copies)";
const DAY = "strftime('%Y-%m-%d', m.timestamp, 'unixepoch', 'localtime')";

/** Inside `read`. */
export function insightRows(db: Db, span: UseSpan): InsightRows {
  const range = [toSeconds(span.from), toSeconds(span.to)] as const;
  const found = db.all<Omit<UsedSession, "preview"> & { readonly first: string | null }>(
    `SELECT s.id, s.title, s.source, s.estimated_cost_usd AS cost, s.model, s.input_tokens, s.output_tokens,
       s.cache_read_tokens, s.cache_write_tokens, s.api_call_count, s.message_count,
       strftime('%Y-%m-%d', s.started_at, 'unixepoch', 'localtime') AS day,
       (SELECT m.content FROM messages m WHERE m.session_id = s.id AND m.role = 'user' ORDER BY m.id LIMIT 1) AS first
     FROM sessions s
     WHERE (?3 IS NULL OR s.source = ?3) AND (s.started_at BETWEEN ?1 AND ?2 OR EXISTS (
       SELECT 1 FROM messages m WHERE m.session_id = s.id AND m.timestamp BETWEEN ?1 AND ?2))`,
    ...range,
    span.source ?? null,
  );
  const sessions = found.map((row) => ({ ...row, preview: previewOf(textFromContent(row.first ?? "")) }));
  const ids = JSON.stringify(sessions.map((session) => session.id));
  const counted = usageByMessage(db, ids);
  const known = new Set(counted.map((row) => row.session));
  return {
    usage: [...counted, ...sessions.filter((session) => !known.has(session.id)).flatMap(usageOfRow)],
    sessions: sessions.map(toSessionUse),
    tools: toolUse(db, ids, range),
    messagesByDay: messagesByDay(db, ids, range),
    hours: hoursOfDay(db, ids, range),
  };
}

/** The time up to an answer is the model's, the time up to a result is the tool's. */
const STEPS = `SELECT m.id, m.session_id, m.role, m.tool_name, m.timestamp, ${DAY} AS day, n.body,
    min(max(m.timestamp - lag(m.timestamp) OVER (PARTITION BY m.session_id ORDER BY m.id), 0), ${LONGEST_STEP_S}) AS gap
  FROM messages m LEFT JOIN hx_natives n ON n.id = m.id
  WHERE m.session_id IN (SELECT value FROM json_each(?)) AND ${FIRST_SAID}`;

function usageByMessage(db: Db, ids: string): readonly UsageRow[] {
  return db
    .all<UsageRow>(
      `WITH steps AS (${STEPS})
       SELECT session_id AS session, day, body ->> '$.m' AS model, count(*) AS calls,
         coalesce(sum(body ->> '$.u[0]'), 0) AS input, coalesce(sum(body ->> '$.u[1]'), 0) AS output,
         coalesce(sum(body ->> '$.u[2]'), 0) AS cacheRead, coalesce(sum(body ->> '$.u[3]'), 0) AS cacheWrite,
         coalesce(sum(gap), 0) * 1000 AS ms
       FROM steps WHERE role = 'assistant' AND body ->> '$.m' IS NOT NULL GROUP BY 1, 2, 3`,
      ids,
    )
    .map((row) => ({ ...row, ms: Math.round(row.ms) }));
}

function toolUse(db: Db, ids: string, [from, to]: readonly [number, number]): readonly ToolUse[] {
  return db
    .all<ToolUse>(
      `WITH steps AS (${STEPS})
       SELECT coalesce(tool_name, '?') AS tool, count(*) AS calls, coalesce(sum(body ->> '$.e'), 0) AS failed,
         coalesce(sum(gap), 0) * 1000 AS ms
       FROM steps WHERE role = 'tool' AND timestamp BETWEEN ? AND ? GROUP BY 1`,
      ids,
      from,
      to,
    )
    .map((row) => ({ ...row, ms: Math.round(row.ms) }));
}

function messagesByDay(db: Db, ids: string, [from, to]: readonly [number, number]): Readonly<Record<string, number>> {
  const rows = db.all<{ day: string; n: number }>(
    `SELECT ${DAY} AS day, count(*) AS n FROM messages m
     WHERE m.session_id IN (SELECT value FROM json_each(?)) AND m.timestamp BETWEEN ? AND ? AND ${FIRST_SAID} GROUP BY 1`,
    ids,
    from,
    to,
  );
  return Object.fromEntries(rows.map(({ day, n }) => [day, n]));
}

function hoursOfDay(db: Db, ids: string, [from, to]: readonly [number, number]): readonly number[] {
  const rows = db.all<{ hour: number; n: number }>(
    `SELECT CAST(strftime('%H', m.timestamp, 'unixepoch', 'localtime') AS INTEGER) AS hour, count(*) AS n FROM messages m
     WHERE m.role = 'user' AND m.session_id IN (SELECT value FROM json_each(?)) AND m.timestamp BETWEEN ? AND ? AND ${FIRST_SAID}
     GROUP BY 1`,
    ids,
    from,
    to,
  );
  const counts = new Map(rows.map(({ hour, n }) => [hour, n]));
  return Array.from({ length: 24 }, (_, hour) => counts.get(hour) ?? 0);
}
