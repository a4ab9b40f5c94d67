// Messages of a session: appended once, read back exactly, marked inactive by undo, never rewritten.

import type { StoredMessage } from "../../contracts/stores.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { callsOf, type Message } from "../../kernel/message.ts";
import { decodeRow, type ForeignColumns } from "../../kernel/sessions/message-decode.ts";
import { type EncodedMessage, encodeMessage } from "../../kernel/sessions/message-encode.ts";
import { toolNamer } from "../../kernel/sessions/tool-names.ts";
import { SPILL_PLAN } from "../shared/bodies.ts";
import { toSeconds } from "../shared/seconds.ts";
import type { StoreContext } from "./context.ts";
import type { Db } from "./db.ts";
import { storeFailure } from "./failures.ts";
import { indexBacklog } from "./indexer.ts";
import { endReason, mustExist, requireSession } from "./session-rows.ts";

interface MessageRecord extends ForeignColumns {
  readonly id: number;
  readonly native: string | null;
}

const SELECT_MESSAGES = `SELECT m.id, m.role, m.content, m.tool_call_id, m.tool_calls, m.tool_name, m.timestamp,
  m.finish_reason, m.reasoning, m.reasoning_content, n.body AS native
  FROM messages m LEFT JOIN hx_natives n ON n.id = m.id`;

/** The live view in the order it was written; clocks may jump, ids do not. */
export function readHistory(context: StoreContext, id: string): readonly StoredMessage[] {
  const session = requireSession(context.db, id);
  const rows = context.db.all<MessageRecord>(
    `${SELECT_MESSAGES} WHERE m.session_id = ? AND m.active = 1 ORDER BY m.id`,
    id,
  );
  const model = [session.billing_provider, session.model].filter((name) => name !== null).join("/");
  return decodeRows(context, rows, model);
}

function decodeRows(context: StoreContext, rows: readonly MessageRecord[], sessionModel: string): StoredMessage[] {
  const named = toolNamer();
  return rows.flatMap((row) => {
    const message = decodeRow(row, row.native, { readSpill: context.blobs.read, sessionModel });
    return message === undefined ? [] : [{ seq: row.id, message: named(message) }];
  });
}

export interface Head {
  readonly seq: number;
  readonly timestamp: number;
}

/** The last active message: found by time, which our appends never let run backwards. */
export function headOf(db: Db, id: string): Head {
  const row = db.get<{ id: number; timestamp: number }>(
    "SELECT id, timestamp FROM messages WHERE session_id = ? AND active = 1 ORDER BY timestamp DESC, id DESC LIMIT 1",
    id,
  );
  return row === undefined ? { seq: 0, timestamp: 0 } : { seq: row.id, timestamp: row.timestamp };
}

/** Throws `conflict` unless the live view ends exactly at `afterSeq`. Returns the newest timestamp of the session. */
export function expectHead(db: Db, id: string, afterSeq: number): number {
  const head = headOf(db, id);
  if (head.seq === afterSeq) return head.timestamp;
  const last = db.get<{ seq: number | null }>(
    "SELECT max(id) AS seq FROM messages WHERE session_id = ? AND active = 1",
    id,
  )?.seq;
  if ((last ?? 0) === afterSeq) return head.timestamp;
  throw new StoreFailure(
    "conflict",
    `Session ${id} now ends at message ${last ?? 0}, not ${afterSeq}: someone else wrote to it.`,
  );
}

/** Writes large bodies to their files, before the transaction that will point to them. Throws StoreFailure. */
export function putSpills({ blobs }: StoreContext, messages: readonly Message[]): void {
  for (const message of messages) {
    if (message.role === "assistant") continue;
    for (const spill of encodeMessage(message, toSeconds(message.at), SPILL_PLAN).spills) {
      try {
        blobs.put(spill);
      } catch (error) {
        throw storeFailure(error, blobs.pathOf(spill.key));
      }
    }
  }
}

