// One attempt at a transaction over one connection: it is done, it failed, or nobody heard what became of it.

import type pg from "pg";
import { isAnswer, isGone, isRefusedSince, isRetryable } from "./failures.ts";
import { beginMarked, isMarked, type Mark, nextMark } from "./marks.ts";
import { sqlOf, type Transaction, together } from "./sql.ts";

export type Kind = "read" | "write" | "set up";

export type Attempt<T> =
  | { readonly type: "done"; readonly value: T }
  /** Its end was asked for, and the connection broke before the answer. */
  | ({ readonly type: "unknown"; readonly value: T; readonly mark: Mark } & Failed)
  | ({ readonly type: "failed" } & Failed);

interface Failed {
  readonly error: unknown;
  readonly again: (attempt: number) => boolean;
}

interface Loan {
  readonly client: pg.PoolClient;
  readonly kind: Kind;
  /** To be told when the connection is of no more use. */
  readonly broke: () => void;
}

const MAX_ATTEMPTS = 20;
export const MAX_LOSSES = 3;

/** The beginning goes along with the first statements, what was posted along with the end; the end only when all is known that `work` returns. */
export async function attemptOnce<T>(
  { client, kind, broke }: Loan,
  work: (sql: Transaction) => Promise<T>,
): Promise<Attempt<T>> {
  const mark = kind === "write" ? nextMark(client) : undefined;
  /** What failed first: whatever was sent after it is only refused, and nothing more is sent. */
  let first: unknown;
  const query = (text: string, values?: unknown[]): Promise<pg.QueryResult> => {
    const sent = first === undefined ? client.query(text, values) : Promise.reject(first);
    sent.catch((error: unknown) => {
      first ??= error;
    });
    return sent;
  };
  const sql: Transaction = {
    ...sqlOf(query),
    post(text, ...values) {
      void query(text, values);
    },
    begun: mark === undefined ? "TRUE" : isMarked(mark),
  };
  let reached: { readonly value: T } | undefined;
  try {
    const [, value] = await together(query(beginOf(kind, mark)), work(sql));
    reached = { value };
    // Answered after all that was posted. One with a failure in it is answered, too: by the end it came to.
    const { command } = await query("COMMIT");
    if (command !== "COMMIT") throw first;
    return { type: "done", value };
  } catch (met) {
    const error = isRefusedSince(met) ? first : met;
    if (isGone(error) || (reached !== undefined && !isAnswer(error))) {
      broke();
      const failed = { error, again: (attempt: number) => attempt < MAX_LOSSES };
      return reached !== undefined && mark !== undefined
        ? { type: "unknown", ...reached, mark, ...failed }
        : { type: "failed", ...failed };
    }
    await client.query("ROLLBACK").catch(broke);
    return { type: "failed", error, again: (attempt) => isRetryable(error) && attempt < MAX_ATTEMPTS };
  }
}

function beginOf(kind: Kind, mark: Mark | undefined): string {
  if (mark !== undefined) return beginMarked(mark);
  return kind === "read" ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN";
}
