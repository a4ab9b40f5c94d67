// Sessions out as plain records and in again, ours and the reference's.

import type { ExportFilter, ImportOutcome } from "../../contracts/session-archive.ts";
import { canonicalJson } from "../../kernel/json.ts";
import { principalId } from "../../kernel/principal.ts";
import { knownCopies } from "../../kernel/sessions/copies.ts";
import {
  type ExportedSession,
  exportMessage,
  type ImportedMessage,
  type ImportedSession,
  readExported,
  type StoredRow,
} from "../../kernel/sessions/export.ts";
import { encodeMessage } from "../../kernel/sessions/message-encode.ts";
import { nextTitle } from "../../kernel/sessions/title.ts";
import { SPILL_PLAN } from "../shared/bodies.ts";
import type { StoreContext } from "./context.ts";
import type { Db } from "./db.ts";
import { becomeCopies, indexBacklog } from "./indexer.ts";
import { titlesOfLine } from "./listing.ts";
import { declaredColumns } from "./schema.data.ts";
import { LAST_ACTIVE } from "./session-rows.ts";
import { insertEncoded, putSpills, readHistory, recount } from "./transcript.ts";

export async function* exportSessions(context: StoreContext, filter: ExportFilter): AsyncGenerator<ExportedSession> {
  const { db } = context;
  const ids = await db.read(() => idsToExport(db, filter));
  for (const id of ids) {
    const exported = await db.read(() => exportOne(context, id));
    if (exported !== undefined) yield exported;
  }
}

function idsToExport(db: Db, filter: ExportFilter): readonly string[] {
  const user = filter.principal === undefined ? undefined : (principalId(filter.principal) ?? "");
  return db
    .all<{ id: string }>(
      `SELECT s.id FROM sessions s
       WHERE (?1 IS NULL OR s.id = ?1) AND (?2 IS NULL OR s.source = ?2)
         AND (?3 IS NULL OR s.user_id = ?3 OR (?3 = '' AND s.id NOT IN (SELECT session_id FROM hx_guests)))
       ORDER BY s.started_at, s.id`,
      filter.sessionId ?? null,
      filter.source ?? null,
      user ?? null,
    )
    .map((row) => row.id);
}

function exportOne({ db, blobs }: StoreContext, id: string): ExportedSession | undefined {
  const session = db.get<Record<string, unknown>>(
    `SELECT s.*, ${LAST_ACTIVE} AS last_active FROM sessions s WHERE s.id = ?`,
    id,
  );
  if (session === undefined) return undefined;
  const rows = db.all<StoredRow>(
    "SELECT m.*, n.body AS native FROM messages m LEFT JOIN hx_natives n ON n.id = m.id WHERE m.session_id = ? AND m.active = 1 ORDER BY m.id",
    id,
  );
  return { ...session, messages: rows.map((row) => exportMessage(row, blobs.read)) } as unknown as ExportedSession;
}

const SESSION_COLUMNS = [...declaredColumns("sessions").keys()];