/** Inside a write transaction, after `expectHead`. Returns the sequence numbers given. */
export function insertMessages(
  context: StoreContext,
  id: string,
  messages: readonly Message[],
  newest: number,
): number[] {
  let timestamp = newest;
  let calls = 0;
  const seqs = messages.map((message) => {
    timestamp = Math.max(timestamp, toSeconds(message.at));
    calls += callsOf(message).length;
    const seq = insertEncoded(context, id, encodeMessage(message, timestamp, SPILL_PLAN));
    if (message.role === "tool") {
      context.db.run(
        "UPDATE hx_calls SET done_at = ? WHERE session_id = ? AND call_id = ?",
        message.at,
        id,
        message.callId,
      );
    }
    return seq;
  });
  context.db.run(
    "UPDATE sessions SET message_count = coalesce(message_count, 0) + ?, tool_call_count = coalesce(tool_call_count, 0) + ? WHERE id = ?",
    messages.length,
    calls,
    id,
  );
  return seqs;
}

export function insertEncoded(context: StoreContext, sessionId: string, encoded: EncodedMessage): number {
  const { db, blobs } = context;
  const row = encoded.columns;
  const { lastId } = db.run(
    `INSERT INTO messages (session_id, role, content, tool_call_id, tool_calls, tool_name, timestamp, finish_reason, reasoning)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    sessionId,
    row.role,
    row.content,
    row.tool_call_id,
    row.tool_calls,
    row.tool_name,
    row.timestamp,
    row.finish_reason,
    row.reasoning,
  );
  if (encoded.native !== null) db.run("INSERT INTO hx_natives (id, body) VALUES (?, ?)", lastId, encoded.native);
  for (const spill of encoded.spills) {
    const bytes = blobs.put(spill);
    db.run(
      "INSERT INTO hx_blobs (key, kind, bytes, at) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET at = max(at, excluded.at), dropped_at = NULL",
      spill.key,
      spill.kind,
      bytes,
      row.timestamp * 1000,
    );
    db.run("INSERT OR IGNORE INTO hx_blob_refs (message_id, key) VALUES (?, ?)", lastId, spill.key);
  }
  return lastId;
}

/** One transaction: check, insert, count, and index when enough has gathered. */
export function appendMessages(
  context: StoreContext,
  id: string,
  messages: readonly Message[],
  afterSeq: number,
): readonly number[] {
  if (endReason(context.db, id) === "compression") {
    throw new StoreFailure(
      "conflict",
      `Session ${id} was compacted and continues in another session; open its newest part.`,
    );
  }
  const newest = expectHead(context.db, id, afterSeq);
  const seqs = insertMessages(context, id, messages, newest);
  indexBacklog(context.db, "when-due");
  return seqs;
}

/** Marks the user message `seq` and everything after it inactive. */
export function rewindTo(db: Db, id: string, seq: number): { readonly count: number } {
  mustExist(db, id);
  const target = db.get<{ role: string }>(
    "SELECT role FROM messages WHERE id = ? AND session_id = ? AND active = 1",
    seq,
    id,
  );
  if (target?.role !== "user") {
    throw new StoreFailure("invalid", `Message ${seq} is not a user message of session ${id} that could be undone.`);
  }
  const { changes } = db.run("UPDATE messages SET active = 0 WHERE session_id = ? AND id >= ? AND active = 1", id, seq);
  db.run("UPDATE sessions SET rewind_count = rewind_count + 1 WHERE id = ?", id);
  recount(db, id);
  return { count: changes };
}

/** Counters follow the live view. */
export function recount(db: Db, id: string): void {
  db.run(
    `UPDATE sessions SET
       message_count = (SELECT count(*) FROM messages WHERE session_id = ?1 AND active = 1),
       tool_call_count = (SELECT coalesce(sum(json_array_length(tool_calls)), 0) FROM messages
         WHERE session_id = ?1 AND active = 1 AND json_valid(tool_calls))
     WHERE id = ?1`,
    id,
  );
}
