// The effect journal: a call is noted before it runs, and its result message marks it done, so a crash between the two is known.

import type { CallState } from "../../contracts/stores.ts";
import { toMs } from "../shared/seconds.ts";
import type { Db } from "./db.ts";
import { mustExist } from "./session-rows.ts";

/** Models reuse call ids between turns: a new start replaces the old entry. */
export function beginCall(
  db: Db,
  id: string,
  call: { readonly callId: string; readonly tool: string; readonly at: number },
): void {
  mustExist(db, id);
  db.run(
    `INSERT INTO hx_calls (session_id, call_id, tool, started_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (session_id, call_id) DO UPDATE SET tool = excluded.tool, started_at = excluded.started_at, done_at = NULL`,
    id,
    call.callId,
    call.tool,
    call.at,
  );
}

export function callState(db: Db, id: string, callId: string): CallState {
  const row = db.get<{ started_at: number; done_at: number | null }>(
    "SELECT started_at, done_at FROM hx_calls WHERE session_id = ? AND call_id = ?",
    id,
    callId,
  );
  if (row !== undefined) {
    return row.done_at === null ? { type: "started", at: row.started_at } : { type: "done", at: row.done_at };
  }
  const answer = db.get<{ timestamp: number }>(
    "SELECT timestamp FROM messages WHERE session_id = ? AND active = 1 AND role = 'tool' AND tool_call_id = ? ORDER BY id DESC LIMIT 1",
    id,
    callId,
  );
  return answer === undefined ? { type: "not-started" } : { type: "done", at: toMs(answer.timestamp) };
}
