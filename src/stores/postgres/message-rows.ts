// Rows of messages in PostgreSQL: many in one statement, since every statement is a way to another machine and back.

import type { Message } from "../../kernel/message.ts";
import { encodeMessage } from "../../kernel/sessions/message-encode.ts";
import type { MessageColumns, Native } from "../../kernel/sessions/message-native.ts";
import type { Spill } from "../../kernel/sessions/part-layout.ts";
import { SPILL_PLAN } from "../shared/bodies.ts";
import { toSeconds } from "../shared/seconds.ts";
import { type DatedSpill, missingBodies, postReferences, putBodies } from "./bodies.ts";
import { plainText } from "./session-rows.ts";
import { type Transaction, together } from "./sql.ts";
import { searchTerms } from "./terms.ts";

export interface MessageRecord extends MessageColumns {
  readonly id: number;
  readonly native: string | null;
}

/** All a message is made of; the words of the index stay where they are. */
export const MESSAGE =
  "m.id, m.role, m.content, m.tool_call_id, m.tool_calls, m.tool_name, m.timestamp, m.finish_reason, m.reasoning, m.native";

export interface NewRow {
  readonly columns: MessageColumns;
  readonly native: string | null;
  readonly spills: readonly Spill[];
  /** The message this one is a copy of. */
  readonly origin: number | null;
  /** False: taken back before it came here. */
  readonly active: boolean;
  /** What the index holds: nothing for a copy, which is found by its original. */
  readonly terms: string;
  /** Columns only the reference fills, as JSON. */
  readonly extra: string | null;
}

/** `seconds` is finer than the message's own time. */
export function rowOf(message: Message, origin?: number, seconds = toSeconds(message.at), active = true): NewRow {
  return {
    ...storable(message, seconds),
    origin: origin ?? null,
    active,
    terms: origin === undefined ? searchTerms(message) : "",
    extra: null,
  };
}

/** A message with a character PostgreSQL cannot hold is kept whole in the native record, where JSON escapes it. */
function storable(message: Message, timestamp: number): Pick<NewRow, "columns" | "native" | "spills"> {
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

/** Together they are one statement: what it holds in memory stays bounded. */
const BATCH_ROWS = 1_000;
const BATCH_CHARS = 20_000_000;

/** In this order, with growing numbers; whoever adds them counts them. */
export async function insertRows(sql: Transaction, sessionId: string, rows: readonly NewRow[]): Promise<number[]> {
  const seqs: number[] = [];
  const inserted = async () => {
    for (const batch of batches(rows)) seqs.push(...(await insertBatch(sql, sessionId, batch)));
  };
  // Rows before bodies: whoever waits for the table, which `insertUnbroken` may lock, holds nothing its holder needs.
  const [, missing] = await together(inserted(), missingBodies(sql, rows.flatMap(spillsOf)));
  await putBodies(sql, missing);
  postReferences(
    sql,
    rows.flatMap((row, index) => row.spills.map(({ key }) => ({ key, messageId: seqs[index] ?? 0 }))),
  );
  return seqs;
}

const spillsOf = ({ spills, columns }: NewRow): readonly DatedSpill[] =>
  spills.map((spill) => ({ ...spill, at: Math.round(columns.timestamp * 1000) }));

function* batches(rows: readonly NewRow[]): Generator<readonly NewRow[]> {
  let batch: NewRow[] = [];
  let chars = 0;
  for (const row of rows) {
    const size = (row.columns.content?.length ?? 0) + (row.native?.length ?? 0) + row.terms.length;
    if (batch.length === BATCH_ROWS || (batch.length > 0 && chars + size > BATCH_CHARS)) {
      yield batch;
      batch = [];
      chars = 0;
    }
    batch.push(row);
    chars += size;
  }
  if (batch.length > 0) yield batch;
}

async function insertBatch(sql: Transaction, sessionId: string, rows: readonly NewRow[]): Promise<readonly number[]> {
  const column = (name: keyof MessageColumns) => rows.map(({ columns }) => columns[name]);
  const inserted = await sql.all<{ id: number }>(
    `INSERT INTO messages (session_id, role, content, tool_call_id, tool_calls, tool_name, timestamp, finish_reason, reasoning, native, origin, active, terms, extra)
     SELECT $1, role, content, tool_call_id, tool_calls, tool_name, timestamp, finish_reason, reasoning, native, origin, active, to_tsvector('simple', terms), extra
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::double precision[], $8::text[], $9::text[], $10::text[], $11::bigint[], $12::boolean[], $13::text[], $14::text[])
       WITH ORDINALITY AS given(role, content, tool_call_id, tool_calls, tool_name, timestamp, finish_reason, reasoning, native, origin, active, terms, extra, place)
     WHERE ${sql.begun} ORDER BY place RETURNING id`,
    sessionId,
    column("role"),
    column("content"),
    column("tool_call_id"),
    column("tool_calls"),
    column("tool_name"),
    column("timestamp"),
    column("finish_reason"),
    column("reasoning"),
    rows.map(({ native }) => native),
    rows.map(({ origin }) => origin),
    rows.map(({ active }) => active),
    rows.map(({ terms }) => terms),
    rows.map(({ extra }) => extra),
  );
  return inserted.map(({ id }) => id);
}

/** Numbered without a gap, also while others write: only when one of them came in between does everybody wait a moment. */
export async function insertUnbroken(sql: Transaction, sessionId: string, rows: readonly NewRow[]): Promise<number[]> {
  await sql.run("SAVEPOINT unbroken");
  const seqs = await insertRows(sql, sessionId, rows);
  if (seqs.every((seq, index) => seq === (seqs[0] ?? 0) + index)) return seqs;
  await sql.run("ROLLBACK TO SAVEPOINT unbroken");
  await sql.run("LOCK TABLE messages IN SHARE ROW EXCLUSIVE MODE");
  return insertRows(sql, sessionId, rows);
}
