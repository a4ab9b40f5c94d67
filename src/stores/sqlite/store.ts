// The session store on SQLite: every verb of the port, each one short transaction over the parts in this folder.

import type { VectorShelf } from "../../contracts/meaning.ts";
import type { SessionArchive } from "../../contracts/session-archive.ts";
import type { SessionRow, SessionStore } from "../../contracts/stores.ts";
import { nextTitle } from "../../kernel/sessions/title.ts";
import { toSeconds } from "../shared/seconds.ts";
import { createSqliteArchive } from "./archive.ts";
import { beginCall, callState } from "./calls.ts";
import type { StoreContext } from "./context.ts";
import { branchSession, continueSession, removeSession } from "./descent.ts";
import { sweepBlobs } from "./housekeeping.ts";
import { admitInput, pendingInputs, takeInputs } from "./inbox.ts";
import { claimLease, holdFromStart } from "./leases.ts";
import { chainOf } from "./lineage.ts";
import { findByReference, listSessions, titlesOfLine } from "./listing.ts";
import { readPrompt, writePrompt } from "./prompts.ts";
import { searchMessages } from "./search.ts";
import {
  findSession,
  insertSession,
  mustExist,
  requireSession,
  toSessionRow,
  writeSetting,
  writeTitle,
} from "./session-rows.ts";
import { appendMessages, putSpills, readHistory, rewindTo } from "./transcript.ts";
import { countUsage } from "./usage.ts";
import { createSqliteShelf } from "./vectors.ts";

export interface SqliteSessionStore extends SessionStore, SessionArchive {
  readonly path: string;
  readonly shelf: VectorShelf;
}

export function createSqliteSessionStore(context: StoreContext): SqliteSessionStore {
  const { db } = context;
  const rowOf = (id: string): SessionRow => toSessionRow(db, requireSession(db, id));
  return {
    path: db.path,
    shelf: createSqliteShelf(db),
    ...createSqliteArchive(context),
    create: (session) =>
      db.write(() => {
        insertSession(db, session);
        holdFromStart(context, session);
        return rowOf(session.id);
      }),
    get: (id) =>
      db.read(() => {
        const row = findSession(db, id);
        return row === undefined ? undefined : toSessionRow(db, row);
      }),
    find: (reference, principal) => db.read(() => findByReference(db, reference, principal)),
    list: (filter) => db.read(() => listSessions(db, filter)),
    freezePrompt: (id, prompt) => db.write(() => writePrompt(db, id, prompt)),
    prompt: (id) => db.read(() => readPrompt(db, id)),
    history: (id) => db.read(() => readHistory(context, id)),
    async append(id, messages, afterSeq, usage) {
      putSpills(context, messages);
      return db.write(() => {
        const seqs = appendMessages(context, id, messages, afterSeq);
        if (usage !== undefined) countUsage(db, id, usage);
        return seqs;
      });
    },
    recordUsage: (id, entry) =>
      db.write(() => {
        mustExist(db, id);
        countUsage(db, id, entry);
      }),
    setTitle: (id, title) =>
      db.write(() => {
        mustExist(db, id);
        writeTitle(db, id, title);
      }),
    name: (id, title) =>
      db.write(() => {
        if (requireSession(db, id).title === null) writeTitle(db, id, nextTitle(title, titlesOfLine(db, title)));
      }),
    setModel: (id, model, provider) =>
      db.write(() => {
        mustExist(db, id);
        db.run("UPDATE sessions SET model = ?, billing_provider = ? WHERE id = ?", model, provider, id);
      }),
    setSetting: (id, key, value) => db.write(() => writeSetting(db, id, key, value)),
    end: (id, reason, at) =>
      db.write(() => {
        mustExist(db, id);
        db.run(
          "UPDATE sessions SET ended_at = ?, end_reason = ? WHERE id = ? AND ended_at IS NULL",
          toSeconds(at),
          reason,
          id,
        );
      }),
    reopen: (id) =>
      db.write(() => {
        mustExist(db, id);
        db.run("UPDATE sessions SET ended_at = NULL, end_reason = NULL WHERE id = ?", id);
      }),
    admit: (id, input) => db.write(() => admitInput(db, id, input)),
    pending: (id) => db.read(() => pendingInputs(db, id)),
    take: (id, inputIds, afterSeq) => takeInputs(context, id, inputIds, afterSeq),
    beginCall: (id, callId, tool, at) => db.write(() => beginCall(db, id, { callId, tool, at })),
    callState: (id, callId) => db.read(() => callState(db, id, callId)),
    claim: (id, holder, ttlMs) => claimLease(context, id, { holder, ttlMs }),
    async continueFrom(parentId, child, compaction) {
      putSpills(context, compaction.view);
      return db.write(() => {
        continueSession(context, parentId, child, compaction);
        holdFromStart(context, child);
        return rowOf(child.id);
      });
    },
    branch: (parentId, child) =>
      db.write(() => {
        branchSession(context, parentId, child);
        holdFromStart(context, child);
        return rowOf(child.id);
      }),
    rewind: (id, seq) => db.write(() => rewindTo(db, id, seq)),
    search: (query) => searchMessages(db, context.clock, query),
    archive: (id, archived) =>
      db.write(() => {
        mustExist(db, id);
        for (const part of chainOf(db, id))
          db.run("UPDATE sessions SET archived = ? WHERE id = ?", archived ? 1 : 0, part);
      }),
    async remove(id) {
      await sweepBlobs(context, await db.write(() => removeSession(db, id)));
    },
    close: () => db.close(),
  };
}
