// Statements as the parts of the PostgreSQL store send them. Each is a way to another machine and back, unless it is sent together with others.

import type pg from "pg";

export interface Sql {
  all<T>(text: string, ...values: unknown[]): Promise<T[]>;
  get<T>(text: string, ...values: unknown[]): Promise<T | undefined>;
  /** Rows changed. */
  run(text: string, ...values: unknown[]): Promise<number>;
}

export interface Transaction extends Sql {
  /** Sent without waiting for its answer, at the latest with the end of the transaction: if it fails, all of that fails. */
  post(text: string, ...values: unknown[]): void;
  /** A condition that holds only inside the transaction. Whatever writes on the way of its beginning needs it: should that fail, the rest of the way stands by itself. */
  readonly begun: string;
}

/** Milliseconds by the one clock all machines share. */
export const SERVER_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::double precision";

export function sqlOf(query: (text: string, values: unknown[]) => Promise<pg.QueryResult>): Sql {
  return {
    all: async <T>(text: string, ...values: unknown[]) => (await query(text, values)).rows as T[],
    get: async <T>(text: string, ...values: unknown[]) => (await query(text, values)).rows[0] as T | undefined,
    run: async (text, ...values) => (await query(text, values)).rowCount ?? 0,
  };
}

/** What was sent one after the other, on one way. Of several that failed the first says why: the others failed because of it. */
export async function together<T extends readonly unknown[]>(
  ...sent: readonly [...{ [K in keyof T]: Promise<T[K]> }]
): Promise<{ -readonly [K in keyof T]: T[K] }> {
  await Promise.allSettled(sent);
  return (await Promise.all(sent)) as { -readonly [K in keyof T]: T[K] };
}
