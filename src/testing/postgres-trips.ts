// How many ways to a PostgreSQL server and back something takes: statements that are sent before any of them is answered share one.

import pg from "pg";
import { vi } from "vitest";

export interface Trips {
  readonly count: number;
  /** The beginning of each statement; those that shared the way of the one before them stand in brackets. */
  readonly statements: readonly string[];
}

/** Over all connections of this process; whatever else it sends meanwhile counts, too. */
export async function tripsOf(work: () => Promise<unknown>): Promise<Trips> {
  const statements: string[] = [];
  let count = 0;
  /** Connections over which statements are under way, and nothing came back yet. */
  const setOut = new WeakSet<object>();
  const send = pg.Client.prototype.query as (this: object, ...args: unknown[]) => Promise<unknown>;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: object, ...args: unknown[]) {
    const shared = setOut.has(this);
    const words = String(args[0]).replaceAll(/\s+/gu, " ").slice(0, 60);
    if (!shared) count += 1;
    statements.push(shared ? `(${words})` : words);
    setOut.add(this);
    const answered = () => void setOut.delete(this);
    const answer = send.apply(this, args);
    answer.then(answered, answered);
    return answer;
  } as typeof pg.Client.prototype.query);
  try {
    await work();
    return { count, statements };
  } finally {
    spy.mockRestore();
  }
}
