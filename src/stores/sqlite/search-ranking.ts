// Ranks found rows, reading from SQLite what stands around them.

import type { Scored } from "../../kernel/sessions/rank.ts";
import type { Considered, HitRow } from "../shared/found-rows.ts";
import { createRowRanker, NEIGHBOURS, type Neighbour, type Ranking } from "../shared/rank-rows.ts";
import type { Db } from "./db.ts";

export interface SqliteRanking extends Ranking {
  /** Neighbours are read for this many of the best. */
  readonly lookedAround: number;
  /** Reads rows that may be shown. */
  readonly visible: (ids: readonly number[]) => readonly HitRow[];
}

/** Ranked by their own words first; the best are then ranked again with what stands around them. */
export function rankRows(db: Db, rows: readonly HitRow[], ranking: SqliteRanking): readonly Scored<Considered>[] {
  const ranker = createRowRanker(ranking);
  const around = new Map<number, readonly Neighbour[]>();
  const look = ({ row }: Considered) => around.set(row.id, neighbours(db, row));
  const found = ranker.first(rows);
  for (const candidate of found.slice(0, ranking.lookedAround)) look(candidate);
  const replies = ranker.first(ranking.visible(ranker.replies(found, around)));
  for (const candidate of replies) look(candidate);
  return ranker.last([...found, ...replies], around);
}

const NEXT_TO = (compare: string, order: string) =>
  `SELECT id, content FROM messages WHERE session_id = ? AND active = 1 AND (timestamp, id) ${compare} (?, ?)
   AND role IN ('user', 'assistant') ORDER BY timestamp ${order}, id ${order} LIMIT ${NEIGHBOURS}`;
const SIDES = [
  { sign: -1, sql: NEXT_TO("<", "DESC") },
  { sign: 1, sql: NEXT_TO(">", "ASC") },
];

function neighbours(db: Db, row: HitRow): readonly Neighbour[] {
  return SIDES.flatMap(({ sign, sql }) =>
    db
      .all<{ id: number; content: string | null }>(sql, row.session_id, row.timestamp, row.id)
      .map(({ id, content }, index) => ({ id, content, distance: sign * (index + 1) })),
  );
}
