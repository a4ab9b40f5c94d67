// The archive verbs on SQLite: each a thin transaction around the parts that do the work.

import type { CompactionRecord, SessionArchive } from "../../contracts/session-archive.ts";
import type { SessionRow } from "../../contracts/stores.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { BRANCH_MARK } from "../../kernel/sessions/lineage.ts";
import { type CompactionColumns, compactionOf } from "../shared/compaction-columns.ts";
import { PIN_MARK } from "../shared/prune-rules.ts";
import { backupStore } from "./backup.ts";
import { checkStore, damagedLog } from "./check.ts";
import type { StoreContext } from "./context.ts";
import type { Db } from "./db.ts";
import { exportSessions, importSessions } from "./export-import.ts";
import {
  dropLeftovers,
  dropOverQuota,
  dropStrayBlobs,
  fileSize,
  planPrune,
  pruneIsDue,
  removeConversation,
  storeStats,
  sweepBlobs,
} from "./housekeeping.ts";
import { forgetDeleted, indexBacklog } from "./indexer.ts";
import { insightRows } from "./insights.ts";
import { chainOf } from "./lineage.ts";
import { mustExist, requireSession, toSessionRow } from "./session-rows.ts";
import { recount } from "./transcript.ts";

export function createSqliteArchive(context: StoreContext): SessionArchive {
  const { db, blobs } = context;
  /** Rows first, in one transaction; files after it. */
  async function removing(pick: () => readonly string[]): Promise<{ readonly removed: number }> {
    const gone = await db.write(() => pick().map((id) => removeConversation(db, id)));
    await sweepBlobs(
      context,
      gone.flatMap((one) => one.blobs),
    );
    return { removed: gone.reduce((sum, one) => sum + one.removed, 0) };
  }
  const idsOf = (rows: readonly SessionRow[]): readonly string[] => rows.map((row) => row.id);
  return {
    exportSessions: (filter) => exportSessions(context, filter),
    importSessions: (sessions) => importSessions(context, sessions),
    prunePlan: (request) => db.read(() => planPrune(context, request)),
    prune: (plan, request) =>
      removing(() => {
        const still = new Set(idsOf(planPrune(context, request).sessions));
        return idsOf(plan.sessions).filter((id) => still.has(id));
      }),
    async autoPrune(request) {
      const outcome = await removing(() =>
        pruneIsDue(db, request.now, request.minIntervalHours) ? idsOf(planPrune(context, request).sessions) : [],
      );
      if (outcome.removed > 0 && request.vacuum) await db.exclusive(() => db.raw.exec("VACUUM"));
      return outcome;
    },
    async keepBodiesWithin(quota) {
      const { keys, dropped } = await db.write(() => dropOverQuota(context, quota));
      await sweepBlobs(context, keys);
      return dropped;
    },
    removeConversation: (id) => removing(() => [requireSession(db, id).id]),
    pin: (id, pinned) =>
      db.write(() => {
        mustExist(db, id);
        for (const part of chainOf(db, id)) writePin(db, part, pinned);
      }),
    async optimize(quota = {}) {
      const before = fileSize(db.path) + fileSize(`${db.path}-wal`);
      const { keys, dropped } = await db.write(() => {
        indexBacklog(db, "now");
        forgetDeleted(db);
        dropLeftovers(db);
        mergeIndexes(db);
        return dropOverQuota(context, quota);
      });
      await sweepBlobs(context, keys);
      await db.write(() => dropStrayBlobs(context));
      await db.exclusive(() => db.raw.exec("PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE)"));
      return { before, after: fileSize(db.path) + fileSize(`${db.path}-wal`), dropped };
    },
    stats: () => db.read(() => storeStats(context)),
    use: (span) => db.read(() => insightRows(db, span)),
    check: async () => [...(await db.write(() => checkStore(db, blobs))), ...(await damagedLog(db))],
    backup: (to) => db.exclusive(() => backupStore(db, blobs, to)),
    compactions: (id) => db.read(() => compactionsOf(db, id)),
    undoCompaction: (childId) =>
      db.write(() => {
        const parentId = undoCompaction(db, childId);
        return toSessionRow(db, requireSession(db, parentId));
      }),
    restoreRewound: (id) =>
      db.write(() => {
        mustExist(db, id);
        const { changes } = db.run("UPDATE messages SET active = 1 WHERE session_id = ? AND active = 0", id);
        recount(db, id);
        return { count: changes };
      }),
  };
}

function writePin(db: Db, id: string, pinned: boolean): void {
  const settings = "CASE WHEN json_valid(model_config) THEN model_config ELSE '{}' END";
  db.run(
    pinned
      ? `UPDATE sessions SET model_config = json_set(${settings}, '$.${PIN_MARK}', json('true')) WHERE id = ?`
      : `UPDATE sessions SET model_config = json_remove(${settings}, '$.${PIN_MARK}') WHERE id = ?`,
    id,
  );
}

function mergeIndexes(db: Db): void {
  for (const table of ["hx_fts", "hx_fts_bigrams", "messages_fts", "messages_fts_trigram"]) {
    if (db.get("SELECT 1 FROM sqlite_master WHERE name = ?", table))
      db.run(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
  }
}

function compactionsOf(db: Db, id: string): readonly CompactionRecord[] {
  const rows = db.all<CompactionColumns>(
    "SELECT * FROM hx_compactions WHERE child_id IN (SELECT value FROM json_each(?)) ORDER BY at, child_id",
    JSON.stringify(chainOf(db, id)),
  );
  return rows.map(compactionOf);
}

function undoCompaction(db: Db, childId: string): string {
  mustExist(db, childId);
  const record = db.get<{ parent_id: string }>("SELECT parent_id FROM hx_compactions WHERE child_id = ?", childId);
  if (record === undefined) throw new StoreFailure("invalid", `Session ${childId} did not come from a compaction.`);
  mustExist(db, record.parent_id);
  const settings = "CASE WHEN json_valid(model_config) THEN model_config ELSE '{}' END";
  db.run(
    `UPDATE sessions SET model_config = json_set(${settings}, '$.${BRANCH_MARK}', ?) WHERE id = ?`,
    record.parent_id,
    childId,
  );
  db.run("UPDATE sessions SET ended_at = NULL, end_reason = NULL WHERE id = ?", record.parent_id);
  db.run("UPDATE hx_inbox SET session_id = ? WHERE session_id = ? AND taken_seq IS NULL", record.parent_id, childId);
  db.run("DELETE FROM hx_compactions WHERE child_id = ?", childId);
  return record.parent_id;
}
