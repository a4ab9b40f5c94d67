// Two that change the same at the same moment: one waits for the other, and what both were promised holds.

import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { textOf, userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeClock, fakeIds } from "../../testing/fakes.ts";
import { onPostgres } from "../../testing/suites/on-postgres.ts";
import { openPostgresStore } from "./open.ts";
import type { PostgresSessionStore } from "./store.ts";

await onPostgres("postgres: two at once", (server) => {
  interface Scene {
    readonly store: PostgresSessionStore;
    /** Somebody else, in a transaction. */
    readonly other: pg.Client;
    /** Until as many wait for a lock, or until `instead` has happened. */
    waiting(count: number, instead?: Promise<unknown>): Promise<void>;
    end(): Promise<void>;
  }

  async function start(): Promise<Scene> {
    const url = await server().freshDatabase();
    const store = await openPostgresStore({ url, clock: fakeClock({ auto: true }), ids: fakeIds() });
    const clients = [0, 1].map(() => new pg.Client({ connectionString: url }));
    await Promise.all(clients.map((client) => client.connect()));
    const [other, watcher] = clients as [pg.Client, pg.Client];
    await other.query("BEGIN");
    return {
      store,
      other,
      async waiting(count, instead) {
        let over = false;
        const end = () => {
          over = true;
        };
        instead?.then(end, end);
        const blocked =
          "SELECT count(*)::integer AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        while (!over && (await watcher.query(blocked)).rows[0].n < count) await pause(5);
      },
      async end() {
        await Promise.all([store.close(), ...clients.map((client) => client.end())]);
      },
    };
  }

  const named = (id: string, startedAt: number) => ({ id, source: "cli", principal: OWNER, startedAt });
  const head = async (store: PostgresSessionStore, id: string) => (await store.history(id)).at(-1)?.seq ?? 0;

  test("a session that is taken up while old ones are pruned stays", async () => {
    const { store, other, waiting, end } = await start();
    const now = 200 * 86_400_000;
    for (const id of ["taken up", "old"]) {
      await store.create(named(id, 1));
      await store.append(id, [userMessage("words", 1)], 0);
    }
    const request = { olderThanDays: 90, now };
    const plan = await store.prunePlan(request);
    expect(plan.sessions).toHaveLength(2);
    await other.query("SELECT 1 FROM sessions WHERE id = 'taken up' FOR UPDATE");
    await other.query("INSERT INTO hx_leases VALUES ('taken up', 'somebody', 't', 1e15)");
    const pruned = store.prune(plan, request);
    await waiting(1, pruned);
    await other.query("COMMIT");
    expect(await pruned).toEqual({ removed: 1 });
    expect(await store.get("taken up")).toBeDefined();
    await end();
  });

  test("a session that goes is taken up by nobody, also where somebody held it before", async () => {
    const { store, other, waiting, end } = await start();
    await store.create(named("old", 1));
    await other.query("INSERT INTO hx_leases VALUES ('old', 'somebody', 't', 1)");
    await other.query("COMMIT");
    await other.query("BEGIN");
    await other.query("SELECT 1 FROM sessions WHERE id = 'old' FOR UPDATE");
    const claiming = store.claim("old", "me", 60_000);
    const settled = Promise.allSettled([claiming]);
    await waiting(1, claiming);
    await other.query("DELETE FROM sessions WHERE id = 'old'");
    await other.query("COMMIT");
    expect(await settled).toMatchObject([{ status: "rejected", reason: { kind: "not-found" } }]);
    await end();
  });

  test("whoever adds what others hold, too, waits for the table before it holds anything of theirs", async () => {
    const { store, other, waiting, end } = await start();
    const long = "long ".repeat(60_000);
    for (const id of ["first", "second"]) await store.create(named(id, 1));
    await store.append("first", [userMessage(long, 1)], 0);
    await other.query("LOCK TABLE messages IN SHARE ROW EXCLUSIVE MODE");
    const adding = store.append("second", [userMessage(long, 2)], 0);
    await waiting(1);
    expect((await other.query("SELECT 1 FROM hx_blobs FOR UPDATE NOWAIT")).rows).toHaveLength(1);
    await other.query("COMMIT");
    await adding;
    await end();
  });

  test("bodies are dropped in the order in which everybody else takes them", async () => {
    const { store, other, waiting, end } = await start();
    await store.create(named("a", 1));
    const image = (n: number) => ({
      type: "image" as const,
      mime: "image/png",
      base64: Buffer.alloc(9_000, n).toString("base64"),
    });
    await store.append("a", [{ role: "user", parts: [image(1), image(2)], at: 1 }], 0);
    const keys = (await other.query<{ key: string }>("SELECT key FROM hx_blobs ORDER BY key")).rows.map(
      ({ key }) => key,
    );
    for (const [at, key] of keys.entries()) await other.query("UPDATE hx_blobs SET at = $1 WHERE key = $2", [at, key]);
    await other.query("COMMIT");
    await other.query("BEGIN");
    const [first, second] = keys;
    await other.query("SELECT 1 FROM hx_blobs WHERE key = $1 FOR UPDATE", [first]);
    const dropping = store.keepBodiesWithin({ imageBytes: 0 });
    await waiting(1, dropping);
    expect((await other.query("SELECT 1 FROM hx_blobs WHERE key = $1 FOR UPDATE NOWAIT", [second])).rows).toHaveLength(
      1,
    );
    await other.query("COMMIT");
    expect(await dropping).toEqual({ images: 2, results: 0 });
    await end();
  });

  test("a title somebody else takes in this moment is numbered on, or refused in words", async () => {
    const { store, other, waiting, end } = await start();
    await store.create({ ...named("a", 1), title: "tax" });
    await store.create(named("b", 2));
    await other.query(
      "INSERT INTO sessions (id, source, started_at, last_active, title, guest) VALUES ('c', 'cli', 1, 1, 'tax #2', FALSE)",
    );
    const both = [store.name("b", "tax"), store.setTitle("a", "tax #2")];
    const settled = Promise.allSettled(both);
    await waiting(2);
    await other.query("COMMIT");
    const [numbered, refused] = await settled;
    expect(numbered).toMatchObject({ status: "fulfilled" });
    expect(await store.get("b")).toMatchObject({ title: "tax #3" });
    expect(refused).toMatchObject({ reason: { kind: "conflict", message: expect.stringContaining("tax #2") } });
    await end();
  });

  test("what is copied while its original goes is still found", async () => {
    const { store, other, waiting, end } = await start();
    await store.create(named("first", 1));
    await store.append("first", [userMessage("walrus", 1)], 0);
    await store.branch("first", named("second", 2));
    await store.append("second", [userMessage("long ".repeat(60_000), 3)], await head(store, "second"));
    await other.query("SELECT 1 FROM hx_blobs FOR UPDATE");
    const copying = store.branch("second", named("third", 4));
    await waiting(1);
    const going = store.remove("first");
    await waiting(2, going);
    await other.query("COMMIT");
    await Promise.all([copying, going]);
    const found = (sessionId: string) => store.search({ principal: OWNER, query: "walrus", limit: 5, sessionId });
    expect(await found("third")).toHaveLength(1);
    await store.remove("second");
    expect(await found("third")).toHaveLength(1);
    await end();
  });

  test("what is admitted while the conversation moves on waits where it goes on", async () => {
    const { store, other, waiting, end } = await start();
    await store.create(named("part1", 1));
    const [seq = 0] = await store.append("part1", [userMessage("one", 1)], 0);
    const compaction = (toSeq: number) => ({
      ...{ view: [userMessage("summary", 2)], summary: "summary", note: "", tokensBefore: 9, tokensAfter: 1 },
      replaced: { fromSeq: toSeq, toSeq },
    });
    await store.continueFrom("part1", named("part2", 10), compaction(seq));
    await other.query("LOCK TABLE messages IN SHARE MODE");
    const moving = store.continueFrom("part2", named("part3", 20), compaction(await head(store, "part2")));
    await waiting(1);
    const parts = [{ type: "text" as const, text: "are you there?" }];
    const admitting = store.admit("part1", { id: "x", parts, delivery: "queue", at: 30 });
    await waiting(2, admitting);
    await other.query("COMMIT");
    await Promise.all([moving, admitting]);
    expect((await store.pending("part3")).map(({ id }) => id)).toEqual(["x"]);
    expect((await store.history("part3")).map(({ message }) => textOf(message))).toEqual(["summary"]);
    await end();
  });
});
