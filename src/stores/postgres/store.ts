// The session store on PostgreSQL, for several machines that share their sessions.

import type { VectorShelf } from "../../contracts/meaning.ts";
import type { RepairReport, SessionArchive } from "../../contracts/session-archive.ts";
import type { FrozenPrompt, SessionRow, SessionStore, UsageEntry } from "../../contracts/stores.ts";
import { nextTitle } from "../../kernel/sessions/title.ts";
import { toSeconds } from "../shared/seconds.ts";
import { createPostgresArchive } from "./archive.ts";
import { repairStore } from "./check.ts";
import { branchSession, continueSession, removeSessions } from "./descent.ts";
import { admitInput, beginCall, callState, claimLease, holdFromStart, pendingInputs, takeInputs } from "./inbox.ts";
import { chainOf } from "./lineage.ts";
import { findByReference, listSessions, titlesOfLine } from "./listing.ts";
import type { Sql } from "./pool.ts";
import { searchMessages } from "./search.ts";
import {
  insertSession,
  type PostgresSession,
  requireSession,
  SESSION,
  toSessionRow,
  writeSetting,
  writeTitle,
} from "./session-rows.ts";
import { appendMessages, readHistory, rewindTo } from "./transcript.ts";
import { createPostgresShelf } from "./vectors.ts";
import type { PostgresWorld } from "./world.ts";

export interface PostgresSessionStore extends SessionStore, SessionArchive {
  readonly shelf: VectorShelf;
  /** Finds what `check` finds and mends what can be mended. */
  repair(): Promise<RepairReport>;
}

export function createPostgresSessionStore(world: PostgresWorld): PostgresSessionStore {
  const { pool, clock } = world;
  const { sql } = pool;
  const rowOf = async (on: Sql, id: string): Promise<SessionRow> => toSessionRow(await requireSession(on, id));
  /** One statement on an existing session. */
  const change = (id: string, text: string, ...values: unknown[]): Promise<void> =>
    pool.write(async (on) => {
      await requireSession(on, id, "FOR UPDATE");
      await on.run(text, id, ...values);
    });
  return {
    shelf: createPostgresShelf(pool),
    ...createPostgresArchive(world),
    repair: () => repairStore(pool),
    create: (session) =>
      pool.write(async (on) => {
        await insertSession(on, session);
        await holdFromStart(world, on, session);
        return rowOf(on, session.id);
      }),
    async get(id) {
      const row = await sql.get<PostgresSession>(`SELECT ${SESSION} FROM sessions s WHERE s.id = $1`, id);
      return row === undefined ? undefined : toSessionRow(row);
    },
    find: (reference, principal) => pool.read((on) => findByReference(on, reference, principal)),
    list: (filter) => listSessions(sql, filter),
    freezePrompt: (id, prompt) => change(id, "UPDATE sessions SET prompt = $2 WHERE id = $1", JSON.stringify(prompt)),
    async prompt(id) {
      const row = await sql.get<{ prompt: string | null }>("SELECT prompt FROM sessions WHERE id = $1", id);
      return row?.prompt == null ? undefined : (JSON.parse(row.prompt) as FrozenPrompt);
    },
    history: (id) => pool.read(async (on) => readHistory(on, await requireSession(on, id))),
    append: (id, messages, afterSeq, usage) =>
      pool.write(async (on) => {
        const seqs = await appendMessages(on, id, messages, afterSeq);
        if (usage !== undefined) await countUsage(on, id, usage);
        return seqs;
      }),
    recordUsage: (id, entry) =>
      pool.write(async (on) => {
        await requireSession(on, id, "FOR UPDATE");
        await countUsage(on, id, entry);
      }),
    setTitle: (id, title) =>
      pool.write(async (on) => {
        await requireSession(on, id, "FOR UPDATE");
        await writeTitle(on, id, title);
      }),
    name: (id, title) =>
      pool.write(async (on) => {
        const { title: known } = await requireSession(on, id, "FOR UPDATE");
        if (known === null) await writeTitle(on, id, nextTitle(title, await titlesOfLine(on, title)));
      }),
    setModel: (id, model, provider) =>
      change(id, "UPDATE sessions SET model = $2, billing_provider = $3 WHERE id = $1", model, provider),
    setSetting: (id, key, value) => pool.write((on) => writeSetting(on, id, key, value)),
    end: (id, reason, at) =>
      change(
        id,
        "UPDATE sessions SET ended_at = $2, end_reason = $3 WHERE id = $1 AND ended_at IS NULL",
        toSeconds(at),
        reason,
      ),
    reopen: (id) => change(id, "UPDATE sessions SET ended_at = NULL, end_reason = NULL WHERE id = $1"),
    admit: (id, input) => pool.write((on) => admitInput(on, id, input)),
    pending: (id) => pendingInputs(sql, id),
    take: (id, inputIds, afterSeq) => pool.write((on) => takeInputs(on, id, inputIds, afterSeq)),
    beginCall: (id, callId, tool, at) => pool.write((on) => beginCall(on, id, { callId, tool, at })),
    callState: (id, callId) => callState(sql, id, callId),
    claim: (id, holder, ttlMs) => claimLease(world, id, { holder, ttlMs }),
    continueFrom: (parentId, child, compaction) =>
      pool.write(async (on) => {
        await continueSession(on, parentId, child, compaction);
        await holdFromStart(world, on, child);
        return rowOf(on, child.id);
      }),
    branch: (parentId, child) =>
      pool.write(async (on) => {
        await branchSession(on, parentId, child);
        await holdFromStart(world, on, child);
        return rowOf(on, child.id);
      }),
    rewind: (id, seq) => pool.write((on) => rewindTo(on, id, seq)),
    search: (query) => pool.read((on) => searchMessages(on, clock.now(), query)),
    archive: (id, archived) =>
      pool.write(async (on) => {
        await requireSession(on, id);
        await on.run("UPDATE sessions SET archived = $1 WHERE id = ANY($2::text[])", archived, await chainOf(on, id));
      }),
    remove: (id) =>
      pool.write(async (on) => {
        await requireSession(on, id);
        await removeSessions(on, [id]);
      }),
    close: () => pool.close(),
  };
}

async function countUsage(sql: Sql, id: string, { usage, costUsd, model, provider }: UsageEntry): Promise<void> {
  await sql.run(
    `UPDATE sessions SET input_tokens = input_tokens + $2, output_tokens = output_tokens + $3,
       cache_read_tokens = cache_read_tokens + $4, cache_write_tokens = cache_write_tokens + $5,
       reasoning_tokens = reasoning_tokens + $6, api_call_count = api_call_count + 1,
       estimated_cost_usd = CASE WHEN $7::double precision IS NULL THEN estimated_cost_usd ELSE coalesce(estimated_cost_usd, 0) + $7 END,
       model = coalesce(model, $8), billing_provider = coalesce(billing_provider, $9) WHERE id = $1`,
    id,
    usage.input - usage.cacheRead - usage.cacheWrite,
    usage.output,
    usage.cacheRead,
    usage.cacheWrite,
    usage.reasoning,
    costUsd ?? null,
    model,
    provider,
  );
}
