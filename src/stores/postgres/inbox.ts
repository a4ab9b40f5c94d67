// The durable inbox, the effect journal and leases in PostgreSQL.

import type { CallState, Lease, NewSession, SessionInput, StoredMessage } from "../../contracts/stores.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { decodeInput, encodeInput, messageOf } from "../../kernel/sessions/input-body.ts";
import { isHeldByOther, type LeaseColumns } from "../shared/lease-columns.ts";
import { toMs } from "../shared/seconds.ts";
import { tipsOf } from "./lineage.ts";
import { noSession, plainText, requireSession } from "./session-rows.ts";
import { SERVER_NOW, type Sql, type Transaction, together } from "./sql.ts";
import { addMessages, headOf, refuseAppend } from "./transcript.ts";
import type { PostgresWorld } from "./world.ts";

/** What is admitted to a session that goes on elsewhere waits there. */
export async function admitInput(sql: Transaction, id: string, input: SessionInput): Promise<void> {
  const tip = await lockedTip(sql, id);
  sql.post(
    `INSERT INTO hx_inbox (session_id, input_id, delivery, parts, at) SELECT $6, $2, $3, $4, $5
     WHERE NOT EXISTS (SELECT 1 FROM hx_inbox WHERE session_id = $1 AND input_id = $2) ON CONFLICT DO NOTHING`,
    id,
    input.id,
    input.delivery,
    encodeInput(input),
    input.at,
    tip,
  );
}

/** Locked, so that it stays the newest part of its conversation until the transaction ends. */
async function lockedTip(sql: Sql, id: string): Promise<string> {
  let { id: locked, end_reason } = await requireSession(sql, id, "FOR UPDATE");
  while (end_reason === "compression") {
    const [tip = locked] = await tipsOf(sql, [id]);
    if (tip === locked) break;
    ({ id: locked, end_reason } = await requireSession(sql, tip, "FOR UPDATE"));
  }
  return locked;
}

export async function pendingInputs(sql: Sql, id: string): Promise<readonly SessionInput[]> {
  const rows = await sql.all<{
    input_id: string;
    delivery: SessionInput["delivery"];
    parts: string | null;
    at: number;
  }>("SELECT input_id, delivery, parts, at FROM hx_inbox WHERE session_id = $1 AND taken_seq IS NULL ORDER BY n", id);
  return rows.map((row) => ({
    id: row.input_id,
    ...decodeInput(row.parts),
    delivery: row.delivery,
    at: row.at,
  }));
}

export async function takeInputs(
  sql: Transaction,
  id: string,
  inputIds: readonly string[],
  afterSeq: number,
): Promise<readonly StoredMessage[]> {
  const [session, pending, head] = await together(
    requireSession(sql, id, "FOR UPDATE"),
    pendingInputs(sql, id),
    headOf(sql, id),
  );
  const waiting = new Map(pending.map((input) => [input.id, input]));
  const messages = inputIds.map((inputId) => {
    const input = waiting.get(inputId);
    if (input === undefined) throw new StoreFailure("conflict", `Input ${inputId} no longer waits in session ${id}.`);
    return messageOf(input);
  });
  refuseAppend(session, head, afterSeq);
  const seqs = await addMessages(sql, id, messages);
  sql.post(
    `UPDATE hx_inbox i SET taken_seq = taken.seq, parts = NULL FROM unnest($2::text[], $3::bigint[]) AS taken(input_id, seq)
     WHERE i.session_id = $1 AND i.input_id = taken.input_id`,
    id,
    inputIds,
    seqs,
  );
  return messages.map((message, index) => ({ seq: seqs[index] ?? 0, message }));
}

export async function beginCall(
  sql: Sql,
  id: string,
  call: { readonly callId: string; readonly tool: string; readonly at: number },
): Promise<void> {
  const begun = await sql.run(
    `INSERT INTO hx_calls (session_id, call_id, tool, started_at) SELECT s.id, $2, $3, $4 FROM sessions s WHERE s.id = $1
     ON CONFLICT (session_id, call_id) DO UPDATE SET tool = excluded.tool, started_at = excluded.started_at, done_at = NULL`,
    id,
    plainText(call.callId),
    plainText(call.tool),
    call.at,
  );
  if (begun === 0) throw noSession(id);
}

