// Sessions as rows of PostgreSQL.

import type { NewSession, SessionRow } from "../../contracts/stores.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { OWNER, type Principal, principalId } from "../../kernel/principal.ts";
import { BRANCH_MARK, DELEGATE_MARK, parseSettings } from "../../kernel/sessions/lineage.ts";
import { cleanTitle } from "../../kernel/sessions/title.ts";
import type { Sql } from "./pool.ts";

export interface SessionColumns {
  readonly id: string;
  readonly source: string;
  readonly user_id: string | null;
  readonly model: string | null;
  readonly model_config: string | null;
  readonly parent_session_id: string | null;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly end_reason: string | null;
  readonly message_count: number;
  readonly tool_call_count: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly reasoning_tokens: number;
  readonly cwd: string | null;
  readonly billing_provider: string | null;
  readonly estimated_cost_usd: number | null;
  readonly title: string | null;
  readonly api_call_count: number;
  readonly archived: boolean;
  readonly preview: string;
  readonly prompt: string | null;
  readonly last_active: number;
}

export const toSeconds = (ms: number): number => ms / 1000;
export const toMs = (seconds: number): number => Math.round(seconds * 1000);

/** `lock` keeps other machines from changing this session until the transaction ends. */
export async function requireSession(sql: Sql, id: string, lock: "" | "FOR UPDATE" = ""): Promise<SessionColumns> {
  const row = await sql.get<SessionColumns>(`SELECT * FROM sessions WHERE id = $1 ${lock}`, id);
  if (row === undefined) throw new StoreFailure("not-found", `There is no session ${id}.`);
  return row;
}

export function toSessionRow(row: SessionColumns): SessionRow {
  return {
    id: row.id,
    source: row.source,
    principal: row.user_id === null ? OWNER : { type: "guest", id: row.user_id },
    model: row.model ?? undefined,
    provider: row.billing_provider ?? undefined,
    title: row.title ?? undefined,
    cwd: row.cwd ?? undefined,
    parentId: row.parent_session_id ?? undefined,
    startedAt: toMs(row.started_at),
    endedAt: row.ended_at === null ? undefined : toMs(row.ended_at),
    endReason: row.end_reason ?? undefined,
    lastActiveAt: toMs(row.last_active),
    messageCount: row.message_count,
    toolCallCount: row.tool_call_count,
    apiCallCount: row.api_call_count,
    usage: {
      input: row.input_tokens + row.cache_read_tokens + row.cache_write_tokens,
      output: row.output_tokens,
      cacheRead: row.cache_read_tokens,
      cacheWrite: row.cache_write_tokens,
      reasoning: row.reasoning_tokens,
    },
    costUsd: row.estimated_cost_usd ?? undefined,
    archived: row.archived,
    preview: row.preview,
    settings: parseSettings(row.model_config),
  };
}

/** Text as PostgreSQL can hold it: no NUL, no half characters. */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "\u2400");
}

export async function insertSession(sql: Sql, session: NewSession): Promise<void> {
  if (session.parentId !== undefined) await requireSession(sql, session.parentId);
  const settings = session.settings ?? {};
  const kin = DELEGATE_MARK in settings ? "delegate" : BRANCH_MARK in settings ? "branch" : null;
  const added = await sql.run(
    `INSERT INTO sessions (id, source, user_id, model, model_config, kin, parent_session_id, started_at, last_active, cwd, billing_provider)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10) ON CONFLICT (id) DO NOTHING`,
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

export async function writeTitle(sql: Sql, id: string, raw: string): Promise<void> {
  const cleaned = cleanTitle(raw);
  if (cleaned.type === "too-long")
    throw new StoreFailure("invalid", `Title too long (${cleaned.chars} chars, max 100)`);
  const title = cleaned.title ?? null;
  const other =
    title === null
      ? undefined
      : await sql.get<{ id: string }>("SELECT id FROM sessions WHERE title = $1 AND id <> $2", title, id);
  if (other) throw new StoreFailure("conflict", `Title '${title}' is already in use by session ${other.id}`);
  await sql.run("UPDATE sessions SET title = $1 WHERE id = $2", title, id);
}

/** `n` is the number of the first value in the statement. */
export function principalClause(
  principal: Principal,
  n: number,
): { readonly sql: string; readonly values: readonly string[] } {
  const id = principalId(principal);
  return id === undefined ? { sql: "s.user_id IS NULL", values: [] } : { sql: `s.user_id = $${n}`, values: [id] };
}
