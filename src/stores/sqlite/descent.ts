// New sessions out of old ones: continuation after compaction, branch; and removal of whole sessions with what hangs on them.

import type { Compaction, NewSession, StoredMessage } from "../../contracts/stores.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { matchCopies } from "../../kernel/sessions/copies.ts";
import { BRANCH_MARK, DELEGATE_MARK } from "../../kernel/sessions/lineage.ts";
import { nextTitle } from "../../kernel/sessions/title.ts";
import { toSeconds } from "../shared/seconds.ts";
import { childOf, type SessionColumns } from "../shared/session-columns.ts";
import type { StoreContext } from "./context.ts";
import type { Db } from "./db.ts";
import { forgetMessages, indexBacklog } from "./indexer.ts";
import { titlesOfLine } from "./listing.ts";
import { copyPrompt } from "./prompts.ts";
import { insertSession, mustExist, requireSession } from "./session-rows.ts";
import { insertMessages, readHistory } from "./transcript.ts";

/** One transaction: the parent ends as `compression`, the child holds the view, waiting inputs move along. */
export function continueSession(
  context: StoreContext,
  parentId: string,
  child: NewSession,
  compaction: Compaction,
): void {
  const { db } = context;
  const parent = requireSession(db, parentId);
  if (parent.end_reason === "compression") {
    throw new StoreFailure("conflict", `Session ${parentId} was already compacted by someone else.`);
  }
  refuseWhileReferenceCompresses(context, parentId);
  const kept = readHistory(context, parentId).filter(
    ({ seq }) => seq < compaction.replaced.fromSeq || seq > compaction.replaced.toSeq,
  );
  const end = Math.max(toSeconds(child.startedAt), parent.started_at);
  db.run("UPDATE sessions SET ended_at = ?, end_reason = 'compression' WHERE id = ?", end, parentId);
  openChild(db, parent, { ...child, startedAt: Math.max(child.startedAt, Math.ceil(end * 1000)) });
  copyPrompt(db, parentId, child.id);
  insertCopies(context, child.id, compaction.view, kept);
  db.run("UPDATE hx_inbox SET session_id = ? WHERE session_id = ? AND taken_seq IS NULL", child.id, parentId);
  db.run(
    `INSERT INTO hx_compactions (child_id, parent_id, summary, from_seq, to_seq, tokens_before, tokens_after, note, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    child.id,
    parentId,
    compaction.summary,
    compaction.replaced.fromSeq,
    compaction.replaced.toSeq,
    compaction.tokensBefore,
    compaction.tokensAfter,
    compaction.note,
    child.startedAt,
  );
  indexBacklog(db, "when-due");
}

/** A copy of the reference compressing the same session right now would split it a second time. */
function refuseWhileReferenceCompresses({ db, clock }: StoreContext, id: string): void {
  const lock = db.get(
    "SELECT 1 FROM compression_locks WHERE session_id = ? AND expires_at > ?",
    id,
    toSeconds(clock.now()),
  );
  if (lock) throw new StoreFailure("busy", `Session ${id} is being compressed by another program.`);
}

/** Everything of the parent's live view, exactly; the parent stays as it is. */
export function branchSession(context: StoreContext, parentId: string, child: NewSession): void {
  const { db } = context;
  const parent = requireSession(db, parentId);
  const history = readHistory(context, parentId);
  openChild(db, parent, { ...child, settings: { ...child.settings, [BRANCH_MARK]: parentId } });
  copyPrompt(db, parentId, child.id);
  insertCopies(
    context,
    child.id,
    history.map(({ message }) => message),
    history,
  );
  indexBacklog(db, "when-due");
}

function openChild(db: Db, parent: SessionColumns, child: NewSession): void {
  const title =
    child.title ?? (parent.title === null ? undefined : nextTitle(parent.title, titlesOfLine(db, parent.title)));
  insertSession(db, childOf(parent, child, title));
}

/** Copies know their original, so search shows every sentence once. */
function insertCopies(
  context: StoreContext,
  id: string,
  messages: Parameters<typeof insertMessages>[2],
  originals: readonly StoredMessage[],
): void {
  const { db } = context;
  const origins = matchCopies(messages, originals);
  insertMessages(context, id, messages, 0).forEach((seq, index) => {
    const origin = origins[index];
    if (origin === undefined) return;
    db.run(
      "INSERT INTO hx_copies (id, origin) VALUES (?1, coalesce((SELECT origin FROM hx_copies WHERE id = ?2), ?2))",
      seq,
      origin,
    );
  });
}

/** The session, its delegates, and all rows of ours about them; other children lose their parent link. Returns unused blob keys. */
export function removeSession(db: Db, id: string): readonly string[] {
  mustExist(db, id);
  const doomed = db
    .all<{ id: string }>(
      `WITH RECURSIVE doomed(id) AS (
         SELECT ?1
         UNION
         SELECT c.id FROM sessions c JOIN doomed d
           ON CASE WHEN json_valid(c.model_config) THEN json_extract(c.model_config, '$.${DELEGATE_MARK}') END = d.id
           OR (c.parent_session_id = d.id AND c.source = 'subagent')
       ) SELECT id FROM doomed`,
      id,
    )
    .map((row) => row.id);
  for (const session of doomed)
    db.run("UPDATE sessions SET parent_session_id = NULL WHERE parent_session_id = ?", session);
  return doomed.flatMap((session) => removeOne(db, session));
}

const OWN_ROWS: readonly string[] = [
  "DELETE FROM hx_guests WHERE session_id = ?",
  "DELETE FROM hx_prompts WHERE session_id = ?",
  "DELETE FROM hx_inbox WHERE session_id = ?",
  "DELETE FROM hx_calls WHERE session_id = ?",
  "DELETE FROM hx_leases WHERE session_id = ?",
  "DELETE FROM hx_activity WHERE session_id = ?",
  "DELETE FROM hx_compactions WHERE child_id = ?",
  "DELETE FROM hx_vectors WHERE id IN (SELECT id FROM messages WHERE session_id = ?)",
  "DELETE FROM hx_natives WHERE id IN (SELECT id FROM messages WHERE session_id = ?)",
  "DELETE FROM hx_blob_refs WHERE message_id IN (SELECT id FROM messages WHERE session_id = ?)",
  "DELETE FROM compression_locks WHERE session_id = ?",
  "DELETE FROM messages WHERE session_id = ?",
  "DELETE FROM sessions WHERE id = ?",
];

function removeOne(db: Db, id: string): readonly string[] {
  const keys = db.all<{ key: string }>(
    "SELECT DISTINCT key FROM hx_blob_refs WHERE message_id IN (SELECT id FROM messages WHERE session_id = ?)",
    id,
  );
  forgetMessages(db, id);
  for (const statement of OWN_ROWS) db.run(statement, id);
  const unused = keys.filter(({ key }) => db.get("SELECT 1 FROM hx_blob_refs WHERE key = ?", key) === undefined);
  for (const { key } of unused) db.run("DELETE FROM hx_blobs WHERE key = ?", key);
  return unused.map(({ key }) => key);
}
