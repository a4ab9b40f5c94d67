// Messages in PostgreSQL: the session row is locked while its transcript changes, so exactly one machine appends at a time.

import type { StoredMessage } from "../../contracts/stores.ts";
import { beginsAsHandoff } from "../../kernel/compress/handoff.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { callsOf, type Message, textOf } from "../../kernel/message.ts";
import { decodeRow } from "../../kernel/sessions/message-decode.ts";
import { encodeMessage } from "../../kernel/sessions/message-encode.ts";
import type { MessageColumns, Native } from "../../kernel/sessions/message-native.ts";
import type { SpillPlan } from "../../kernel/sessions/part-layout.ts";
import { previewOf } from "../../kernel/sessions/preview.ts";
import { toSeconds } from "../shared/seconds.ts";
import type { Sql } from "./pool.ts";
import { type PostgresSession, plainText, requireSession } from "./session-rows.ts";
import { searchTerms } from "./terms.ts";

/** Several machines share only the database: nothing is spilled to files. */
const INLINE: SpillPlan = {
  keyOf: () => "",
  maxTextChars: Number.POSITIVE_INFINITY,
  maxImageChars: Number.POSITIVE_INFINITY,
};

interface MessageRecord extends MessageColumns {
  readonly id: number;
  readonly native: string | null;
}

export async function readHistory(sql: Sql, session: PostgresSession): Promise<readonly StoredMessage[]> {
  const rows = await sql.all<MessageRecord>(
    "SELECT * FROM messages WHERE session_id = $1 AND active ORDER BY id",
    session.id,
  );
  const sessionModel = [session.billing_provider, session.model].filter((name) => name !== null).join("/");
  return rows.flatMap((row) => {
    const message = decodeRow(row, row.native, { readSpill: () => undefined, sessionModel });
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
    seqs.push(await insertOne(sql, id, message, origins[index]));
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

async function insertOne(sql: Sql, id: string, message: Message, origin: number | undefined): Promise<number> {
  const { columns, native } = storable(message);
  const row = await sql.get<{ id: number }>(
    `INSERT INTO messages (session_id, role, content, tool_call_id, tool_calls, tool_name, timestamp, finish_reason, reasoning, native, origin, terms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, to_tsvector('simple', $12)) RETURNING id`,
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
    origin ?? null,
    origin === undefined ? searchTerms(message) : "",
  );
  return row?.id ?? 0;
}

/** A message with a character PostgreSQL cannot hold is kept whole in the native record, where JSON escapes it. */
function storable(message: Message): { readonly columns: MessageColumns; readonly native: string | null } {
  const { columns, native } = encodeMessage(message, toSeconds(message.at), INLINE);
  const values = Object.values(columns).filter((value) => typeof value === "string");
  if (!values.some((value) => value.includes("\u0000"))) return { columns, native };
  const plain = Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, typeof value === "string" ? plainText(value) : value]),
  );
  return { columns: plain as unknown as MessageColumns, native: JSON.stringify({ f: message } satisfies Native) };
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
