// The session store on PostgreSQL, for several machines that share their sessions.

import type { VectorShelf } from "../../contracts/meaning.ts";
import type { RepairReport, SessionArchive } from "../../contracts/session-archive.ts";
import type { FrozenPrompt, SessionRow, SessionStore } from "../../contracts/stores.ts";
import { nextTitle } from "../../kernel/sessions/title.ts";
import { toSeconds } from "../shared/seconds.ts";
import { createPostgresArchive } from "./archive.ts";
import { repairStore } from "./check.ts";
import { branchSession, continueSession, removeSessions } from "./descent.ts";
import { admitInput, beginCall, callState, claimLease, holdFromStart, pendingInputs, takeInputs } from "./inbox.ts";
import { chainOf } from "./lineage.ts";
import { findByReference, listSessions, titlesOfLine } from "./listing.ts";
import { searchMessages } from "./search.ts";
import {
  insertSession,
  noSession,
  type PostgresSession,
  requireSession,
  SESSION,
  toSessionRow,
  writeSetting,
  writeTitle,
} from "./session-rows.ts";
import { type Sql, together } from "./sql.ts";
import { appendMessages, historyOf, rewindTo, tally } from "./transcript.ts";
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
  /** One statement on an existing session, which does no harm when it is done twice. */
  const change = async (id: string, text: string, ...values: unknown[]): Promise<void> => {
    if ((await sql.run(text, id, ...values)) === 0) await requireSession(sql, id);
  };
  return {
    shelf: createPostgresShelf(pool),
    ...createPostgresArchive(world),
    repair: () => repairStore(pool),
    create: (session) =>
      pool.write(async (on) => {
        await insertSession(on, session);
        holdFromStart(world, on, session);
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
    history: (id) => historyOf(sql, id),
    append: (id, messages, afterSeq, usage) => pool.write((on) => appendMessages(on, id, messages, afterSeq, usage)),
    recordUsage: (id, entry) =>
      pool.write(async (on) => {
        if (!(await tally(on, id, [], entry))) throw noSession(id);
      }),
    setTitle: (id, title) =>
      pool.write(async (on) => {
        await requireSession(on, id, "FOR UPDATE");
        await writeTitle(on, id, title);
      }),
    name: (id, title) =>
      pool.write(async (on) => {
        const [{ title: known }, line] = await together(requireSession(on, id, "FOR UPDATE"), titlesOfLine(on, title));
        if (known === null) await writeTitle(on, id, nextTitle(title, line));
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
    beginCall: (id, callId, tool, at) => beginCall(sql, id, { callId, tool, at }),
    callState: (id, callId) => callState(sql, id, callId),
    claim: (id, holder, ttlMs) => claimLease(world, id, { holder, ttlMs }),
    continueFrom: (parentId, child, compaction) =>
      pool.write(async (on) => {
        await continueSession(on, parentId, child, compaction);
        holdFromStart(world, on, child);
        return rowOf(on, child.id);
      }),
    branch: (parentId, child) =>
      pool.write(async (on) => {
        await branchSession(on, parentId, child);
        holdFromStart(world, on, child);
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
