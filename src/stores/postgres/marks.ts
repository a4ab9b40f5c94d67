// The mark every transaction leaves in the database, for whoever never hears what became of one. The numbers PostgreSQL gives
// to transactions are no proof: a server that crashes gives those it had not written down yet to others.

import { randomUUID } from "node:crypto";
import type pg from "pg";

export interface Mark {
  readonly writer: string;
  readonly n: number;
}

/** The last one made over each connection. */
const made = new WeakMap<pg.PoolClient, Mark>();

export function nextMark(client: pg.PoolClient): Mark {
  const { writer, n } = made.get(client) ?? { writer: randomUUID(), n: 0 };
  const mark = { writer, n: n + 1 };
  made.set(client, mark);
  return mark;
}

/** The first over a connection sweeps away what nobody will ask for again. */
export function beginMarked({ writer, n }: Mark): string {
  const old = "SELECT writer FROM hx_writers WHERE at < now() - interval '1 day' FOR UPDATE SKIP LOCKED";
  const sweep = n === 1 ? `DELETE FROM hx_writers WHERE writer IN (${old}); ` : "";
  return `BEGIN; ${sweep}INSERT INTO hx_writers (writer, n) VALUES ('${writer}', ${n})
    ON CONFLICT (writer) DO UPDATE SET n = excluded.n, at = excluded.at`;
}

/** As SQL: whether it stands, or this is its own transaction. */
export const isMarked = ({ writer, n }: Mark): string =>
  `EXISTS (SELECT 1 FROM hx_writers WHERE writer = '${writer}' AND n = ${n})`;

/** Waits while its transaction is still under way, at most for so many milliseconds. May be asked twice. */
export function seekMark({ writer }: Mark, limit: number): string {
  return `BEGIN; SET LOCAL lock_timeout = ${limit}; INSERT INTO hx_writers (writer, n) VALUES ('${writer}', 0)
    ON CONFLICT (writer) DO UPDATE SET at = excluded.at RETURNING n; COMMIT`;
}

/** pg answers several statements with several results. */
export function markStands({ n }: Mark, answer: pg.QueryResult | readonly pg.QueryResult[]): boolean {
  return [answer].flat().some(({ rows }) => rows[0]?.n === n);
}
