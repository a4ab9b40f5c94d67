// Messages in PostgreSQL: the session row is locked while its transcript changes, so exactly one machine appends at a time.

import type { StoredMessage, UsageEntry } from "../../contracts/stores.ts";
import { beginsAsHandoff } from "../../kernel/compress/handoff.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { callsOf, type Message, type UserMessage } from "../../kernel/message.ts";
import { decodeRow } from "../../kernel/sessions/message-decode.ts";
import { previewOfMessage } from "../../kernel/sessions/preview.ts";
import { toSeconds } from "../shared/seconds.ts";
import { readBodies } from "./bodies.ts";
import { insertRows, MESSAGE, type MessageRecord, rowOf } from "./message-rows.ts";
import { noSession, type PostgresSession, plainText, requireSession } from "./session-rows.ts";
import { type Sql, type Transaction, together } from "./sql.ts";

export async function readHistory(sql: Sql, session: PostgresSession): Promise<readonly StoredMessage[]> {
  const rows = await sql.all<MessageRecord>(
    `SELECT ${MESSAGE} FROM messages m WHERE m.session_id = $1 AND m.active ORDER BY m.id`,
    session.id,
  );
  return decoded(sql, rows, session);
}

/** The session and its messages on one way there and back. */
export async function historyOf(sql: Sql, id: string): Promise<readonly StoredMessage[]> {
  const rows = await sql.all<
    (MessageRecord | { readonly id: null }) & { s_provider: string | null; s_model: string | null }
  >(
    `SELECT s.billing_provider AS s_provider, s.model AS s_model, ${MESSAGE}
     FROM sessions s LEFT JOIN messages m ON m.session_id = s.id AND m.active WHERE s.id = $1 ORDER BY m.id`,
    id,
  );
  const [first] = rows;
  if (first === undefined) throw noSession(id);
  const said = rows.filter((row) => row.id !== null);
  return decoded(sql, said, { billing_provider: first.s_provider, model: first.s_model });
}

async function decoded(
  sql: Sql,
  rows: readonly MessageRecord[],
  { billing_provider, model }: Pick<PostgresSession, "billing_provider" | "model">,
): Promise<readonly StoredMessage[]> {
  const sessionModel = [billing_provider, model].filter((name) => name !== null).join("/");
  const readSpill = await readBodies(sql, rows);
  return rows.flatMap((row) => {
    const message = decodeRow(row, row.native, { readSpill, sessionModel });
    return message === undefined ? [] : [{ seq: row.id, message }];
  });
}

/** Where the live view ends. */
export async function headOf(sql: Sql, id: string): Promise<number> {
  const row = await sql.get<{ seq: number | null }>(
    "SELECT max(id) AS seq FROM messages WHERE session_id = $1 AND active",
    id,
  );
  return row?.seq ?? 0;
}

/** On one way: what must not be added is taken back, since the transaction ends only when the answers are here. */
export async function appendMessages(
  sql: Transaction,
  id: string,
  messages: readonly Message[],
  afterSeq: number,
  usage?: UsageEntry,
): Promise<number[]> {
  const [session, head, seqs] = await together(
    requireSession(sql, id, "FOR UPDATE"),
    headOf(sql, id),
    addMessages(sql, id, messages, usage),
  );
  refuseAppend(session, head, afterSeq);
  return seqs;
}

/** Throws `conflict` unless the session goes on here, from `afterSeq`. Both were read with its row locked. */
export function refuseAppend({ id, end_reason }: PostgresSession, head: number, afterSeq: number): void {
  if (end_reason === "compression") {
    throw new StoreFailure(
      "conflict",
      `Session ${id} was compacted and continues in another session; open its newest part.`,
    );
  }
  if (head === afterSeq) return;
  throw new StoreFailure(
    "conflict",
    `Session ${id} now ends at message ${head}, not ${afterSeq}: someone else wrote to it.`,
  );
}

