// Messages in PostgreSQL: the session row is locked while its transcript changes, so exactly one machine appends at a time.

import type { StoredMessage } from "../../contracts/stores.ts";
import { beginsAsHandoff } from "../../kernel/compress/handoff.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { callsOf, type Message, textOf } from "../../kernel/message.ts";
import { decodeRow } from "../../kernel/sessions/message-decode.ts";
import { previewOf } from "../../kernel/sessions/preview.ts";
import { toSeconds } from "../shared/seconds.ts";
import { readBodies } from "./bodies.ts";
import { insertRows, MESSAGE, type MessageRecord, rowOf } from "./message-rows.ts";
import type { Sql } from "./pool.ts";
import { type PostgresSession, plainText, requireSession } from "./session-rows.ts";

export async function readHistory(sql: Sql, session: PostgresSession): Promise<readonly StoredMessage[]> {
  const rows = await sql.all<MessageRecord>(
    `SELECT ${MESSAGE} FROM messages m WHERE m.session_id = $1 AND m.active ORDER BY m.id`,
    session.id,
  );
  const sessionModel = [session.billing_provider, session.model].filter((name) => name !== null).join("/");
  const readSpill = await readBodies(sql, rows);
  return rows.flatMap((row) => {
    const message = decodeRow(row, row.native, { readSpill, sessionModel });
    return message === undefined ? [] : [{ seq: row.id, message }];
  });
}

/** Throws `conflict` unless the live view ends at `afterSeq`; the session row must be locked. */
export async function expectHead(sql: Sql, id: string, afterSeq: number): Promise<void> {
  const head = await headOf(sql, id);
  if (head === afterSeq) return;
  throw new StoreFailure(
    "conflict",
    `Session ${id} now ends at message ${head}, not ${afterSeq}: someone else wrote to it.`,
  );
}

async function headOf(sql: Sql, id: string): Promise<number> {
  const row = await sql.get<{ seq: number | null }>(
    "SELECT max(id) AS seq FROM messages WHERE session_id = $1 AND active",
    id,
  );
  return row?.seq ?? 0;
}

export async function appendMessages(
  sql: Sql,
  id: string,
  messages: readonly Message[],
  afterSeq: number,
): Promise<number[]> {
  const session = await requireSession(sql, id, "FOR UPDATE");
  if (session.end_reason === "compression") {
    throw new StoreFailure(
      "conflict",
      `Session ${id} was compacted and continues in another session; open its newest part.`,
    );
  }
  await expectHead(sql, id, afterSeq);
  return insertMessages(sql, id, messages);
}

/** Results end the calls they answer. */
async function insertMessages(sql: Sql, id: string, messages: readonly Message[]): Promise<number[]> {
  const seqs = await insertRows(
    sql,
    id,
    messages.map((message) => rowOf(message)),
  );
  await endCalls(sql, id, messages);
  await recount(sql, id, messages);
  return seqs;
}

async function endCalls(sql: Sql, id: string, messages: readonly Message[]): Promise<void> {
  const results = messages.filter((message) => message.role === "tool");
  if (results.length === 0) return;
  await sql.run(
    `UPDATE hx_calls c SET done_at = ended.at FROM unnest($2::text[], $3::double precision[]) AS ended(call_id, at)
     WHERE c.session_id = $1 AND c.call_id = ended.call_id`,
    id,
    results.map(({ callId }) => plainText(callId)),
    results.map(({ at }) => at),
  );
}

/** Counters, activity and preview follow what was just added. */
export async function recount(sql: Sql, id: string, added: readonly Message[]): Promise<void> {
  if (added.length === 0) return;
  const first = added.find(
    (message) => message.role === "user" && message.origin === undefined && !beginsAsHandoff(message),
  );
  await sql.run(
    `UPDATE sessions SET message_count = message_count + $1, tool_call_count = tool_call_count + $2,
       last_active = CASE WHEN message_count = 0 THEN $3 ELSE greatest(last_active, $3) END,
       preview = CASE WHEN preview = '' THEN $4 ELSE preview END WHERE id = $5`,
    added.length,
    added.reduce((sum, message) => sum + callsOf(message).length, 0),
    Math.max(0, ...added.map((message) => toSeconds(message.at))),
    first === undefined ? "" : plainText(previewOf(textOf(first))),
    id,
  );
}

export async function rewindTo(sql: Sql, id: string, seq: number): Promise<{ readonly count: number }> {
  const session = await requireSession(sql, id, "FOR UPDATE");
  const target = await sql.get<{ role: string }>(
    "SELECT role FROM messages WHERE id = $1 AND session_id = $2 AND active",
    seq,
    id,
  );
  if (target?.role !== "user") {
    throw new StoreFailure("invalid", `Message ${seq} is not a user message of session ${id} that could be undone.`);
  }
  const count = await sql.run(
    "UPDATE messages SET active = FALSE WHERE session_id = $1 AND id >= $2 AND active",
    id,
    seq,
  );
  await sql.run("UPDATE sessions SET rewind_count = rewind_count + 1 WHERE id = $1", id);
  await recountAll(sql, session);
  return { count };
}

/** Counters, activity and preview from the live view alone; rows that are no part of the conversation count, too. */
export async function recountAll(sql: Sql, session: PostgresSession): Promise<void> {
  const live = (await readHistory(sql, session)).map(({ message }) => message);
  await sql.run(
    "UPDATE sessions SET message_count = 0, tool_call_count = 0, preview = '', last_active = started_at WHERE id = $1",
    session.id,
  );
  await recount(sql, session.id, live);
  await sql.run(
    "UPDATE sessions SET message_count = (SELECT count(*) FROM messages WHERE session_id = $1 AND active) WHERE id = $1",
    session.id,
  );
}
