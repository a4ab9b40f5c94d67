// Transactions whose statements travel together: all of it stands, or nothing, and the first failure is the one that is told.

import type pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StoreFailure } from "../../kernel/failure.ts";
import { fakeClock, fakeIds } from "../../testing/fakes.ts";
import { tripsOf } from "../../testing/postgres-trips.ts";
import { onPostgres } from "../../testing/suites/on-postgres.ts";
import { attemptOnce } from "./attempt.ts";
import { openPostgresStore } from "./open.ts";
import { openPool, type PgPool } from "./pool.ts";
import { together } from "./sql.ts";

await onPostgres("postgres: statements that travel together", (server) => {
  let pool: PgPool;
  beforeEach(async () => {
    const url = await server().freshDatabase();
    await openPostgresStore({ url, clock: fakeClock(), ids: fakeIds() }).then((store) => store.close());
    pool = openPool({ url, ids: fakeIds() });
    await pool.sql.run("CREATE TABLE kept (n INTEGER PRIMARY KEY)");
  });
  afterEach(() => pool.close());

  const kept = async () => (await pool.sql.all<{ n: number }>("SELECT n FROM kept ORDER BY n")).map(({ n }) => n);
  const INSERT = "INSERT INTO kept (n) VALUES ($1)";

  test("two ways for as many as need nothing from each other", async () => {
    const { count } = await tripsOf(() =>
      pool.write(async (sql) => {
        sql.post(INSERT, 1);
        const [added] = await together(sql.run(INSERT, 2), sql.run(INSERT, 3));
        sql.post(INSERT, 4);
        return added;
      }),
    );
    expect(count).toBe(2);
    expect(await kept()).toEqual([1, 2, 3, 4]);
  });

  test("what was posted and failed takes everything back", async () => {
    const work = pool.write(async (sql) => {
      await sql.run(INSERT, 1);
      sql.post(INSERT, 1);
      sql.post(INSERT, 2);
    });
    await expect(work).rejects.toMatchObject({ kind: "conflict" });
    expect(await kept()).toEqual([]);
  });

  test("of those that travelled together the first that failed says why, and the connection goes on", async () => {
    const posted = pool.write(async (sql) => {
      sql.post("INSERT INTO nowhere VALUES (1)");
      await sql.run(INSERT, 1);
    });
    await expect(posted).rejects.toThrow(/nowhere/);
    const refused = new StoreFailure("invalid", "not this one");
    const own = pool.write((sql) => together(Promise.reject(refused), sql.run("INSERT INTO nowhere VALUES (1)")));
    await expect(own).rejects.toBe(refused);
    await pool.write((sql) => sql.run(INSERT, 5));
    expect(await kept()).toEqual([5]);
  });

  test("whoever met another writer in what it posted tries again", async () => {
    let attempts = 0;
    await pool.write(async (sql) => {
      attempts += 1;
      if (attempts === 1) sql.post("DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$");
      await sql.run(INSERT, attempts);
    });
    expect(await kept()).toEqual([2]);
  });

  test("what was posted and failed takes everything back, also where a savepoint had made up for it", async () => {
    const work = pool.write(async (sql) => {
      await sql.run("SAVEPOINT before");
      sql.post("INSERT INTO nowhere VALUES (1)");
      await sql.run("ROLLBACK TO SAVEPOINT before");
      await sql.run(INSERT, 1);
    });
    await expect(work).rejects.toThrow(/nowhere/);
    expect(await kept()).toEqual([]);
  });

  test("a failure that was looked over is not called stored", async () => {
    const work = pool.write(async (sql) => {
      await sql.run(INSERT, 1);
      await sql.run("INSERT INTO nowhere VALUES (1)").catch(() => 0);
    });
    await expect(work).rejects.toThrow(/nowhere/);
    expect(await kept()).toEqual([]);
  });

  test("where no mark can be left nothing is written, though it was sent along", async () => {
    await pool.sql.run("DROP TABLE hx_writers");
    await expect(pool.write((sql) => sql.run(INSERT, 1))).rejects.toThrow(/hx_writers/);
    expect(await kept()).toEqual([]);
  });
});

describe("an end that was asked for", () => {
  const endingWith = (error: Error) => {
    const query = (text: string) => (text === "COMMIT" ? Promise.reject(error) : Promise.resolve({ rows: [] }));
    const loan = { client: { query } as unknown as pg.PoolClient, kind: "write" as const, broke: () => undefined };
    return attemptOnce(loan, async () => "value");
  };

  test("is not known to have failed unless the server said so", async () => {
    const unheard = [
      new Error("Query read timeout"),
      Object.assign(new Error("wrong record"), { code: "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC" }),
      Object.assign(new Error("reset"), { code: "ECONNRESET" }),
    ];
    for (const error of unheard) expect(await endingWith(error)).toMatchObject({ type: "unknown", value: "value" });
    const said = Object.assign(new Error("serialization"), { code: "40001" });
    expect(await endingWith(said)).toMatchObject({ type: "failed", error: said });
  });
});
