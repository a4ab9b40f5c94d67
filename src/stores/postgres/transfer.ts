// Sessions out of and into PostgreSQL as plain records, the same lines as from SQLite.

import type { ExportFilter, ImportOutcome } from "../../contracts/session-archive.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { canonicalJson, isRecord, parseJson } from "../../kernel/json.ts";
import { principalId } from "../../kernel/principal.ts";
import { knownCopies } from "../../kernel/sessions/copies.ts";
import {
  type ExportedSession,
  exportMessage,
  type ImportExtra,
  type ImportedMessage,
  type ImportedSession,
  readExported,
} from "../../kernel/sessions/export.ts";
import { BRANCH_MARK, DELEGATE_MARK, parseSettings } from "../../kernel/sessions/lineage.ts";
import { nextTitle } from "../../kernel/sessions/title.ts";
import { readBodies } from "./bodies.ts";
import { titlesOfLine } from "./listing.ts";
import { insertRows, MESSAGE, type MessageRecord, type NewRow, rowOf } from "./message-rows.ts";
import type { PgPool } from "./pool.ts";
import { plainText, requireSession } from "./session-rows.ts";
import type { Sql, Transaction } from "./sql.ts";
import { historyOf, readHistory, recountAll } from "./transcript.ts";

/** Columns both sides have; what is computed here is computed again on import. */
const COLUMNS = [
  "user_id",
  "model",
  "model_config",
  "ended_at",
  "end_reason",
  "input_tokens",
  "output_tokens",
  "cache_read_tokens",
  "cache_write_tokens",
  "reasoning_tokens",
  "cwd",
  "billing_provider",
  "estimated_cost_usd",
  "api_call_count",
  "rewind_count",
] as const;

/** Columns only the reference fills; its prompt is one text, ours stands beside it. */
const SESSION_EXTRA = [
  ...["system_prompt", "billing_base_url", "billing_mode", "actual_cost_usd", "cost_status", "cost_source"],
  ...["pricing_version", "handoff_state", "handoff_platform", "handoff_error"],
];

const NO_EXTRA: ImportExtra = {
  token_count: null,
  reasoning_content: null,
  reasoning_details: null,
  codex_reasoning_items: null,
  codex_message_items: null,
  platform_message_id: null,
  observed: 0,
};

export async function* exportSessions(pool: PgPool, filter: ExportFilter): AsyncGenerator<ExportedSession> {
  const user = filter.principal === undefined ? null : (principalId(filter.principal) ?? "");
  const ids = await pool.sql.all<{ id: string }>(
    `SELECT id FROM sessions WHERE ($1::text IS NULL OR id = $1) AND ($2::text IS NULL OR source = $2)
       AND ($3::text IS NULL OR user_id = $3 OR ($3 = '' AND NOT guest)) ORDER BY started_at, id`,
    filter.sessionId ?? null,
    filter.source ?? null,
    user,
  );
  for (const { id } of ids) {
    const one = await pool.read((sql) => exportOne(sql, id));
    if (one !== undefined) yield one;
  }
}

async function exportOne(sql: Sql, id: string): Promise<ExportedSession | undefined> {
  const row = await sql.get<Record<string, unknown>>("SELECT * FROM sessions WHERE id = $1", id);
  if (row === undefined) return undefined;
  const { prompt, kin: _kin, guest: _guest, preview: _preview, extra, archived, ...columns } = row;
  const rows = await sql.all<MessageRecord & { readonly extra: string | null }>(
    `SELECT ${MESSAGE}, m.extra FROM messages m WHERE m.session_id = $1 AND m.active ORDER BY m.id`,
    id,
  );
  const readSpill = await readBodies(sql, rows);
  const carried = carriedIn(extra);
  return {
    ...columns,
    ...Object.fromEntries(SESSION_EXTRA.map((name) => [name, carried[name] ?? null])),
    archived: archived === true ? 1 : 0,
    system_prompt: promptText(prompt) ?? carried.system_prompt ?? null,
    messages: rows.map(({ extra: more, ...message }) =>
      exportMessage({ ...message, ...NO_EXTRA, ...carriedIn(more), active: 1 }, readSpill),
    ),
  } as unknown as ExportedSession;
}

