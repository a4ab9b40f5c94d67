// New sessions out of old ones in PostgreSQL, and removal; one transaction each, the parent locked.

import type { Compaction, NewSession, StoredMessage } from "../../contracts/stores.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import type { Message } from "../../kernel/message.ts";
import { matchCopies } from "../../kernel/sessions/copies.ts";
import { BRANCH_MARK } from "../../kernel/sessions/lineage.ts";
import { nextTitle } from "../../kernel/sessions/title.ts";
import { toSeconds } from "../shared/seconds.ts";
import { childOf } from "../shared/session-columns.ts";
import { dropUnused, keysOf } from "./bodies.ts";
import { titlesOfLine } from "./listing.ts";
import { insertRows, insertUnbroken, type NewRow, rowOf } from "./message-rows.ts";
import { insertSession, type PostgresSession, plainText, requireSession } from "./session-rows.ts";
import type { Sql, Transaction } from "./sql.ts";
import { readHistory, tally } from "./transcript.ts";

/** Any number; the same for everybody who makes copies or takes their originals away. */
const COPIES_LOCK = 726_381_905;

/** Many copy at once, but nobody while an original goes: what copies point to would be gone. Before any row is locked. */
const copying = (sql: Sql) => sql.get("SELECT pg_advisory_xact_lock_shared($1)", COPIES_LOCK);

/** Whoever takes originals away does it alone, and asks before it locks any row. */
export const lockCopies = (sql: Sql) => sql.get("SELECT pg_advisory_xact_lock($1)", COPIES_LOCK);

export async function continueSession(
  sql: Transaction,
  parentId: string,
  child: NewSession,
  compaction: Compaction,
): Promise<void> {
  await copying(sql);
  const parent = await requireSession(sql, parentId, "FOR UPDATE");
  if (parent.end_reason === "compression") {
    throw new StoreFailure("conflict", `Session ${parentId} was already compacted by someone else.`);
  }
  const { fromSeq, toSeq } = compaction.replaced;
  const kept = (await readHistory(sql, parent)).filter(({ seq }) => seq < fromSeq || seq > toSeq);
  const end = Math.max(toSeconds(child.startedAt), parent.started_at);
  await sql.run("UPDATE sessions SET ended_at = $1, end_reason = 'compression' WHERE id = $2", end, parentId);
  await openChild(sql, parent, { ...child, startedAt: Math.max(child.startedAt, Math.ceil(end * 1000)) });
  await insertUnbroken(sql, child.id, await copiesOf(sql, compaction.view, kept));
  await tally(sql, child.id, compaction.view);
  sql.post("UPDATE hx_inbox SET session_id = $1 WHERE session_id = $2 AND taken_seq IS NULL", child.id, parentId);
  sql.post(
    `INSERT INTO hx_compactions (child_id, parent_id, summary, from_seq, to_seq, tokens_before, tokens_after, note, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    child.id,
    parentId,
    plainText(compaction.summary),
    fromSeq,
    toSeq,
    compaction.tokensBefore,
    compaction.tokensAfter,
    plainText(compaction.note),
    child.startedAt,
  );
}

export async function branchSession(sql: Transaction, parentId: string, child: NewSession): Promise<void> {
  await copying(sql);
  const parent = await requireSession(sql, parentId, "FOR UPDATE");
  const history = await readHistory(sql, parent);
  await openChild(sql, parent, { ...child, settings: { ...child.settings, [BRANCH_MARK]: parentId } });
  const messages = history.map(({ message }) => message);
  await insertRows(sql, child.id, await copiesOf(sql, messages, history));
  await tally(sql, child.id, messages);
}

async function openChild(sql: Transaction, parent: PostgresSession, child: NewSession): Promise<void> {
  const title =
    child.title ?? (parent.title === null ? undefined : nextTitle(parent.title, await titlesOfLine(sql, parent.title)));
  await insertSession(sql, childOf(parent, child, title));
  sql.post(
    "UPDATE sessions SET prompt = (SELECT p.prompt FROM sessions p WHERE p.id = $1) WHERE id = $2",
    parent.id,
    child.id,
  );
}

/** A copy of a copy points to the first of them. */
async function copiesOf(
  sql: Sql,
  messages: readonly Message[],
  originals: readonly StoredMessage[],
): Promise<readonly NewRow[]> {
  const direct = matchCopies(messages, originals);
  const rows = await sql.all<{ id: number; origin: number }>(
    "SELECT id, origin FROM messages WHERE id = ANY($1::bigint[]) AND origin IS NOT NULL",
    direct.filter((seq) => seq !== undefined),
  );
  const first = new Map(rows.map((row) => [row.id, row.origin]));
  return messages.map((message, index) => {
    const seq = direct[index];
    return rowOf(message, seq === undefined ? undefined : (first.get(seq) ?? seq));
  });
}

/** Delegates go along; other children stay. Copies elsewhere of what goes are indexed in its place. */
export async function removeSessions(sql: Sql, ids: readonly string[]): Promise<void> {
  await lockCopies(sql);
  const doomed = await sql.all<{ id: string }>(
    `WITH RECURSIVE doomed(id) AS (
       SELECT unnest($1::text[]) UNION
       SELECT c.id FROM sessions c JOIN doomed d ON c.parent_session_id = d.id AND (c.kin = 'delegate' OR c.source = 'subagent')
     ) SELECT s.id FROM sessions s WHERE s.id IN (SELECT id FROM doomed) ORDER BY s.id FOR UPDATE`,
    ids,
  );
  const all = doomed.map((row) => row.id);
  await promoteCopies(sql, all);
  const bodies = await keysOf(sql, all);
  await sql.run("DELETE FROM sessions WHERE id = ANY($1::text[])", all);
  await dropUnused(sql, bodies);
}

/** Of each message that goes, the first copy that stays takes its place in the index; the others are copies of that one. */
async function promoteCopies(sql: Sql, doomed: readonly string[]): Promise<void> {
  await sql.run(
    `WITH heirs AS (
       SELECT DISTINCT ON (c.origin) c.id, c.origin, o.terms FROM messages c JOIN messages o ON o.id = c.origin
       WHERE o.session_id = ANY($1::text[]) AND c.session_id <> ALL($1::text[]) ORDER BY c.origin, c.active DESC, c.id
     ), moved AS (
       UPDATE messages m SET origin = nullif(heirs.id, m.id), terms = CASE WHEN m.id = heirs.id THEN heirs.terms ELSE m.terms END
       FROM heirs WHERE m.origin = heirs.origin
     )
     INSERT INTO hx_vectors (id, vector) SELECT heirs.id, v.vector FROM heirs JOIN hx_vectors v ON v.id = heirs.origin ON CONFLICT (id) DO NOTHING`,
    doomed,
  );
}