/** One transaction per session. Parent links wait until both ends are there. */
export async function* importSessions(
  context: StoreContext,
  sessions: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<ImportOutcome> {
  const waiting = new Map<string, string>();
  for await (const value of sessions) {
    const read = readExported(value, SESSION_COLUMNS);
    if (read.type === "bad") {
      yield { type: "refused", id: read.id, why: read.why };
      continue;
    }
    const parent = read.columns.parent_session_id;
    if (typeof parent === "string") waiting.set(read.id, parent);
    putSpills(
      context,
      read.messages.flatMap((entry) => (entry.type === "message" ? [entry.message] : [])),
    );
    yield await context.db.write(() => importOne(context, read, waiting));
  }
}

/** Unless the parent descends from the child: a ring has no beginning, and what has none is listed nowhere. */
const LINK = `
  UPDATE sessions SET parent_session_id = ?1
  WHERE id = ?2 AND parent_session_id IS NULL AND EXISTS (SELECT 1 FROM sessions WHERE id = ?1) AND ?2 NOT IN (
    WITH RECURSIVE above(id) AS (
      SELECT ?1 UNION SELECT s.parent_session_id FROM sessions s JOIN above ON s.id = above.id WHERE s.parent_session_id IS NOT NULL)
    SELECT id FROM above)`;

type Readable = Extract<ImportedSession, { type: "ok" }>;

function importOne(context: StoreContext, session: Readable, waiting: Map<string, string>): ImportOutcome {
  const { db } = context;
  const outcome =
    db.get("SELECT 1 FROM sessions WHERE id = ?", session.id) === undefined
      ? create(context, session)
      : extend(context, session);
  for (const [child, parent] of [...waiting].filter((link) => link.includes(session.id))) {
    const { changes } = db.run(LINK, parent, child);
    if (changes === 0) continue;
    waiting.delete(child);
    becomeCopies(db, knownCopies(readHistory(context, child), readHistory(context, parent)));
  }
  indexBacklog(db, "when-due");
  return outcome;
}

function create(context: StoreContext, session: Readable): ImportOutcome {
  const { db } = context;
  const columns = { ...session.columns, parent_session_id: null, title: freeTitle(db, session.columns.title) };
  const names = Object.keys(columns);
  db.run(
    `INSERT INTO sessions (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    ...Object.values(columns).map((value) => (typeof value === "string" ? value.toWellFormed() : value)),
  );
  insertImported(context, session.id, session.messages, 0);
  recount(db, session.id);
  return { type: "created", id: session.id, messages: session.messages.length };
}

function freeTitle(db: Db, title: unknown): string | null {
  if (typeof title !== "string" || title === "") return null;
  return db.get("SELECT 1 FROM sessions WHERE title = ?", title) ? nextTitle(title, titlesOfLine(db, title)) : title;
}

/** What is there stays; messages that follow it are added; anything else is a difference somebody has to look at. */
function extend(context: StoreContext, session: Readable): ImportOutcome {
  const stored = readHistory(context, session.id).map(({ message }) => canonicalJson(message));
  const live = session.messages.filter((entry) => entry.active && entry.type === "message");
  const given = live.map((entry) => (entry.type === "message" ? canonicalJson(entry.message) : ""));
  const shared = Math.min(stored.length, given.length);
  if (stored.slice(0, shared).some((message, index) => message !== given[index]))
    return { type: "differs", id: session.id };
  if (given.length <= stored.length) return { type: "unchanged", id: session.id };
  const newest = context.db.get<{ t: number | null }>(
    "SELECT max(timestamp) AS t FROM messages WHERE session_id = ?",
    session.id,
  )?.t;
  insertImported(context, session.id, live.slice(shared), newest ?? 0);
  recount(context.db, session.id);
  return { type: "extended", id: session.id, messages: given.length - shared };
}

function insertImported(context: StoreContext, id: string, messages: readonly ImportedMessage[], newest: number): void {
  let timestamp = newest;
  for (const entry of messages) {
    timestamp = Math.max(timestamp, entry.seconds);
    insertOne(context, id, entry, timestamp);
  }
}

function insertOne(context: StoreContext, id: string, entry: ImportedMessage, timestamp: number): void {
  const { db } = context;
  if (entry.type === "raw") {
    db.run(
      "INSERT INTO messages (session_id, role, content, timestamp, active) VALUES (?, ?, ?, ?, ?)",
      id,
      entry.role,
      entry.content.toWellFormed(),
      timestamp,
      entry.active ? 1 : 0,
    );
    return;
  }
  const seq = insertEncoded(context, id, encodeMessage(entry.message, timestamp, SPILL_PLAN));
  const extra = Object.entries(entry.extra).filter(([, value]) => value !== null && value !== 0);
  if (extra.length === 0 && entry.active) return;
  const columns = [...extra, ["active", entry.active ? 1 : 0] as const];
  db.run(
    `UPDATE messages SET ${columns.map(([name]) => `${name} = ?`).join(", ")} WHERE id = ?`,
    ...columns.map(([, value]) => value),
    seq,
  );
}
