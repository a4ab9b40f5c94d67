// What is kept on the server, and what it takes.

import type { StoreStats } from "../../contracts/session-archive.ts";
import { toMs } from "../shared/seconds.ts";
import { bytesByKind } from "./bodies.ts";
import type { Sql } from "./sql.ts";

const WORDS_AND_BODIES = ["sessions", "messages", "hx_blobs"];
const MEANINGS = ["hx_vectors", "hx_vector_model"];

/** What these tables take, with their indexes. */
async function sizeOf(sql: Sql, tables: readonly string[]): Promise<number> {
  const row = await sql.get<{ n: number }>(
    "SELECT sum(pg_total_relation_size(name::regclass)) AS n FROM unnest($1::text[]) AS tables(name)",
    tables,
  );
  return row?.n ?? 0;
}

/** Ours that hold neither words nor bodies nor meanings. */
async function ownTables(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.all<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename LIKE 'hx\\_%'",
  );
  const counted = [...WORDS_AND_BODIES, ...MEANINGS];
  return rows.map(({ name }) => name).filter((name) => !counted.includes(name));
}

export const totalBytes = async (sql: Sql): Promise<number> =>
  sizeOf(sql, [...WORDS_AND_BODIES, ...MEANINGS, ...(await ownTables(sql))]);

export async function storeStats(sql: Sql): Promise<StoreStats> {
  const counts = await sql.get<{ messages: number; inactive: number; oldest: number | null; newest: number | null }>(
    "SELECT count(*) AS messages, count(*) FILTER (WHERE NOT active) AS inactive, min(timestamp) AS oldest, max(timestamp) AS newest FROM messages",
  );
  const sources = await sql.all<{ source: string; sessions: number; messages: number }>(
    "SELECT source, count(*) AS sessions, coalesce(sum(message_count), 0) AS messages FROM sessions GROUP BY source ORDER BY 2 DESC",
  );
  const text = await sql.get<Record<string, number>>(
    `SELECT coalesce(sum(octet_length(content)) FILTER (WHERE role <> 'tool'), 0) AS words,
       coalesce(sum(octet_length(content)) FILTER (WHERE role = 'tool'), 0) AS tool_results,
       coalesce(sum(octet_length(tool_calls)), 0) AS tool_calls, coalesce(sum(octet_length(reasoning)), 0) AS reasoning FROM messages`,
  );
  const sizes = await sql.get<{ prompts: number; search_index: number }>(
    "SELECT coalesce(sum(octet_length(prompt)), 0) AS prompts, pg_relation_size('messages_terms') AS search_index FROM sessions",
  );
  return {
    sessions: sources.reduce((sum, source) => sum + source.sessions, 0),
    messages: counts?.messages ?? 0,
    inactiveMessages: counts?.inactive ?? 0,
    bySource: Object.fromEntries(sources.map(({ source, sessions, messages }) => [source, { sessions, messages }])),
    oldest: counts?.oldest == null ? undefined : toMs(counts.oldest),
    newest: counts?.newest == null ? undefined : toMs(counts.newest),
    bytes: {
      ...text,
      ...sizes,
      meanings: await sizeOf(sql, MEANINGS),
      own_tables: await sizeOf(sql, await ownTables(sql)),
      ...(await bytesByKind(sql)),
    },
    textBytes: Object.values(text ?? {}).reduce((sum, value) => sum + value, 0),
    totalBytes: await totalBytes(sql),
  };
}
