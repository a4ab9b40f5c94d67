// Connections to PostgreSQL and transactions: tried again when two of them met, and when the server went away and came back.

import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Ids } from "../../contracts/time.ts";
import { attemptOnce, type Kind, MAX_LOSSES } from "./attempt.ts";
import { isComingUp, isGone, isLockedOut, placeOf, storeFailure } from "./failures.ts";
import { type Mark, markStands, seekMark } from "./marks.ts";
import { type Sql, sqlOf, type Transaction } from "./sql.ts";

export interface PgPool {
  /** One statement, or several that need no common snapshot. */
  readonly sql: Sql;
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  write<T>(work: (sql: Transaction) => Promise<T>): Promise<T>;
  /** Makes the tables `write` needs; may happen twice. */
  setUp(work: (sql: Sql) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface PgOptions {
  readonly url: string;
  readonly ids: Pick<Ids, "random">;
  readonly maxConnections?: number;
  /** How long a server that went away is waited for, in milliseconds before each look. */
  readonly patience?: readonly number[];
}

/** A restart takes seconds. */
const PATIENCE: readonly number[] = [100, 200, 400, 800, 1_600, 3_200];
/** What is said to be stored must be: a database may be set up to say so before it has written it down. */
const KEPT_WHEN_TOLD =
  "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";
const INT8 = 20;
const NUMERIC = 1700;

/** Whole numbers come as numbers: counters and ids stay far below 2^53. */
const types = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (oid === INT8 || oid === NUMERIC) return Number;
    return format === "binary" ? pg.types.getTypeParser(oid, "binary") : pg.types.getTypeParser(oid, "text");
  },
} as pg.CustomTypesConfig;

export function openPool({ url, ids, maxConnections = 8, patience = PATIENCE }: PgOptions): PgPool {
  const place = placeOf(url);
  const pool = new pg.Pool({
    connectionString: withVerifiedTls(url),
    max: maxConnections,
    types,
    connectionTimeoutMillis: 10_000,
    // A statement that is sent before the one before it was answered costs no way of its own.
    pipeline: true,
    // To connect takes many ways: one that is used again within a model's answer is kept.
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    allowExitOnIdle: true,
  });
  // A connection that breaks while idle is replaced by the next query; that query reports if it cannot.
  pool.on("error", ignore);
  let wasThere = false;
  /** How many times a server was lost before each connection was made. */
  const madeAfter = new WeakMap<pg.PoolClient, number>();
  let losses = 0;
  pool.on("connect", (client) => {
    wasThere = true;
    madeAfter.set(client, losses);
    // One that breaks says so twice: here, where nobody listening ends the program, and to the query under way or the next one.
    client.on("error", ignore);
    // Goes along with the first statement, which says what is wrong with the connection if anything is.
    client.query(KEPT_WHEN_TOLD).catch(ignore);
  });

  /** A server that was there before is waited for. */
  async function connect(): Promise<pg.PoolClient> {
    for (const wait of [...patience, undefined]) {
      try {
        return await connectOnce();
      } catch (error) {
        if (wait === undefined || !(isComingUp(error) || (wasThere && isGone(error)))) throw error;
        await pause(wait);
      }
    }
    throw new Error("patience has no end");
  }

  /** Never one from before the last loss: those who wait in the pool may be dead without having heard of it, each of them. */
  async function connectOnce(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if (madeAfter.get(client) === losses) return client;
      client.release(true);
    }
  }

  /** The connection goes back where it came from, or away when it broke. */
  async function lent<T>(work: (client: pg.PoolClient, broke: () => void) => Promise<T>): Promise<T> {
    const client = await connect();
    let broken = false;
    try {
      return await work(client, () => {
        broken = true;
      });
    } finally {
      if (broken && madeAfter.get(client) === losses) losses += 1;
      client.release(broken);
    }
  }

  async function transaction<T>(kind: Kind, work: (sql: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const tried = await lent((client, broke) => attemptOnce({ client, broke, kind }, work));
      if (tried.type === "done") return tried.value;
      if (tried.type === "unknown" && (await wasCommitted(tried.mark))) return tried.value;
      if (!tried.again(attempt)) throw tried.error;
      await pause(1 + ids.random() * 10 * attempt);
    }
  }

  /** What became of a transaction whose end was asked for and never answered: its mark stands, or nothing of it. Waits while it is still under way. */
  async function wasCommitted(mark: Mark): Promise<boolean> {
    const limit = 1 + patience.reduce((sum, wait) => sum + wait, 0);
    try {
      return markStands(mark, await onceMore((client) => client.query(seekMark(mark, limit))));
    } catch (error) {
      if (!isLockedOut(error)) throw error;
      throw new Error("the connection broke, and the server cannot say whether this was stored", { cause: error });
    }
  }

  /** For what may be done twice. */
  async function onceMore<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    for (let loss = 1; ; loss++) {
      const tried = await lent(async (client, broke) => {
        try {
          return { type: "done" as const, value: await work(client) };
        } catch (error) {
          if (!isGone(error)) throw error;
          broke();
          return { type: "gone" as const, error };
        }
      });
      if (tried.type === "done") return tried.value;
      if (loss > MAX_LOSSES) throw tried.error;
    }
  }

  const typed = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw storeFailure(error, place);
    }
  };
  return {
    sql: sqlOf((text, values) => typed(() => onceMore((client) => client.query(text, values)))),
    read: (work) => typed(() => transaction("read", work)),
    write: (work) => typed(() => transaction("write", work)),
    setUp: (work) => typed(() => transaction("set up", work)),
    close: async () => {
      if (!pool.ending) await pool.end();
    },
  };
}

const ignore = (): void => undefined;

/** What pg does with these modes today, asked for by its name: pg warns of the others on every start. */
function withVerifiedTls(url: string): string {
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/u, "$1verify-full");
}
