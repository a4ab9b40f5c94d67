// Bodies too large for a row in PostgreSQL: a table of their own, each once under the name its content gives it.

import type { BodyQuota, DroppedBodies } from "../../contracts/session-archive.ts";
import { parseNative } from "../../kernel/sessions/message-native.ts";
import type { Spill } from "../../kernel/sessions/part-layout.ts";
import { bodyOf, bytesOf, type KeptBody, overQuota, QUOTA_KINDS } from "../shared/bodies.ts";
import type { Sql, Transaction } from "./sql.ts";

export interface DatedSpill extends Spill {
  readonly at: number;
}

/** Of keys and times given as two lists those that are there. In one order everywhere: whoever needs the same bodies at the same time waits for nobody who waits for it. */
const LOCKED_IN_ORDER = `(
    SELECT h.key, asked.at FROM unnest($1::text[], $2::double precision[]) AS asked(key, at) JOIN hx_blobs h ON h.key = asked.key
    ORDER BY h.key FOR UPDATE OF h
  ) given`;

/** Inside the transaction that writes the messages. A body that is there need not be sent again; it counts as new. */
export async function missingBodies(sql: Transaction, spills: readonly DatedSpill[]): Promise<readonly DatedSpill[]> {
  if (spills.length === 0) return [];
  const latest = new Map<string, DatedSpill>();
  for (const spill of spills) if ((latest.get(spill.key)?.at ?? -Infinity) < spill.at) latest.set(spill.key, spill);
  const wanted = [...latest.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const there = await sql.all<{ key: string; whole: boolean }>(
    `UPDATE hx_blobs b SET at = greatest(b.at, given.at) FROM ${LOCKED_IN_ORDER}
     WHERE b.key = given.key AND ${sql.begun} RETURNING b.key, b.body IS NOT NULL AS whole`,
    wanted.map(({ key }) => key),
    wanted.map(({ at }) => at),
  );
  const known = new Set(there.flatMap(({ key, whole }) => (whole ? [key] : [])));
  return wanted.filter(({ key }) => !known.has(key));
}

/** The last goes along with what follows; of many, each waits for the one before it, so that no more than two are held at a time. */
export async function putBodies(sql: Transaction, spills: readonly DatedSpill[]): Promise<void> {
  for (const [index, spill] of spills.entries()) {
    const put = bodyStatement(spill);
    if (index === spills.length - 1) sql.post(...put);
    else await sql.run(...put);
  }
}

function bodyStatement(spill: DatedSpill): readonly [string, ...unknown[]] {
  const bytes = bytesOf(spill);
  return [
    `INSERT INTO hx_blobs (key, kind, bytes, at, body) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (key) DO UPDATE SET at = greatest(hx_blobs.at, excluded.at), body = excluded.body`,
    spill.key,
    spill.kind,
    bytes.byteLength,
    spill.at,
    bytes,
  ];
}

/** Which messages keep which bodies. */
export function postReferences(
  sql: Transaction,
  references: readonly { readonly messageId: number; readonly key: string }[],
): void {
  if (references.length === 0) return;
  sql.post(
    "INSERT INTO hx_blob_refs (message_id, key) SELECT * FROM unnest($1::bigint[], $2::text[]) ON CONFLICT DO NOTHING",
    references.map(({ messageId }) => messageId),
    references.map(({ key }) => key),
  );
}

/** What these rows keep outside themselves; asks only where one says that it does. */
export async function readBodies(
  sql: Sql,
  rows: readonly { readonly id: number; readonly native: string | null }[],
): Promise<(key: string) => string | undefined> {
  const spilling = rows.filter(({ native }) => parseNative(native).p !== undefined);
  if (spilling.length === 0) return () => undefined;
  const found = await sql.all<{ key: string; body: Buffer }>(
    `SELECT key, body FROM hx_blobs WHERE body IS NOT NULL AND key IN (
       SELECT key FROM hx_blob_refs WHERE message_id = ANY($1::bigint[]))`,
    spilling.map(({ id }) => id),
  );
  const bodies = new Map(found.map(({ key, body }) => [key, bodyOf(key, body)]));
  return (key) => bodies.get(key);
}

/** To be asked before the sessions go; `dropUnused` afterwards. */
export async function keysOf(sql: Sql, sessionIds: readonly string[]): Promise<readonly string[]> {
  const rows = await sql.all<{ key: string }>(
    "SELECT DISTINCT r.key FROM hx_blob_refs r JOIN messages m ON m.id = r.message_id WHERE m.session_id = ANY($1::text[])",
    sessionIds,
  );
  return rows.map(({ key }) => key);
}

/** Locks first and looks afterwards: whoever points to one of them in this moment is seen. */
export async function dropUnused(sql: Sql, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql.all("SELECT 1 FROM hx_blobs WHERE key = ANY($1::text[]) ORDER BY key FOR UPDATE", keys);
  await sql.run(
    "DELETE FROM hx_blobs b WHERE key = ANY($1::text[]) AND NOT EXISTS (SELECT 1 FROM hx_blob_refs r WHERE r.key = b.key)",
    keys,
  );
}

/** The oldest of each kind go first until the rest fits. One that somebody sends again meanwhile stays. */
export async function dropOverQuota(sql: Sql, quota: BodyQuota): Promise<DroppedBodies> {
  const dropped = { images: 0, results: 0 };
  const going = new Map<string, { readonly at: number; readonly name: keyof typeof dropped }>();
  for (const { name, limit, where } of QUOTA_KINDS) {
    const most = limit(quota);
    if (most === undefined) continue;
    const kept = await sql.all<KeptBody & { readonly at: number }>(
      `SELECT b.key, b.bytes, b.at FROM hx_blobs b WHERE ${where} AND b.body IS NOT NULL ORDER BY b.at DESC, b.key`,
    );
    const over = new Set(overQuota(kept, most));
    for (const { key, at } of kept) if (over.has(key)) going.set(key, { at, name });
  }
  const gone = await sql.all<{ key: string }>(
    `UPDATE hx_blobs b SET body = NULL FROM ${LOCKED_IN_ORDER}
     WHERE b.key = given.key AND b.at <= given.at AND b.body IS NOT NULL RETURNING b.key`,
    [...going.keys()],
    [...going.values()].map(({ at }) => at),
  );
  for (const { key } of gone) {
    const name = going.get(key)?.name;
    if (name !== undefined) dropped[name] += 1;
  }
  return dropped;
}

export async function bytesByKind(sql: Sql): Promise<{ readonly images: number; readonly large_results: number }> {
  const rows = await sql.all<{ kind: string; n: number }>(
    "SELECT kind, sum(bytes) AS n FROM hx_blobs WHERE body IS NOT NULL GROUP BY kind",
  );
  const sum = (kind: string): number => rows.find((row) => row.kind === kind)?.n ?? 0;
  return { images: sum("image"), large_results: sum("text") };
}
