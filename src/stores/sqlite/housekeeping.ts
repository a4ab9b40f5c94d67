// Size and age: what takes the space, what may go, and giving space back. Nothing here runs in the way of a turn.

import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { BodyQuota, DroppedBodies, PrunePlan, PruneRequest, StoreStats } from "../../contracts/session-archive.ts";
import { type KeptBody, overQuota, QUOTA_KINDS } from "../shared/bodies.ts";
import { reasonToKeep } from "../shared/prune-rules.ts";
import { toMs } from "../shared/seconds.ts";
import type { StoreContext } from "./context.ts";
import type { Db } from "./db.ts";
import { removeSession } from "./descent.ts";
import { chainOf } from "./lineage.ts";
import { listWhere } from "./listing.ts";

const DAY_MS = 86_400_000;

/** By last activity of the whole conversation; archived, pinned and running ones stay. */
export function planPrune(context: StoreContext, request: PruneRequest): PrunePlan {
  const { db } = context;
  const limit = request.now - request.olderThanDays * DAY_MS;
  const where =
    request.source === undefined ? { sql: "1", values: [] } : { sql: "s.source = ?", values: [request.source] };
  const old = listWhere(db, where, { tipsOnly: true }).filter((row) => row.lastActiveAt < limit);
  const judged = old.map((row) => ({ row, why: reasonToKeep(row, isHeld(context, row.id)) }));
  const going = judged.flatMap(({ row, why }) => (why === undefined ? [row] : []));
  const parts = going.flatMap((row) => chainOf(db, row.id));
  const sizes = db.get<{ messages: number; bytes: number }>(
    `SELECT count(*) AS messages, coalesce(sum(octet_length(content)), 0) AS bytes FROM messages WHERE session_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(parts),
  );
  return {
    sessions: going,
    messages: sizes?.messages ?? 0,
    textBytes: sizes?.bytes ?? 0,
    kept: judged.flatMap(({ row, why }) => (why === undefined ? [] : [{ id: row.id, why }])),
  };
}

function isHeld({ db, clock, holderAlive }: StoreContext, id: string): boolean {
  const lease = db.get<{ holder: string }>(
    "SELECT holder FROM hx_leases WHERE session_id = ? AND expires_at > ?",
    id,
    clock.now(),
  );
  return lease !== undefined && holderAlive(lease.holder);
}

const LAST_PRUNE = "last_auto_prune";

/** Marks the time when it says yes, in the reference's own note, so that both programs keep one rhythm. */
export function pruneIsDue(db: Db, now: number, minIntervalHours: number): boolean {
  const last = Number(
    db.get<{ value: string | null }>("SELECT value FROM state_meta WHERE key = ?", LAST_PRUNE)?.value ?? 0,
  );
  if (now / 1000 - last < minIntervalHours * 3600) return false;
  db.run(
    "INSERT INTO state_meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2",
    LAST_PRUNE,
    String(now / 1000),
  );
  return true;
}

/** Inside a write transaction; looks again, because days may lie between plan and deed. Returns sessions removed and blob keys now unused. */
export function removeConversation(
  db: Db,
  id: string,
): { readonly removed: number; readonly blobs: readonly string[] } {
  const parts = chainOf(db, id);
  const blobs = parts.flatMap((part) =>
    db.get("SELECT 1 FROM sessions WHERE id = ?", part) ? removeSession(db, part) : [],
  );
  return { removed: parts.length, blobs };
}

/** Removes files only after the rows that pointed to them are gone for good, and only if nobody points to them again. A crash in between leaves a stray file. */
export async function sweepBlobs(
  { db, blobs }: Pick<StoreContext, "db" | "blobs">,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await db.write(() => {
    for (const key of keys) {
      if (db.get("SELECT 1 FROM hx_blobs WHERE key = ? AND dropped_at IS NULL", key) === undefined) blobs.drop(key);
    }
  });
}

/** Rows of ours that nothing points to any more: the reference deletes sessions without knowing them. */
export function dropLeftovers(db: Db): number {
  const statements = [
    "DELETE FROM hx_natives WHERE id NOT IN (SELECT id FROM messages)",
    "DELETE FROM hx_copies WHERE id NOT IN (SELECT id FROM messages)",
    "DELETE FROM hx_vectors WHERE id NOT IN (SELECT id FROM messages)",
    "DELETE FROM hx_blob_refs WHERE message_id NOT IN (SELECT id FROM messages)",
    "DELETE FROM hx_blobs WHERE key NOT IN (SELECT key FROM hx_blob_refs)",
    ...["hx_prompts", "hx_inbox", "hx_calls", "hx_leases", "hx_guests", "hx_activity"].map(
      (table) => `DELETE FROM ${table} WHERE session_id NOT IN (SELECT id FROM sessions)`,
    ),
    "DELETE FROM hx_compactions WHERE child_id NOT IN (SELECT id FROM sessions)",
    "DELETE FROM hx_texts WHERE key NOT IN (SELECT tools_key FROM hx_prompts)",
  ];
  return statements.reduce((sum, statement) => sum + db.run(statement).changes, 0);
}

/** Files no row points to, left by a crash between file and row; fresh ones may belong to a transaction under way. */
export function dropStrayBlobs({ db, blobs, clock }: StoreContext): number {
  if (!existsSync(blobs.dir)) return 0;
  let dropped = 0;
  for (const entry of readdirSync(blobs.dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || clock.now() - statSync(path).mtimeMs < DAY_MS) continue;
    if (db.get("SELECT 1 FROM hx_blobs WHERE key = ? AND dropped_at IS NULL", entry.name) !== undefined) continue;
    rmSync(path, { force: true });
    dropped++;
  }
  return dropped;
}

/** The oldest of each kind go first until the rest fits; their messages keep a placeholder or their beginning. */
export function dropOverQuota({ db, clock }: StoreContext, quota: BodyQuota): OverQuota {
  const [images = [], results = []] = QUOTA_KINDS.map(({ limit, where }) => {
    const most = limit(quota);
    if (most === undefined) return [];
    const kept = db.all<KeptBody>(
      `SELECT b.key, b.bytes FROM hx_blobs b WHERE ${where} AND b.dropped_at IS NULL ORDER BY b.at DESC`,
    );
    return overQuota(kept, most);
  });
  const keys = [...images, ...results];
  for (const key of keys) db.run("UPDATE hx_blobs SET dropped_at = ? WHERE key = ?", clock.now(), key);
  return { keys, dropped: { images: images.length, results: results.length } };
}

interface OverQuota {
  readonly keys: readonly string[];
  readonly dropped: DroppedBodies;
}

const TEXT_KINDS = `SELECT
  sum(CASE WHEN role IN ('user', 'assistant') THEN octet_length(content) END) AS words,
  sum(CASE WHEN role = 'tool' THEN octet_length(content) END) AS tool_results,
  sum(octet_length(tool_calls)) AS tool_calls,
  sum(octet_length(reasoning)) AS reasoning FROM messages`;

export function storeStats({ db }: StoreContext): StoreStats {
  const counts = db.get<{
    sessions: number;
    messages: number;
    inactive: number;
    oldest: number | null;
    newest: number | null;
  }>(
    `SELECT (SELECT count(*) FROM sessions) AS sessions, count(*) AS messages, coalesce(sum(active = 0), 0) AS inactive,
       min(timestamp) AS oldest, max(timestamp) AS newest FROM messages`,
  );
  const sources = db.all<{ source: string; sessions: number; messages: number }>(
    "SELECT source, count(*) AS sessions, coalesce(sum(message_count), 0) AS messages FROM sessions GROUP BY source ORDER BY 2 DESC",
  );
  const text = db.get<Record<string, number | null>>(TEXT_KINDS) ?? {};
  const prompts = db.get<{ n: number | null }>("SELECT sum(octet_length(system_prompt)) AS n FROM sessions")?.n ?? 0;
  const blobs = db.all<{ kind: string; n: number }>(
    "SELECT kind, sum(bytes) AS n FROM hx_blobs WHERE dropped_at IS NULL GROUP BY kind",
  );
  const pages = db.all<{ name: string; n: number }>("SELECT name, sum(pgsize) AS n FROM dbstat GROUP BY name");
  const sizeOf = (test: (name: string) => boolean) =>
    pages.filter(({ name }) => test(name)).reduce((sum, { n }) => sum + n, 0);
  const textBytes = Object.values(text).reduce((sum: number, value) => sum + (value ?? 0), 0);
  const bytes = {
    words: text.words ?? 0,
    tool_results: text.tool_results ?? 0,
    tool_calls: text.tool_calls ?? 0,
    reasoning: text.reasoning ?? 0,
    prompts,
    search_index: sizeOf((name) => name.startsWith("hx_fts")),
    reference_index: sizeOf((name) => name.startsWith("messages_fts")),
    meanings: sizeOf((name) => name.includes("hx_vector")),
    own_tables: sizeOf((name) => /^hx_(?!fts|vector)/u.test(name)),
    images: blobs.find(({ kind }) => kind === "image")?.n ?? 0,
    large_results: blobs.find(({ kind }) => kind === "text")?.n ?? 0,
    database_file: fileSize(db.path),
    write_ahead_log: fileSize(`${db.path}-wal`),
  };
  return {
    sessions: counts?.sessions ?? 0,
    messages: counts?.messages ?? 0,
    inactiveMessages: counts?.inactive ?? 0,
    bySource: Object.fromEntries(sources.map(({ source, sessions, messages }) => [source, { sessions, messages }])),
    oldest: counts?.oldest == null ? undefined : toMs(counts.oldest),
    newest: counts?.newest == null ? undefined : toMs(counts.newest),
    bytes,
    textBytes,
    totalBytes: bytes.database_file + bytes.write_ahead_log + bytes.images + bytes.large_results,
  };
}

export function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
