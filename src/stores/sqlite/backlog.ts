// How far what is derived from the messages is behind them.

import type { Db } from "./db.ts";

interface Backlog {
  readonly through: number;
  readonly last: number;
}

export function backlog(db: Db): Backlog {
  const row = db.get<{ through: number; last: number | null }>(
    "SELECT through, (SELECT max(id) FROM messages) AS last FROM hx_index WHERE one = 1",
  );
  return { through: row?.through ?? 0, last: row?.last ?? 0 };
}