/** Calls from before there was a journal are done when they were answered. */
export async function callState(sql: Sql, id: string, callId: string): Promise<CallState> {
  const row = await sql.get<{ started_at: number | null; done_at: number | null; answered: number | null }>(
    `SELECT c.started_at, c.done_at, (
       SELECT m.timestamp FROM messages m WHERE m.session_id = $1 AND m.active AND m.role = 'tool' AND m.tool_call_id = $2 ORDER BY m.id DESC LIMIT 1
     ) AS answered FROM (SELECT 1) one LEFT JOIN hx_calls c ON c.session_id = $1 AND c.call_id = $2`,
    id,
    plainText(callId),
  );
  if (row?.done_at != null) return { type: "done", at: row.done_at };
  if (row?.started_at != null) return { type: "started", at: row.started_at };
  return row?.answered == null ? { type: "not-started" } : { type: "done", at: toMs(row.answered) };
}

export async function claimLease(
  world: PostgresWorld,
  id: string,
  wish: { readonly holder: string; readonly ttlMs: number },
): Promise<Lease | undefined> {
  const { pool, ids } = world;
  const token = `${wish.holder} ${ids.id("lease")}`;
  const won =
    (await takeLease(pool.sql, id, { ...wish, token })) ||
    (await pool.write(async (sql) => {
      const [, current] = await together(
        requireSession(sql, id, "FOR UPDATE"),
        sql.get<LeaseColumns & { readonly now: number }>(
          `SELECT holder, expires_at, ${SERVER_NOW} AS now FROM hx_leases WHERE session_id = $1`,
          id,
        ),
      );
      if (isHeldByOther(current, wish.holder, current?.now ?? 0, world.holderAlive)) return false;
      writeLease(sql, id, { ...wish, token });
      return true;
    }));
  if (!won) return undefined;
  return {
    sessionId: id,
    holder: wish.holder,
    renew: async () =>
      (await pool.sql.run(
        `UPDATE hx_leases SET expires_at = ${SERVER_NOW} + $1 WHERE session_id = $2 AND token = $3`,
        wish.ttlMs,
        id,
        token,
      )) === 1,
    release: async () => {
      await pool.sql.run("DELETE FROM hx_leases WHERE session_id = $1 AND token = $2", id, token);
    },
  };
}

/** Inside the transaction that makes the session; whoever holds it claims it as usual afterwards. */
export function holdFromStart(
  { ids }: Pick<PostgresWorld, "ids">,
  sql: Transaction,
  { id, heldBy }: Pick<NewSession, "id" | "heldBy">,
): void {
  if (heldBy === undefined) return;
  writeLease(sql, id, { ...heldBy, token: `${heldBy.holder} ${ids.id("lease")}` });
}

interface Held {
  readonly holder: string;
  readonly token: string;
  readonly ttlMs: number;
}

/** In one statement where nobody else holds it; a holder that may have died is looked at more closely. Waits for whoever takes the session away. */
async function takeLease(sql: Sql, id: string, held: Held): Promise<boolean> {
  const taken = await sql.run(
    `INSERT INTO hx_leases (session_id, holder, token, expires_at) SELECT s.id, $2, $3, ${SERVER_NOW} + $4 FROM sessions s WHERE s.id = $1 FOR KEY SHARE
     ON CONFLICT (session_id) DO UPDATE SET holder = excluded.holder, token = excluded.token, expires_at = excluded.expires_at
     WHERE hx_leases.holder = excluded.holder OR hx_leases.expires_at <= ${SERVER_NOW}`,
    id,
    held.holder,
    held.token,
    held.ttlMs,
  );
  return taken === 1;
}

function writeLease(sql: Transaction, id: string, held: Held): void {
  sql.post(
    `INSERT INTO hx_leases (session_id, holder, token, expires_at) VALUES ($1, $2, $3, ${SERVER_NOW} + $4)
     ON CONFLICT (session_id) DO UPDATE SET holder = excluded.holder, token = excluded.token, expires_at = excluded.expires_at`,
    id,
    held.holder,
    held.token,
    held.ttlMs,
  );
}
