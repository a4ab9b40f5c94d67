// Looks a shared database over and mends what is derived: messages are the truth, words of the index and counters follow them.
// Pages and indexes themselves are the server's own business.

import type { Finding, RepairReport } from "../../contracts/session-archive.ts";
import { decodeRow } from "../../kernel/sessions/message-decode.ts";
import { readBodies } from "./bodies.ts";
import { MESSAGE, type MessageRecord } from "./message-rows.ts";
import type { PgPool } from "./pool.ts";
import { type PostgresSession, SESSION } from "./session-rows.ts";
import type { Sql, Transaction } from "./sql.ts";
import { searchTerms } from "./terms.ts";
import { recountAll } from "./transcript.ts";

export async function checkStore(pool: PgPool): Promise<readonly Finding[]> {
  let unfindable = 0;
  for await (const rows of staleRows(pool)) unfindable += rows.length;
  const miscounted = (await miscountedSessions(pool.sql)).length;
  const lost = await damagedBodies(pool.sql);
  return [
    finding("index", unfindable, "messages are not found by their words", "rebuild"),
    finding("counters", miscounted, "sessions count their messages wrongly", "recount"),
    finding("missing-blob", lost, "images or large results are not what was stored", "lost"),
  ].flat();
}

const finding = (kind: Finding["kind"], count: number, what: string, remedy: Finding["remedy"]): readonly Finding[] =>
  count === 0 ? [] : [{ kind, text: `${count} ${what}`, remedy }];

/** In steps, each whole by itself: others go on writing meanwhile. */
export async function repairStore(pool: PgPool): Promise<RepairReport> {
  const findings = await checkStore(pool);
  const done: string[] = [];
  if (findings.some(({ kind }) => kind === "index")) {
    for await (const rows of staleRows(pool)) await writeTerms(pool.sql, rows);
    done.push("rebuilt the words of messages in the index");
  }
  if (findings.some(({ kind }) => kind === "counters")) {
    for (const { id } of await miscountedSessions(pool.sql)) await pool.write((sql) => countAgain(sql, id));
    done.push("counted messages again");
  }
  return { findings, backup: undefined, done };
}

interface Words {
  readonly id: number;
  readonly terms: string;
}

const BATCH = 500;

/** A copy is found by its original, as long as there is one. */
const IS_COPY = "EXISTS (SELECT 1 FROM messages o WHERE o.id = m.origin)";

/** What a body said that was dropped to keep within a quota is known to the index alone. */
const IS_CURTAILED =
  "EXISTS (SELECT 1 FROM hx_blob_refs r JOIN hx_blobs b ON b.key = r.key WHERE r.message_id = m.id AND b.body IS NULL)";

/** Messages whose words in the index are not those of their text, batch by batch. */
async function* staleRows({ sql }: PgPool): AsyncGenerator<readonly Words[]> {
  for (let after = 0; ; ) {
    const rows = await sql.all<MessageRecord>(
      `SELECT ${MESSAGE} FROM messages m WHERE m.id > $1 AND NOT ${IS_COPY} ORDER BY m.id LIMIT ${BATCH}`,
      after,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    const stale = await staleOf(sql, await wordsOf(sql, rows));
    if (stale.length > 0) yield stale;
  }
}

async function wordsOf(sql: Sql, rows: readonly MessageRecord[]): Promise<readonly Words[]> {
  const readSpill = await readBodies(sql, rows);
  return rows.flatMap((row) => {
    const message = decodeRow(row, row.native, { readSpill, sessionModel: "" });
    return message === undefined ? [] : [{ id: row.id, terms: searchTerms(message) }];
  });
}

async function staleOf(sql: Sql, words: readonly Words[]): Promise<readonly Words[]> {
  const rows = await sql.all<{ id: number }>(
    `SELECT m.id FROM unnest($1::bigint[], $2::text[]) AS right_ones(id, terms) JOIN messages m ON m.id = right_ones.id
     WHERE NOT ${IS_COPY} AND (m.origin IS NOT NULL OR m.terms IS NULL
       OR m.terms <> to_tsvector('simple', right_ones.terms) AND NOT ${IS_CURTAILED})`,
    words.map(({ id }) => id),
    words.map(({ terms }) => terms),
  );
  const stale = new Set(rows.map(({ id }) => id));
  return words.filter(({ id }) => stale.has(id));
}

async function writeTerms(sql: Sql, words: readonly Words[]): Promise<void> {
  await sql.run(
    `UPDATE messages m SET origin = NULL, terms = to_tsvector('simple', right_ones.terms)
     FROM unnest($1::bigint[], $2::text[]) AS right_ones(id, terms) WHERE m.id = right_ones.id AND NOT ${IS_COPY}`,
    words.map(({ id }) => id),
    words.map(({ terms }) => terms),
  );
}

/** Also right: counting rows that are no part of the conversation, or not counting them. */
function miscountedSessions(sql: Sql): Promise<readonly { readonly id: string }[]> {
  return sql.all(
    `SELECT s.id FROM sessions s LEFT JOIN (
       SELECT session_id, count(*) AS live, count(*) FILTER (WHERE role IN ('user', 'assistant', 'tool')) AS said
       FROM messages WHERE active GROUP BY session_id
     ) m ON m.session_id = s.id WHERE s.message_count NOT BETWEEN coalesce(m.said, 0) AND coalesce(m.live, 0)`,
  );
}

async function countAgain(sql: Transaction, id: string): Promise<void> {
  const session = await sql.get<PostgresSession>(`SELECT ${SESSION} FROM sessions s WHERE s.id = $1 FOR UPDATE`, id);
  if (session !== undefined) await recountAll(sql, session);
}

async function damagedBodies(sql: Sql): Promise<number> {
  const row = await sql.get<{ n: number }>(
    "SELECT count(*) AS n FROM hx_blobs WHERE body IS NOT NULL AND encode(sha256(body), 'hex') <> substr(key, 5)",
  );
  return row?.n ?? 0;
}