function carriedIn(extra: unknown): Readonly<Record<string, unknown>> {
  const parsed = typeof extra === "string" ? parseJson(extra) : undefined;
  return parsed?.type === "ok" && isRecord(parsed.value) ? parsed.value : {};
}

/** Nothing where nothing says anything. */
function carry(columns: Readonly<Record<string, unknown>>): string | null {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined && value !== null && value !== 0);
  return given.length === 0 ? null : JSON.stringify(Object.fromEntries(given));
}

function promptText(prompt: unknown): string | null {
  if (typeof prompt !== "string") return null;
  const { system } = JSON.parse(prompt) as { system: readonly string[] };
  return system.join("\n\n");
}

/** One transaction per session. Parent links wait until both ends are there. */
export async function* importSessions(
  pool: PgPool,
  sessions: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<ImportOutcome> {
  const waiting = new Map<string, string>();
  for await (const value of sessions) {
    const read = readExported(value, [...COLUMNS, ...SESSION_EXTRA, "title", "archived", "parent_session_id"]);
    if (read.type === "bad") {
      yield { type: "refused", id: read.id, why: read.why };
      continue;
    }
    const session = plainSession(read);
    const parent = session.columns.parent_session_id;
    if (typeof parent === "string") waiting.set(session.id, parent);
    const { outcome, linked } = await pool
      .write((sql) => importOne(sql, session, waiting))
      .catch((error: unknown) => refusedBy(error, session.id));
    for (const child of linked) waiting.delete(child);
    yield outcome;
  }
}

interface Brought {
  readonly outcome: ImportOutcome;
  /** Sessions whose parent is known from now on. */
  readonly linked: readonly string[];
}

/** A line this database cannot take is left out; the others come in. */
function refusedBy(error: unknown, id: string): Brought {
  if (!(error instanceof StoreFailure && error.kind === "invalid")) throw error;
  return { outcome: { type: "refused", id, why: error.message.replace(/\.$/u, "") }, linked: [] };
}

function plainSession(session: Readable): Readable {
  const columns = Object.entries(session.columns).map(([name, value]) => [
    name,
    typeof value === "string" ? plainText(value) : value,
  ]);
  return { ...session, id: plainText(session.id), columns: Object.fromEntries(columns) };
}

type Readable = Extract<ImportedSession, { type: "ok" }>;

const liveOf = (session: Readable): readonly ImportedMessage[] =>
  session.messages.filter((entry) => entry.type === "message" && entry.active);

async function importOne(sql: Transaction, session: Readable, waiting: ReadonlyMap<string, string>): Promise<Brought> {
  const there = await sql.get("SELECT 1 FROM sessions WHERE id = $1 FOR UPDATE", session.id);
  const outcome = there === undefined ? await create(sql, session) : await extend(sql, session);
  const links = [...waiting].filter((link) => link.includes(session.id));
  const linked: string[] = [];
  for (const [child, parent] of links) {
    if ((await sql.run(LINK, parent, child)) === 0) continue;
    await markCopies(sql, child, parent);
    linked.push(child);
  }
  return { outcome, linked };
}

/** Unless the parent descends from the child: a ring has no beginning, and what has none is listed nowhere. */
const LINK = `
  UPDATE sessions SET parent_session_id = $1
  WHERE id = $2 AND parent_session_id IS NULL AND EXISTS (SELECT 1 FROM sessions WHERE id = $1) AND $2 NOT IN (
    WITH RECURSIVE above(id) AS (
      SELECT $1::text UNION SELECT s.parent_session_id FROM sessions s JOIN above ON s.id = above.id WHERE s.parent_session_id IS NOT NULL)
    SELECT id FROM above)`;

/** What a branch or a continuation shares with its parent is found and counted there. */
async function markCopies(sql: Sql, child: string, parent: string): Promise<void> {
  const copies = knownCopies(await historyOf(sql, child), await historyOf(sql, parent));
  if (copies.length === 0) return;
  await sql.run(
    `UPDATE messages m SET origin = coalesce(o.origin, o.id), terms = ''::tsvector
     FROM unnest($1::bigint[], $2::bigint[]) AS copy(id, origin) JOIN messages o ON o.id = copy.origin WHERE m.id = copy.id AND m.origin IS NULL`,
    copies.map(({ seq }) => seq),
    copies.map(({ origin }) => origin),
  );
}

async function create(sql: Transaction, session: Readable): Promise<ImportOutcome> {
  const { columns } = session;
  const settings = parseSettings(typeof columns.model_config === "string" ? columns.model_config : null);
  const kin = DELEGATE_MARK in settings ? "delegate" : BRANCH_MARK in settings ? "branch" : null;
  const title = await freeTitle(sql, columns.title);
  const given = COLUMNS.filter((name) => columns[name] !== undefined && columns[name] !== null);
  const names = ["id", "source", "guest", "started_at", "last_active", "kin", "title", "archived", "extra", ...given];
  const values = [
    session.id,
    columns.source,
    false,
    columns.started_at,
    columns.started_at,
    kin,
    title,
    columns.archived === 1,
    carry(Object.fromEntries(SESSION_EXTRA.map((name) => [name, columns[name]]))),
    ...given.map((name) => columns[name]),
  ];
  await sql.run(
    `INSERT INTO sessions (${names.join(", ")}) VALUES (${values.map((_, i) => `$${i + 1}`).join(", ")})`,
    ...values,
  );
  await insertImported(sql, session.id, session.messages);
  return { type: "created", id: session.id, messages: session.messages.length };
}

/** A title that is taken goes on in its numbered line. */
async function freeTitle(sql: Sql, title: unknown): Promise<string | null> {
  if (typeof title !== "string" || title === "") return null;
  const line = await titlesOfLine(sql, title);
  return line.includes(title) ? nextTitle(title, line) : title;
}

async function extend(sql: Transaction, session: Readable): Promise<ImportOutcome> {
  const row = await requireSession(sql, session.id);
  const stored = (await readHistory(sql, row)).map(({ message }) => canonicalJson(message));
  const live = liveOf(session);
  const given = live.map((entry) => (entry.type === "message" ? canonicalJson(entry.message) : ""));
  const shared = Math.min(stored.length, given.length);
  if (stored.slice(0, shared).some((one, index) => one !== given[index])) return { type: "differs", id: session.id };
  if (given.length <= stored.length) return { type: "unchanged", id: session.id };
  await insertImported(sql, session.id, live.slice(shared));
  return { type: "extended", id: session.id, messages: given.length - shared };
}

async function insertImported(sql: Transaction, id: string, messages: readonly ImportedMessage[]): Promise<void> {
  await insertRows(sql, id, messages.map(importedRow));
  await recountAll(sql, await requireSession(sql, id));
}

function importedRow(entry: ImportedMessage): NewRow {
  if (entry.type === "message")
    return { ...rowOf(entry.message, undefined, entry.seconds, entry.active), extra: carry({ ...entry.extra }) };
  const content = plainText(entry.content);
  const columns = { role: plainText(entry.role), content, timestamp: entry.seconds };
  const nothing = { tool_call_id: null, tool_calls: null, tool_name: null, finish_reason: null, reasoning: null };
  return {
    columns: { ...columns, ...nothing },
    native: null,
    spills: [],
    origin: null,
    active: entry.active,
    terms: "",
    // What is no text begins with a character PostgreSQL cannot hold: exports take it from here.
    extra: content === entry.content ? null : carry({ content: entry.content }),
  };
}
