// The archive verbs on PostgreSQL. Copies and repair of the server itself are the server's own business, and said so.

import type { CompactionRecord, PrunePlan, PruneRequest, SessionArchive } from "../../contracts/session-archive.ts";
import type { SessionRow } from "../../contracts/stores.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { BRANCH_MARK } from "../../kernel/sessions/lineage.ts";
import { type CompactionColumns, compactionOf } from "../shared/compaction-columns.ts";
import { PIN_MARK, reasonToKeep } from "../shared/prune-rules.ts";
import { dropOverQuota } from "./bodies.ts";
import { checkStore } from "./check.ts";
import { lockCopies, removeSessions } from "./descent.ts";
import { insightRows } from "./insights.ts";
import { chainOf, chainsOf, rootsOf } from "./lineage.ts";
import { tipsQuery } from "./listing.ts";
import { type PostgresSession, requireSession, toSessionRow } from "./session-rows.ts";
import { SERVER_NOW, type Sql } from "./sql.ts";
import { storeStats, totalBytes } from "./stats.ts";
import { recountAll } from "./transcript.ts";
import { exportSessions, importSessions } from "./transfer.ts";
import type { PostgresWorld } from "./world.ts";

const DAY_SECONDS = 86_400;

export function createPostgresArchive(world: PostgresWorld): SessionArchive {
  const { pool } = world;
  const prune = (sql: Sql, rows: readonly SessionRow[]): Promise<{ removed: number }> =>
    removeChains(
      sql,
      rows.map(({ id }) => id),
    );
  return {
    exportSessions: (filter) => exportSessions(pool, filter),
    importSessions: (sessions) => importSessions(pool, sessions),
    prunePlan: (request) => pool.read((sql) => planPrune(sql, request)),
    prune: (plan, request) =>
      pool.write(async (sql) => {
        const still = new Set((await lockedPlan(sql, request)).map((row) => row.id));
        return prune(
          sql,
          plan.sessions.filter((row) => still.has(row.id)),
        );
      }),
    autoPrune: (request) =>
      pool.write(async (sql) =>
        (await pruneIsDue(sql, request.now, request.minIntervalHours))
          ? prune(sql, await lockedPlan(sql, request))
          : { removed: 0 },
      ),
    keepBodiesWithin: (quota) => pool.write((sql) => dropOverQuota(sql, quota)),
    removeConversation: (id) =>
      pool.write(async (sql) => {
        await requireSession(sql, id);
        return removeChains(sql, [id]);
      }),
    pin: (id, pinned) =>
      pool.write(async (sql) => {
        for (const part of await chainOf(sql, id)) {
          const { settings } = toSessionRow(await requireSession(sql, part, "FOR UPDATE"));
          const { [PIN_MARK]: _old, ...rest } = settings;
          await sql.run(
            "UPDATE sessions SET model_config = $1 WHERE id = $2",
            JSON.stringify(pinned ? { ...rest, [PIN_MARK]: true } : rest),
            part,
          );
        }
      }),
    async optimize(quota = {}) {
      const before = await totalBytes(pool.sql);
      const dropped = await pool.write((sql) => dropOverQuota(sql, quota));
      for (const table of ["sessions", "messages", "hx_blobs", "hx_blob_refs", "hx_inbox", "hx_calls"])
        await pool.sql.run(`VACUUM ANALYZE ${table}`);
      return { before, after: await totalBytes(pool.sql), dropped };
    },
    stats: () => pool.read(storeStats),
    use: (span) => pool.read((sql) => insightRows(sql, span)),
    check: () => checkStore(pool),
    backup: async () => {
      throw new StoreFailure(
        "invalid",
        "These sessions live on a PostgreSQL server: back it up with pg_dump, or use `hermes sessions export`.",
      );
    },
    compactions: (id) => pool.read((sql) => compactionsOf(sql, id)),
    undoCompaction: (childId) => pool.write((sql) => undoCompaction(sql, childId)),
    restoreRewound: (id) =>
      pool.write(async (sql) => {
        const session = await requireSession(sql, id, "FOR UPDATE");
        const count = await sql.run("UPDATE messages SET active = TRUE WHERE session_id = $1 AND NOT active", id);
        await recountAll(sql, session);
        return { count };
      }),
  };
}

