// The way into sessions on PostgreSQL: connects, makes its tables once however many machines start, and says plainly why it cannot.

import type { Clock, Ids } from "../../contracts/time.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { sharedHolderAlive } from "../shared/holder.ts";
import { placeOf } from "./failures.ts";
import { openPool, type PgPool } from "./pool.ts";
import { SCHEMA_VERSION, TABLES } from "./schema.data.ts";
import { createPostgresSessionStore, type PostgresSessionStore } from "./store.ts";

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  readonly clock: Clock;
  readonly ids: Ids;
  /** False only when a holder is certainly gone; by default, when it was a process of this machine and no longer runs. */
  readonly holderAlive?: (holder: string) => boolean;
  readonly maxConnections?: number;
  readonly patience?: readonly number[];
}

/** Any number; the same for everybody who makes these tables. */
const SCHEMA_LOCK = 726_381_904;

export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresSessionStore> {
  const pool = openPool(options);
  try {
    await prepare(pool, placeOf(options.url));
  } catch (error) {
    await pool.close();
    throw error;
  }
  return createPostgresSessionStore({
    pool,
    clock: options.clock,
    ids: options.ids,
    holderAlive: options.holderAlive ?? sharedHolderAlive,
  });
}

async function prepare(pool: PgPool, place: string): Promise<void> {
  const { version, encoding } = await found(pool);
  if (encoding !== "UTF8")
    throw new StoreFailure(
      "invalid",
      `Session database ${place} keeps text as ${encoding}: one made with ENCODING 'UTF8' is needed.`,
    );
  if (version === SCHEMA_VERSION) return;
  await pool.setUp(async (sql) => {
    await sql.get("SELECT pg_advisory_xact_lock($1)", SCHEMA_LOCK);
    for (const statement of TABLES) await sql.run(statement);
    const version = (await sql.get<{ v: number | null }>("SELECT max(version) AS v FROM hx_schema"))?.v;
    if (version == null) await sql.run("INSERT INTO hx_schema (version) VALUES ($1)", SCHEMA_VERSION);
    else if (version > SCHEMA_VERSION) {
      throw new StoreFailure(
        "newer-schema",
        `Session database ${place} was set up by a newer version; update this program.`,
      );
    } else await sql.run("UPDATE hx_schema SET version = $1", SCHEMA_VERSION);
  });
}

async function found(pool: PgPool): Promise<{ readonly version: number | undefined; readonly encoding: string }> {
  const row = await pool.sql.get<{ there: boolean; encoding: string }>(
    "SELECT to_regclass('hx_schema') IS NOT NULL AS there, current_setting('server_encoding') AS encoding",
  );
  const stands = row?.there
    ? await pool.sql.get<{ v: number | null }>("SELECT max(version) AS v FROM hx_schema")
    : undefined;
  return { version: stands?.v ?? undefined, encoding: row?.encoding ?? "" };
}
