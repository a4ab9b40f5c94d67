// Sessions as rows: the columns of the reference to a SessionRow and back.

import type { NewSession, SessionRow } from "../../contracts/stores.ts";
import { HANDOFF_BEGINNINGS } from "../../kernel/compress/handoff.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { type Principal, principalId } from "../../kernel/principal.ts";
import { parseSettings, withSetting } from "../../kernel/sessions/lineage.ts";
import { textFromContent } from "../../kernel/sessions/message-decode.ts";
import { previewOf } from "../../kernel/sessions/preview.ts";
import { toSeconds } from "../shared/seconds.ts";
import { refuseTaken, type SessionColumns, sessionRowOf, titleToStore } from "../shared/session-columns.ts";
import type { Db } from "./db.ts";
import { ancestorsOf } from "./lineage.ts";

export interface SqliteSession extends SessionColumns {
  readonly guest: number;
}

const COLUMNS = `s.id, s.source, s.user_id, s.model, s.model_config, s.parent_session_id, s.started_at, s.ended_at, s.end_reason,
  s.message_count, s.tool_call_count, s.input_tokens, s.output_tokens, s.cache_read_tokens, s.cache_write_tokens,
  s.reasoning_tokens, s.cwd, s.billing_provider, s.estimated_cost_usd, s.title, s.api_call_count, s.archived,
  s.id IN (SELECT session_id FROM hx_guests) AS guest`;

/** Newest active message, or the start. One index probe per session. */
export const LAST_ACTIVE =
  "coalesce((SELECT max(m.timestamp) FROM messages m WHERE m.session_id = s.id AND m.active = 1), s.started_at)";

export const SELECT_SESSION = `SELECT ${COLUMNS}, ${LAST_ACTIVE} AS last_active FROM sessions s`;

export function findSession(db: Db, id: string): SqliteSession | undefined {
  return db.get<SqliteSession>(`${SELECT_SESSION} WHERE s.id = ?`, id);
}

export function requireSession(db: Db, id: string): SqliteSession {
  const row = findSession(db, id);
  if (row === undefined) throw notThere(id);
  return row;
}

/** For those who need the session to be there and nothing from it. */
export function mustExist(db: Db, id: string): void {
  if (db.get("SELECT 1 FROM sessions WHERE id = ?", id) === undefined) throw notThere(id);
}

/** Why it ended, null while it goes on; the session must be there. */
export function endReason(db: Db, id: string): string | null {
  const row = db.get<{ end_reason: string | null }>("SELECT end_reason FROM sessions WHERE id = ?", id);
  if (row === undefined) throw notThere(id);
  return row.end_reason;
}

const notThere = (id: string) => new StoreFailure("not-found", `There is no session ${id}.`);

export function toSessionRow(db: Db, row: SqliteSession): SessionRow {
  return sessionRowOf(row, { guest: row.guest !== 0, preview: firstWords(db, row.id) });
}

/** First words a person wrote in a session, or in what it continues; scaffolding the loop wrote itself does not count. */
function firstWords(db: Db, id: string): string {
  for (const part of [id, ...ancestorsOf(db, id).slice(1)]) {
    const row = db.get<{ content: string | null }>(
      `SELECT m.content FROM messages m LEFT JOIN hx_natives n ON n.id = m.id
       WHERE m.session_id = ? AND m.active = 1 AND m.role = 'user' AND (n.body IS NULL OR n.body NOT LIKE '%"o":1%')
         AND NOT (${HANDOFF_BEGINNINGS.map((mark) => `coalesce(m.content, '') LIKE '${mark}%'`).join(" OR ")})
       ORDER BY m.timestamp, m.id LIMIT 1`,
      part,
    );
    if (row !== undefined) return previewOf(textFromContent(row.content));
  }
  return "";
}

/** A guest sees their own rows; the owner all that are no guest's, so also what the reference stored for users of the owner's bots. */
export function principalClause(principal: Principal): { readonly sql: string; readonly values: readonly string[] } {
  const id = principalId(principal);
  if (id !== undefined) return { sql: "s.user_id = ?", values: [id] };
  return { sql: "(s.user_id IS NULL OR s.id NOT IN (SELECT session_id FROM hx_guests))", values: [] };
}

/** Throws `conflict` when the id is taken. */
export function insertSession(db: Db, session: NewSession): void {
  if (db.get("SELECT 1 FROM sessions WHERE id = ?", session.id)) {
    throw new StoreFailure("conflict", `Session ${session.id} exists already.`);
  }
  const parent = session.parentId ?? null;
  if (parent !== null) mustExist(db, parent);
  db.run(
    `INSERT INTO sessions (id, source, user_id, model, model_config, parent_session_id, started_at, cwd, billing_provider)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    session.id,
    session.source,
    principalId(session.principal) ?? null,
    session.model ?? null,
    session.settings === undefined ? null : JSON.stringify(session.settings),
    parent,
    toSeconds(session.startedAt),
    session.cwd ?? null,
    session.provider ?? null,
  );
  if (session.principal.type === "guest") db.run("INSERT INTO hx_guests (session_id) VALUES (?)", session.id);
  if (session.title !== undefined) writeTitle(db, session.id, session.title);
}

export function writeSetting(db: Db, id: string, key: string, value: unknown): void {
  const settings = withSetting(parseSettings(requireSession(db, id).model_config), key, value);
  db.run("UPDATE sessions SET model_config = ? WHERE id = ?", JSON.stringify(settings), id);
}

/** Throws `invalid` when the title is too long, `conflict` when another session has it. */
export function writeTitle(db: Db, id: string, raw: string): void {
  const title = titleToStore(raw);
  refuseTaken(title, db.get<{ id: string }>("SELECT id FROM sessions WHERE title = ? AND id <> ?", title, id));
  db.run("UPDATE sessions SET title = ? WHERE id = ?", title, id);
}