async function planPrune(sql: Sql, request: PruneRequest): Promise<PrunePlan> {
  const rows = await sql.all<PostgresSession & { held: boolean }>(
    `SELECT tip.*, EXISTS (SELECT 1 FROM hx_leases l WHERE l.session_id = tip.id AND l.expires_at > ${SERVER_NOW}) AS held
     FROM (${tipsQuery("($2::text IS NULL OR s.source = $2)", "NULL", undefined)}) tip WHERE tip.last_active < $1`,
    request.now / 1000 - request.olderThanDays * DAY_SECONDS,
    request.source ?? null,
  );
  const judged = rows.map((row) => ({ row: toSessionRow(row), why: reasonToKeep(toSessionRow(row), row.held) }));
  const going = judged.flatMap(({ row, why }) => (why === undefined ? [row] : []));
  const sizes = await sql.get<{ messages: number; bytes: number }>(
    `WITH RECURSIVE going AS (SELECT unnest($1::text[]) AS session_id), ${rootsOf("going")}
     SELECT count(*) AS messages, coalesce(sum(octet_length(content)), 0) AS bytes FROM messages WHERE session_id IN (SELECT root FROM climb)`,
    going.map((row) => row.id),
  );
  return {
    sessions: going,
    messages: sizes?.messages ?? 0,
    textBytes: sizes?.bytes ?? 0,
    kept: judged.flatMap(({ row, why }) => (why === undefined ? [] : [{ id: row.id, why }])),
  };
}

/** Those that may go and that nobody can take up any more before this transaction ends. */
async function lockedPlan(sql: Sql, request: PruneRequest): Promise<readonly SessionRow[]> {
  await lockCopies(sql);
  const { sessions } = await planPrune(sql, request);
  await sql.all(
    "SELECT 1 FROM sessions WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE",
    sessions.map((row) => row.id),
  );
  return (await planPrune(sql, request)).sessions;
}

async function removeChains(sql: Sql, ids: readonly string[]): Promise<{ removed: number }> {
  const parts = await chainsOf(sql, ids);
  await removeSessions(sql, parts);
  return { removed: parts.length };
}

/** Kept in the table of versions' neighbour, one row, so that machines share one rhythm. */
async function pruneIsDue(sql: Sql, now: number, minIntervalHours: number): Promise<boolean> {
  const last = await sql.get<{ value: string }>("SELECT value FROM hx_meta WHERE key = 'last_auto_prune' FOR UPDATE");
  if (now / 1000 - Number(last?.value ?? 0) < minIntervalHours * 3600) return false;
  await sql.run(
    "INSERT INTO hx_meta (key, value) VALUES ('last_auto_prune', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    String(now / 1000),
  );
  return true;
}

async function compactionsOf(sql: Sql, id: string): Promise<readonly CompactionRecord[]> {
  const rows = await sql.all<CompactionColumns>(
    "SELECT * FROM hx_compactions WHERE child_id = ANY($1::text[]) ORDER BY at, child_id",
    await chainOf(sql, id),
  );
  return rows.map(compactionOf);
}

async function undoCompaction(sql: Sql, childId: string): Promise<SessionRow> {
  const child = await requireSession(sql, childId, "FOR UPDATE");
  const record = await sql.get<{ parent_id: string }>(
    "DELETE FROM hx_compactions WHERE child_id = $1 RETURNING parent_id",
    childId,
  );
  if (record === undefined) throw new StoreFailure("invalid", `Session ${childId} did not come from a compaction.`);
  await requireSession(sql, record.parent_id, "FOR UPDATE");
  const settings = { ...toSessionRow(child).settings, [BRANCH_MARK]: record.parent_id };
  await sql.run(
    "UPDATE sessions SET kin = 'branch', model_config = $1 WHERE id = $2",
    JSON.stringify(settings),
    childId,
  );
  await sql.run("UPDATE sessions SET ended_at = NULL, end_reason = NULL WHERE id = $1", record.parent_id);
  await sql.run(
    "UPDATE hx_inbox SET session_id = $1 WHERE session_id = $2 AND taken_seq IS NULL",
    record.parent_id,
    childId,
  );
  return toSessionRow(await requireSession(sql, record.parent_id));
}
