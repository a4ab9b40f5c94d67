// New sessions out of old ones in PostgreSQL, and removal; one transaction each, the parent locked.

import type { Compaction, NewSession, StoredMessage } from "../../contracts/stores.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import type { Message } from "../../kernel/message.ts";
import { matchCopies } from "../../kernel/sessions/copies.ts";
import { BRANCH_MARK } from "../../kernel/sessions/lineage.ts";
import { nextTitle } from "../../kernel/sessions/title.ts";
import { toSeconds } from "../shared/seconds.ts";
import { childOf } from "../shared/session-columns.ts";
import { dropUnused, keysOf } from "./bodies.ts";
import { titlesOfLine } from "./listing.ts";
import type { Sql } from "./pool.ts";
import { insertSession, type PostgresSession, plainText, requireSession } from "./session-rows.ts";
import { searchTerms } from "./terms.ts";
import { insertMessages, readHistory } from "./transcript.ts";

export async function continueSession(
  sql: Sql,
  parentId: string,
  child: NewSession,
  compaction: Compaction,
): Promise<void> {
  const parent = await requireSession(sql, parentId, "FOR UPDATE");
  if (parent.end_reason === "compression") {
    throw new StoreFailure("conflict", `Session ${parentId} was already compacted by someone else.`);
  }
  // Nobody else takes numbers meanwhile: the view's own follow one another, and copies are told from what came later by that.
  await sql.run("LOCK TABLE messages IN SHARE ROW EXCLUSIVE MODE");
  const { fromSeq, toSeq } = compaction.replaced;
  const kept = (await readHistory(sql, parent)).filter(({ seq }) => seq < fromSeq || seq > toSeq);
  const end = Math.max(toSeconds(child.startedAt), parent.started_at);
  await sql.run("UPDATE sessions SET ended_at = $1, end_reason = 'compression' WHERE id = $2", end, parentId);
  await openChild(sql, parent, { ...child, startedAt: Math.max(child.startedAt, Math.ceil(end * 1000)) });
  await insertCopies(sql, child.id, compaction.view, kept);
  await sql.run("UPDATE hx_inbox SET session_id = $1 WHERE session_id = $2 AND taken_seq IS NULL", child.id, parentId);
  await sql.run(
    `INSERT INTO hx_compactions (child_id, parent_id, summary, from_seq, to_seq, tokens_before, tokens_after, note, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    child.id,
    parentId,
    plainText(compaction.summary),
    fromSeq,
    toSeq,
    compaction.tokensBefore,
    compaction.tokensAfter,
    plainText(compaction.note),
    child.startedAt,
  );
}

export async function branchSession(sql: Sql, parentId: string, child: NewSession): Promise<void> {
  const parent = await requireSession(sql, parentId, "FOR UPDATE");
  const history = await readHistory(sql, parent);
  await openChild(sql, parent, { ...child, settings: { ...child.settings, [BRANCH_MARK]: parentId } });
  await insertCopies(
    sql,
    child.id,
    history.map(({ message }) => message),
    history,
  );
}

async function openChild(sql: Sql, parent: PostgresSession, child: NewSession): Promise<void> {
  const title =
    child.title ?? (parent.title === null ? undefined : nextTitle(parent.title, await titlesOfLine(sql, parent.title)));
  await insertSession(sql, childOf(parent, child, title));
  await sql.run("UPDATE sessions SET prompt = $1 WHERE id = $2", parent.prompt, child.id);
}

async function insertCopies(
  sql: Sql,
  id: string,
  messages: readonly Message[],
  originals: readonly StoredMessage[],
): Promise<void> {
  const direct = matchCopies(messages, originals);
  const known = direct.filter((seq) => seq !== undefined);
  const rows = await sql.all<{ id: number; origin: number }>(
    "SELECT id, origin FROM messages WHERE id = ANY($1::bigint[]) AND origin IS NOT NULL",
    known,
  );
  const first = new Map(rows.map((row) => [row.id, row.origin]));
  await insertMessages(
    sql,
    id,
    messages,
    direct.map((seq) => (seq === undefined ? undefined : (first.get(seq) ?? seq))),
  );
}

/** Delegates go along; other children stay. Copies elsewhere of what goes are indexed in its place. */
export async function removeSession(sql: Sql, id: string): Promise<void> {
  await requireSession(sql, id, "FOR UPDATE");
  const doomed = await sql.all<{ id: string }>(
    `WITH RECURSIVE doomed(id) AS (
       SELECT $1::text UNION
       SELECT c.id FROM sessions c JOIN doomed d ON c.parent_session_id = d.id AND (c.kin = 'delegate' OR c.source = 'subagent')
     ) SELECT id FROM doomed`,
    id,
  );
  const ids = doomed.map((row) => row.id);
  await promoteCopies(sql, ids);
  const bodies = await keysOf(sql, ids);
  await sql.run("DELETE FROM sessions WHERE id = ANY($1::text[])", ids);
  await dropUnused(sql, bodies);
}

async function promoteCopies(sql: Sql, doomed: readonly string[]): Promise<void> {
  const heirs = await sql.all<{ heir: number; origin: number; session_id: string }>(
    `SELECT DISTINCT ON (c.origin) c.id AS heir, c.origin, c.session_id FROM messages c JOIN messages o ON o.id = c.origin
     WHERE o.session_id = ANY($1::text[]) AND c.session_id <> ALL($1::text[]) ORDER BY c.origin, c.id`,
    doomed,
  );
  for (const { heir, origin, session_id } of heirs) {
    const session = await requireSession(sql, session_id);
    const message = (await readHistory(sql, session)).find(({ seq }) => seq === heir)?.message;
    const terms = message === undefined ? "" : searchTerms(message);
    await sql.run("UPDATE messages SET origin = NULL, terms = to_tsvector('simple', $1) WHERE id = $2", terms, heir);
    await sql.run("UPDATE messages SET origin = $1 WHERE origin = $2", heir, origin);
    await sql.run(
      "INSERT INTO hx_vectors (id, vector) SELECT $1, vector FROM hx_vectors WHERE id = $2 ON CONFLICT (id) DO NOTHING",
      heir,
      origin,
    );
  }
}
