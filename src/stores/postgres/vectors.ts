// Vectors of messages in PostgreSQL. Messages of several machines become visible out of order: what has no vector waits.

import type { VectorShelf } from "../../contracts/meaning.ts";
import { embeddedText } from "../shared/embedded-text.ts";
import type { PgPool } from "./pool.ts";
import type { Sql, Transaction } from "./sql.ts";

const WAITING = `FROM messages m WHERE role IN ('user', 'assistant') AND content <> '' AND origin IS NULL
  AND NOT EXISTS (SELECT 1 FROM hx_vectors v WHERE v.id = m.id)`;

export function createPostgresShelf({ sql, write }: PgPool): VectorShelf {
  return {
    async waiting(model, limit) {
      if (!(await isFor(sql, model))) await write((on) => startOver(on, model));
      const rows = await sql.all<{ id: number; content: string | null }>(
        `SELECT id, content ${WAITING} ORDER BY id LIMIT $1`,
        limit,
      );
      return rows.map(({ id, content }) => ({ seq: id, text: embeddedText(content) }));
    },
    async countWaiting(model) {
      const all = WAITING.slice(0, WAITING.indexOf("AND NOT EXISTS"));
      const from = (await isFor(sql, model)) ? WAITING : all;
      return (await sql.get<{ n: number }>(`SELECT count(*) AS n ${from}`))?.n ?? 0;
    },
    place: (model, placed) =>
      write(async (on) => {
        if (!(await isFor(on, model))) return;
        for (const { seq, vector } of placed)
          await on.run(
            "INSERT INTO hx_vectors (id, vector) SELECT id, $1 FROM messages WHERE id = $2 ON CONFLICT (id) DO NOTHING",
            Buffer.from(vector),
            seq,
          );
      }),
    async placedAfter(mark, limit) {
      const rows = await sql.all<{ n: number; id: number; vector: Buffer }>(
        "SELECT n, id, vector FROM hx_vectors WHERE n > $1 ORDER BY n LIMIT $2",
        mark,
        limit,
      );
      return rows.map(({ n, id, vector }) => ({ mark: n, seq: id, vector: new Uint8Array(vector) }));
    },
  };
}

const isFor = async (sql: Sql, model: string): Promise<boolean> =>
  (await sql.get("SELECT 1 FROM hx_vector_model WHERE model = $1", model)) !== undefined;

async function startOver(sql: Transaction, model: string): Promise<void> {
  await sql.run(`DELETE FROM hx_vectors WHERE ${sql.begun}`);
  await sql.run(
    "INSERT INTO hx_vector_model (one, model) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET model = excluded.model",
    model,
  );
}
