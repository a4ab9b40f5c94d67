// The durable inbox of a session: what is admitted waits here until it becomes a message, exactly once.

import type { SessionInput, StoredMessage } from "../../contracts/stores.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { decodeInput, encodeInput, messageOf } from "../../kernel/sessions/input-body.ts";
import type { StoreContext } from "./context.ts";
import type { Db } from "./db.ts";
import { tipOf } from "./lineage.ts";
import { mustExist } from "./session-rows.ts";
import { appendMessages, putSpills } from "./transcript.ts";

interface InboxRecord {
  readonly n: number;
  readonly input_id: string;
  readonly delivery: SessionInput["delivery"];
  readonly parts: string | null;
  readonly at: number;
}

/** A second delivery of the same input id is ignored. A compacted session passes it on to where the conversation continues. */
export function admitInput(db: Db, id: string, input: SessionInput): void {
  mustExist(db, id);
  if (db.get("SELECT 1 FROM hx_inbox WHERE session_id = ? AND input_id = ?", id, input.id)) return;
  db.run(
    "INSERT OR IGNORE INTO hx_inbox (session_id, input_id, delivery, parts, at) VALUES (?, ?, ?, ?, ?)",
    tipOf(db, id),
    input.id,
    input.delivery,
    encodeInput(input),
    input.at,
  );
}

export function pendingInputs(db: Db, id: string): readonly SessionInput[] {
  return db
    .all<InboxRecord>(
      "SELECT n, input_id, delivery, parts, at FROM hx_inbox WHERE session_id = ? AND taken_seq IS NULL ORDER BY n",
      id,
    )
    .map(toInput);
}

function toInput(row: InboxRecord): SessionInput {
  return { id: row.input_id, ...decodeInput(row.parts), delivery: row.delivery, at: row.at };
}

/** Removes inputs and appends them as user messages in one transaction, in the order asked for. */
export async function takeInputs(
  context: StoreContext,
  id: string,
  inputIds: readonly string[],
  afterSeq: number,
): Promise<readonly StoredMessage[]> {
  const { db } = context;
  const waiting = await db.read(() => pendingInputs(db, id));
  putSpills(context, waiting.filter((input) => inputIds.includes(input.id)).map(messageOf));
  return db.write(() => {
    const now = new Map(pendingInputs(db, id).map((input) => [input.id, input]));
    const messages = inputIds.map((inputId) => {
      const input = now.get(inputId);
      if (input === undefined) throw new StoreFailure("conflict", `Input ${inputId} no longer waits in session ${id}.`);
      return messageOf(input);
    });
    const seqs = appendMessages(context, id, messages, afterSeq);
    return messages.map((message, index) => {
      const seq = seqs[index] ?? 0;
      db.run(
        "UPDATE hx_inbox SET taken_seq = ?, parts = NULL WHERE session_id = ? AND input_id = ?",
        seq,
        id,
        inputIds[index] ?? "",
      );
      return { seq, message };
    });
  });
}
