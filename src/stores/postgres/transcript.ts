// Messages in PostgreSQL: the session row is locked while its transcript changes, so exactly one machine appends at a time.

import type { StoredMessage } from "../../contracts/stores.ts";
import { beginsAsHandoff } from "../../kernel/compress/handoff.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { callsOf, type Message, textOf } from "../../kernel/message.ts";
import { decodeRow } from "../../kernel/sessions/message-decode.ts";
import { type EncodedMessage, encodeMessage } from "../../kernel/sessions/message-encode.ts";
import type { MessageColumns, Native } from "../../kernel/sessions/message-native.ts";
import { previewOf } from "../../kernel/sessions/preview.ts";
import { SPILL_PLAN } from "../shared/bodies.ts";
import { toSeconds } from "../shared/seconds.ts";
import { putBodies, readBodies } from "./bodies.ts";
import type { Sql } from "./pool.ts";
import { type PostgresSession, plainText, requireSession } from "./session-rows.ts";
import { searchTerms } from "./terms.ts";

export interface MessageRecord extends MessageColumns {
  readonly id: number;
  readonly native: string | null;
}

export async function readHistory(sql: Sql, session: PostgresSession): Promise<readonly StoredMessage[]> {
  const rows = await sql.all<MessageRecord>(
    "SELECT * FROM messages WHERE session_id = $1 AND active ORDER BY id",
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
  return insertMessages(sql, id, messages, []);
}

/** `origins[i]` names the message that message i is a copy of; copies are not indexed again. */
export async function insertMessages(
  sql: Sql,
  id: string,
  messages: readonly Message[],
  origins: readonly (number | undefined)[],
): Promise<number[]> {
  const seqs: number[] = [];
  for (const [index, message] of messages.entries()) {
    seqs.push(await insertMessage(sql, id, message, { origin: origins[index] }));
    if (message.role !== "tool") continue;
    await sql.run(
      "UPDATE hx_calls SET done_at = $1 WHERE session_id = $2 AND call_id = $3",
      message.at,
      id,
      message.callId,
    );
  }
  await recount(sql, id, messages);
  return seqs;
}

export interface RowExtras {
  readonly origin?: number | undefined;
  /** Finer than the message's own time. */
  readonly seconds?: number;
  /** False: taken back before it came here. */
  readonly active?: boolean;
}

/** The row alone; whoever adds it counts it. */
export async function insertMessage(sql: Sql, id: string, message: Message, extras: RowExtras): Promise<number> {
  const { columns, native, spills } = storable(message, extras.seconds ?? toSeconds(message.at));
  const row = await sql.get<{ id: number }>(
    `INSERT INTO messages (session_id, role, content, tool_call_id, tool_calls, tool_name, timestamp, finish_reason, reasoning, native, origin, active, terms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, to_tsvector('simple', $13)) RETURNING id`,
    id,
    columns.role,
    columns.content,
    columns.tool_call_id,
    columns.tool_calls,
    columns.tool_name,
    columns.timestamp,
    columns.finish_reason,
    columns.reasoning,
    native,
    extras.origin ?? null,
    extras.active ?? true,
    extras.origin === undefined ? searchTerms(message) : "",
  );
  const seq = row?.id ?? 0;
  await putBodies(sql, seq, spills, message.at);
  return seq;
}

/** A message with a character PostgreSQL cannot hold is kept whole in the native record, where JSON escapes it. */
function storable(message: Message, timestamp: number): EncodedMessage {
  const encoded = encodeMessage(message, timestamp, SPILL_PLAN);
  const { columns } = encoded;
  const values = Object.values(columns).filter((value) => typeof value === "string");
  if (!values.some((value) => value.includes("\u0000"))) return encoded;
  const plain = Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, typeof value === "string" ? plainText(value) : value]),
  );
  const native = JSON.stringify({ f: message } satisfies Native);
  return { columns: plain as unknown as MessageColumns, native, spills: [] };
}

/** Counters, activity and preview follow what was just added. */
async function recount(sql: Sql, id: string, added: readonly Message[]): Promise<void> {
  const first = added.find(
    (message) => message.role === "user" && message.origin === undefined && !beginsAsHandoff(message),
  );
  await sql.run(
    `UPDATE sessions SET message_count = message_count + $1, tool_call_count = tool_call_count + $2,
       last_active = greatest(last_active, $3),
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

/** Counters, activity and preview from the live view alone. */
export async function recountAll(sql: Sql, session: PostgresSession): Promise<void> {
  const live = (await readHistory(sql, session)).map(({ message }) => message);
  await sql.run(
    "UPDATE sessions SET message_count = 0, tool_call_count = 0, preview = '', last_active = started_at WHERE id = $1",
    session.id,
  );
  if (live.length > 0) await recount(sql, session.id, live);
}
