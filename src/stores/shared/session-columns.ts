// A session as both databases hold it: the columns of the reference that mean the same in either.

import type { NewSession, SessionRow } from "../../contracts/stores.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { OWNER } from "../../kernel/principal.ts";
import { parseSettings } from "../../kernel/sessions/lineage.ts";
import { cleanTitle } from "../../kernel/sessions/title.ts";
import { toMs } from "./seconds.ts";

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
  readonly message_count: number | null;
  readonly tool_call_count: number | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly cache_read_tokens: number | null;
  readonly cache_write_tokens: number | null;
  readonly reasoning_tokens: number | null;
  readonly cwd: string | null;
  readonly billing_provider: string | null;
  readonly estimated_cost_usd: number | null;
  readonly title: string | null;
  readonly api_call_count: number | null;
  readonly archived: number | boolean;
  readonly last_active: number | null;
}

/** What each database knows in its own way: whether `user_id` names a guest, and the first words said. */
export interface OwnFacts {
  readonly guest: boolean;
  readonly preview: string;
}

export function sessionRowOf(row: SessionColumns, { guest, preview }: OwnFacts): SessionRow {
  const cacheRead = row.cache_read_tokens ?? 0;
  const cacheWrite = row.cache_write_tokens ?? 0;
  return {
    id: row.id,
    source: row.source,
    principal: guest && row.user_id !== null ? { type: "guest", id: row.user_id } : OWNER,
    model: row.model ?? undefined,
    provider: row.billing_provider ?? undefined,
    title: row.title ?? undefined,
    cwd: row.cwd ?? undefined,
    parentId: row.parent_session_id ?? undefined,
    startedAt: toMs(row.started_at),
    endedAt: row.ended_at === null ? undefined : toMs(row.ended_at),
    endReason: row.end_reason ?? undefined,
    lastActiveAt: toMs(row.last_active ?? row.started_at),
    messageCount: row.message_count ?? 0,
    toolCallCount: row.tool_call_count ?? 0,
    apiCallCount: row.api_call_count ?? 0,
    usage: {
      // The column counts uncached prompt tokens only, as the reference does.
      input: (row.input_tokens ?? 0) + cacheRead + cacheWrite,
      output: row.output_tokens ?? 0,
      cacheRead,
      cacheWrite,
      reasoning: row.reasoning_tokens ?? 0,
    },
    costUsd: row.estimated_cost_usd ?? undefined,
    archived: Boolean(row.archived),
    preview,
    settings: parseSettings(row.model_config),
  };
}

/** A child of `parent`: model, provider and folder are the parent's unless it says otherwise. */
export function childOf(parent: SessionColumns, child: NewSession, title: string | undefined): NewSession {
  return {
    ...child,
    parentId: parent.id,
    ...(title === undefined ? {} : { title }),
    ...(child.model === undefined && parent.model !== null ? { model: parent.model } : {}),
    ...(child.provider === undefined && parent.billing_provider !== null ? { provider: parent.billing_provider } : {}),
    ...(child.cwd === undefined && parent.cwd !== null ? { cwd: parent.cwd } : {}),
  };
}

/** The title as it is stored, null for none; throws `invalid` when it is too long. */
export function titleToStore(raw: string): string | null {
  const cleaned = cleanTitle(raw);
  if (cleaned.type === "too-long")
    throw new StoreFailure("invalid", `Title too long (${cleaned.chars} chars, max 100)`);
  return cleaned.title ?? null;
}

/** Throws `conflict` when `holder` has the title already. */
export function refuseTaken(title: string | null, holder: { readonly id: string } | undefined): void {
  if (holder) throw new StoreFailure("conflict", `Title '${title}' is already in use by session ${holder.id}`);
}
