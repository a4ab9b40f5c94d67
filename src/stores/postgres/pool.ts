// Connections to PostgreSQL and transactions that are tried again when two of them met.

import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Ids } from "../../contracts/time.ts";
import { isRetryable, placeOf, storeFailure } from "./failures.ts";

export interface Sql {
  all<T>(text: string, ...values: unknown[]): Promise<T[]>;
  get<T>(text: string, ...values: unknown[]): Promise<T | undefined>;
  /** Rows changed. */
  run(text: string, ...values: unknown[]): Promise<number>;
}

export interface PgPool {
  /** One statement, or several that need no common snapshot. */
  readonly sql: Sql;
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  write<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface PgOptions {
  readonly url: string;
  readonly ids: Pick<Ids, "random">;
  readonly maxConnections?: number;
}

/** Milliseconds by the one clock all machines share. */
export const SERVER_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::double precision";

const MAX_ATTEMPTS = 20;
const INT8 = 20;
const NUMERIC = 1700;

/** Whole numbers come as numbers: counters and ids stay far below 2^53. */
const types = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (oid === INT8 || oid === NUMERIC) return Number;
    return format === "binary" ? pg.types.getTypeParser(oid, "binary") : pg.types.getTypeParser(oid, "text");
  },
} as pg.CustomTypesConfig;

export function openPool({ url, ids, maxConnections = 8 }: PgOptions): PgPool {
  const place = placeOf(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    types,
    connectionTimeoutMillis: 10_000,
    allowExitOnIdle: true,
  });
  // A connection that breaks while idle is replaced by the next query; that query reports if it cannot.
  pool.on("error", () => undefined);

  async function transaction<T>(begin: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const client = await pool.connect().catch((error: unknown) => {
        throw storeFailure(error, place);
      });
      let broken: Error | undefined;
      try {
        await client.query(begin);
        const value = await work(sqlOf(client));
        await client.query("COMMIT");
        return value;
      } catch (error) {
        await client.query("ROLLBACK").catch((failure: unknown) => {
          broken = failure instanceof Error ? failure : new Error(String(failure));
        });
        if (!isRetryable(error) || attempt >= MAX_ATTEMPTS) throw storeFailure(error, place);
      } finally {
        client.release(broken);
      }
      await pause(1 + ids.random() * 10 * attempt);
    }
  }

  const direct = sqlOf(pool);
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw storeFailure(error, place);
    }
  };
  return {
    sql: {
      all: (text, ...values) => guarded(direct.all(text, ...values)),
      get: (text, ...values) => guarded(direct.get(text, ...values)),
      run: (text, ...values) => guarded(direct.run(text, ...values)),
    },
    read: (work) => transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work),
    write: (work) => transaction("BEGIN", work),
    close: async () => {
      if (!pool.ending) await pool.end();
    },
  };
}

function sqlOf(client: { query(text: string, values: unknown[]): Promise<pg.QueryResult> }): Sql {
  return {
    all: async <T>(text: string, ...values: unknown[]) => (await client.query(text, values)).rows as T[],
    get: async <T>(text: string, ...values: unknown[]) => (await client.query(text, values)).rows[0] as T | undefined,
    run: async (text, ...values) => (await client.query(text, values)).rowCount ?? 0,
  };
}
