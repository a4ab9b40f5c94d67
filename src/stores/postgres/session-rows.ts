// Sessions as rows of PostgreSQL.

import type { NewSession, SessionRow } from "../../contracts/stores.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { type Principal, principalId } from "../../kernel/principal.ts";
import { BRANCH_MARK, DELEGATE_MARK, parseSettings, withSetting } from "../../kernel/sessions/lineage.ts";
import { toSeconds } from "../shared/seconds.ts";
import { refuseTaken, type SessionColumns, sessionRowOf, titleToStore } from "../shared/session-columns.ts";
import type { Sql, Transaction } from "./sql.ts";

export interface PostgresSession extends SessionColumns {
  /** Whether `user_id` is a guest of ours, not somebody another program wrote down. */
  readonly guest: boolean;
  readonly preview: string;
}

/** All of a session but its prompt, which is long and seldom asked for. */
export const SESSION = [
  ...["id", "source", "user_id", "guest", "model", "model_config", "parent_session_id", "started_at", "ended_at"],
  ...["end_reason", "message_count", "tool_call_count", "input_tokens", "output_tokens", "cache_read_tokens"],
  ...["cache_write_tokens", "reasoning_tokens", "cwd", "billing_provider", "estimated_cost_usd", "title"],
  ...["api_call_count", "archived", "preview", "last_active"],
]
  .map((column) => `s.${column}`)
  .join(", ");

/** `lock` keeps other machines from changing this session until the transaction ends. */
export async function requireSession(sql: Sql, id: string, lock: "" | "FOR UPDATE" = ""): Promise<PostgresSession> {
  const row = await sql.get<PostgresSession>(`SELECT ${SESSION} FROM sessions s WHERE s.id = $1 ${lock}`, id);
  if (row === undefined) throw noSession(id);
  return row;
}

export const noSession = (id: string): StoreFailure => new StoreFailure("not-found", `There is no session ${id}.`);

export function toSessionRow(row: PostgresSession): SessionRow {
  return sessionRowOf(row, { guest: row.guest, preview: row.preview });
}

/** Text as PostgreSQL can hold it: no NUL, no half characters. */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "\u2400");
}

export async function insertSession(sql: Transaction, session: NewSession): Promise<void> {
  if (session.parentId !== undefined) await requireSession(sql, session.parentId);
  const settings = session.settings ?? {};
  const kin = DELEGATE_MARK in settings ? "delegate" : BRANCH_MARK in settings ? "branch" : null;
  const added = await sql.run(
    `INSERT INTO sessions (id, source, user_id, guest, model, model_config, kin, parent_session_id, started_at, last_active, cwd, billing_provider)
     SELECT $1, $2, $3, $3::text IS NOT NULL, $4, $5, $6, $7, $8, $8, $9, $10 WHERE ${sql.begun} ON CONFLICT (id) DO NOTHING`,
    session.id,
    session.source,
    principalId(session.principal) ?? null,
    session.model ?? null,
    session.settings === undefined ? null : JSON.stringify(session.settings),
    kin,
    session.parentId ?? null,
    toSeconds(session.startedAt),
    session.cwd === undefined ? null : plainText(session.cwd),
    session.provider ?? null,
  );
  if (added === 0) throw new StoreFailure("conflict", `Session ${session.id} exists already.`);
  if (session.title !== undefined) await writeTitle(sql, session.id, session.title);
}

export async function writeSetting(sql: Transaction, id: string, key: string, value: unknown): Promise<void> {
  const { model_config } = await requireSession(sql, id, "FOR UPDATE");
  const settings = withSetting(parseSettings(model_config), key, value);
  sql.post("UPDATE sessions SET model_config = $1 WHERE id = $2", JSON.stringify(settings), id);
}

export async function writeTitle(sql: Transaction, id: string, raw: string): Promise<void> {
  const title = titleToStore(raw);
  refuseTaken(title, await sql.get<{ id: string }>("SELECT id FROM sessions WHERE title = $1 AND id <> $2", title, id));
  sql.post("UPDATE sessions SET title = $1 WHERE id = $2", title, id);
}

/** A guest's own rows; for the owner all that are no guest's. `n` is the number of the first value in the statement. */
export function principalClause(
  principal: Principal,
  n: number,
): { readonly sql: string; readonly values: readonly string[] } {
  const id = principalId(principal);
  return id === undefined ? { sql: "NOT s.guest", values: [] } : { sql: `s.user_id = $${n}`, values: [id] };
}
