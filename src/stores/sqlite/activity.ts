// Which sessions were active last, without asking every one of them: for each a moment none of its messages is newer than.

import { backlog } from "./backlog.ts";
import type { Db } from "./db.ts";

/** Inside a write transaction: takes in the messages after `from`, up to `to`. Undone ones count too, so that taking an undo back needs no word here. */
export function noteActivity(db: Db, from: number, to: number): void {
  db.run(
    `INSERT INTO hx_activity (session_id, newest) SELECT session_id, max(timestamp) FROM messages WHERE id > ? AND id <= ? GROUP BY session_id
     ON CONFLICT (session_id) DO UPDATE SET newest = max(newest, excluded.newest)`,
    from,
    to,
  );
}

export interface Newest {
  readonly ids: readonly string[];
  /** No other session is newer than this. */
  readonly bound: number;
}

/** Waiting messages are read one by one. */
const MOST_WAITING = 2_000;

/** About the `count` sessions active last; undefined while too much is waiting to be taken in. */
export function newestSessions(db: Db, count: number): Newest | undefined {
  const { through, last } = backlog(db);
  if (last - through > MOST_WAITING) return undefined;
  const waiting = db.all<{ id: string }>("SELECT session_id AS id FROM messages NOT INDEXED WHERE id > ?", through);
  const noted = db.all<Moment>(
    "SELECT session_id AS id, newest AS at FROM hx_activity ORDER BY newest DESC LIMIT ?",
    count,
  );
  const begun = db.all<Moment>("SELECT id, started_at AS at FROM sessions ORDER BY started_at DESC LIMIT ?", count);
  return {
    ids: [...new Set([...waiting, ...noted, ...begun].map(({ id }) => id))],
    bound: Math.max(endOf(noted, count), endOf(begun, count)),
  };
}

interface Moment {
  readonly id: string;
  readonly at: number;
}

const endOf = (moments: readonly Moment[], count: number): number =>
  moments.length < count ? Number.NEGATIVE_INFINITY : (moments.at(-1)?.at ?? Number.NEGATIVE_INFINITY);