/** After the statement that locks the session row. Results end the calls they answer. */
export async function addMessages(
  sql: Transaction,
  id: string,
  messages: readonly Message[],
  usage?: UsageEntry,
): Promise<number[]> {
  const inserting = insertRows(
    sql,
    id,
    messages.map((message) => rowOf(message)),
  );
  endCalls(sql, id, messages);
  sql.post(...tallyOf(sql, id, messages, usage));
  return inserting;
}

function endCalls(sql: Transaction, id: string, messages: readonly Message[]): void {
  const results = messages.filter((message) => message.role === "tool");
  if (results.length === 0) return;
  sql.post(
    `UPDATE hx_calls c SET done_at = ended.at FROM unnest($2::text[], $3::double precision[]) AS ended(call_id, at)
     WHERE c.session_id = $1 AND c.call_id = ended.call_id AND ${sql.begun}`,
    id,
    results.map(({ callId }) => plainText(callId)),
    results.map(({ at }) => at),
  );
}

const UNUSED = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 };

/** Returns whether there is such a session. */
export async function tally(
  sql: Transaction,
  id: string,
  added: readonly Message[],
  entry?: UsageEntry,
): Promise<boolean> {
  return (await sql.run(...tallyOf(sql, id, added, entry))) > 0;
}

/** Counters, activity and preview follow what was just added, and one model call what it used. */
function tallyOf(
  { begun }: Transaction,
  id: string,
  added: readonly Message[],
  entry?: UsageEntry,
): readonly [string, ...unknown[]] {
  const first = added.find(
    (message): message is UserMessage =>
      message.role === "user" && message.origin === undefined && !beginsAsHandoff(message),
  );
  const used = entry?.usage ?? UNUSED;
  return [
    `UPDATE sessions SET message_count = message_count + $2::integer, tool_call_count = tool_call_count + $3,
       last_active = CASE WHEN $2 = 0 THEN last_active WHEN message_count = 0 THEN $4 ELSE greatest(last_active, $4) END,
       preview = CASE WHEN preview = '' THEN $5 ELSE preview END,
       input_tokens = input_tokens + $6, output_tokens = output_tokens + $7, cache_read_tokens = cache_read_tokens + $8,
       cache_write_tokens = cache_write_tokens + $9, reasoning_tokens = reasoning_tokens + $10, api_call_count = api_call_count + $11,
       estimated_cost_usd = CASE WHEN $12::double precision IS NULL THEN estimated_cost_usd ELSE coalesce(estimated_cost_usd, 0) + $12 END,
       model = coalesce(model, $13), billing_provider = coalesce(billing_provider, $14) WHERE id = $1 AND ${begun}`,
    id,
    added.length,
    added.reduce((sum, message) => sum + callsOf(message).length, 0),
    added.reduce((latest, message) => Math.max(latest, toSeconds(message.at)), 0),
    first === undefined ? "" : plainText(previewOfMessage(first)),
    used.input - used.cacheRead - used.cacheWrite,
    used.output,
    used.cacheRead,
    used.cacheWrite,
    used.reasoning,
    entry === undefined ? 0 : 1,
    entry?.costUsd ?? null,
    entry?.model ?? null,
    entry?.provider ?? null,
  ];
}

export async function rewindTo(sql: Transaction, id: string, seq: number): Promise<{ readonly count: number }> {
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
export async function recountAll(sql: Transaction, session: PostgresSession): Promise<void> {
  const live = (await readHistory(sql, session)).map(({ message }) => message);
  await sql.run(
    "UPDATE sessions SET message_count = 0, tool_call_count = 0, preview = '', last_active = started_at WHERE id = $1",
    session.id,
  );
  await tally(sql, session.id, live);
  await sql.run(
    "UPDATE sessions SET message_count = (SELECT count(*) FROM messages WHERE session_id = $1 AND active) WHERE id = $1",
    session.id,
  );
}
