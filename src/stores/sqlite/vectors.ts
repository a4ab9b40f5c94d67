// Vectors of messages in SQLite, placed in the order of the messages: what comes after the last one waits.

import type { VectorShelf } from "../../contracts/meaning.ts";
import { embeddedText } from "../shared/embedded-text.ts";
import type { Db } from "./db.ts";

const WAITING = `FROM messages WHERE id > (SELECT coalesce(max(id), 0) FROM hx_vectors)
  AND role IN ('user', 'assistant') AND content <> '' AND id NOT IN (SELECT id FROM hx_copies)`;

export function createSqliteShelf(db: Db): VectorShelf {
  return {
    async waiting(model, limit) {
      if (!(await db.read(() => isFor(db, model)))) await db.write(() => startOver(db, model));
      const rows = await db.read(() =>
        db.all<{ id: number; content: string | null }>(`SELECT id, content ${WAITING} ORDER BY id LIMIT ?`, limit),
      );
      return rows.map(({ id, content }) => ({ seq: id, text: embeddedText(content) }));
    },
    countWaiting: (model) =>
      db.read(() => {
        const from = isFor(db, model) ? WAITING : WAITING.replace(/\(SELECT coalesce.*?hx_vectors\)/u, "0");
        return db.get<{ n: number }>(`SELECT count(*) AS n ${from}`)?.n ?? 0;
      }),
    place: (model, placed) =>
      db.write(() => {
        if (!isFor(db, model)) return;
        for (const { seq, vector } of placed)
          db.run("INSERT OR IGNORE INTO hx_vectors (id, vector) SELECT id, ? FROM messages WHERE id = ?", vector, seq);
      }),
    placedAfter: (mark, limit) =>
      db.read(() =>
        db
          .all<{ n: number; id: number; vector: Uint8Array }>(
            "SELECT n, id, vector FROM hx_vectors WHERE n > ? ORDER BY n LIMIT ?",
            mark,
            limit,
          )
          .map(({ n, id, vector }) => ({ mark: n, seq: id, vector })),
      ),
  };
}

const isFor = (db: Db, model: string): boolean =>
  db.get("SELECT 1 FROM hx_vector_model WHERE model = ?", model) !== undefined;

function startOver(db: Db, model: string): void {
  if (isFor(db, model)) return;
  db.run("DELETE FROM hx_vectors");
  db.run("INSERT INTO hx_vector_model (one, model) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET model = ?1", model);
}
