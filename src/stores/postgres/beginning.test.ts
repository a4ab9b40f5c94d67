// A transaction whose beginning fails while the rest of its first way is already sent: nothing of it may stand by itself.

import pg from "pg";
import { expect, test, vi } from "vitest";
import { NO_USAGE, userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeClock, fakeIds } from "../../testing/fakes.ts";
import { onPostgres } from "../../testing/suites/on-postgres.ts";
import { openPostgresStore } from "./open.ts";
import type { PostgresSessionStore } from "./store.ts";

const named = (id: string, startedAt = 5_000) => ({ id, source: "cli", principal: OWNER, startedAt });
const long = userMessage("long ".repeat(60_000), 3);
const input = { id: "i", parts: [{ type: "text", text: "hi" }], delivery: "queue", at: 9 } as const;
const usage = { usage: { ...NO_USAGE, input: 5 }, model: "m", provider: "p", costUsd: 1, at: 9 };
const compaction = (seq: number) => ({
  ...{ view: [userMessage("so far", 5_000)], summary: "so far", tokensBefore: 2, tokensAfter: 1, note: "" },
  replaced: { fromSeq: seq, toSeq: seq },
});
/** As one that somebody cancelled, or that took too long. */
const CANCELLED = "DO $$ BEGIN RAISE SQLSTATE '57014'; END $$";
const DAY_MS = 86_400_000;
const old = { olderThanDays: 1, now: 900 * DAY_MS };
const imported = {
  id: "brought",
  source: "cli",
  started_at: 1,
  messages: [{ role: "user", content: "x", timestamp: 1 }],
};

async function importOf(store: PostgresSessionStore): Promise<void> {
  for await (const _outcome of store.importSessions([imported]));
}

await onPostgres("postgres: beginnings that fail", (server) => {
  test("leave nothing behind of what was sent along", async () => {
    const url = await server().freshDatabase();
    const store = await openPostgresStore({ url, clock: fakeClock(), ids: fakeIds(), holderAlive: () => false });
    const watcher = new pg.Client({ connectionString: url });
    await watcher.connect();
    for (const id of ["a", "b", "c"]) await store.create(named(id, 1));
    const [seq = 0] = await store.append("a", [userMessage("one", 1)], 0);
    const [head = 0] = await store.append("a", [long], seq);
    await store.append("b", [userMessage("two", 1)], 0);
    await store.continueFrom("b", named("b2"), compaction((await store.history("b"))[0]?.seq ?? 0));
    await store.admit("a", input);
    await store.beginCall("a", "call", "terminal", 1);
    await store.claim("c", "somebody else", 1e12);
    await store.shelf.waiting("model", 1);
    await store.shelf.place("model", [{ seq, vector: new Uint8Array([1, 2]) }]);
    const plan = await store.prunePlan(old);
    const answer = { role: "tool", callId: "call", tool: "terminal", parts: [], at: 4, isError: false } as const;

    const deeds: Readonly<Record<string, () => Promise<unknown>>> = {
      create: () => store.create({ ...named("new"), title: "new", heldBy: { holder: "me", ttlMs: 1e6 } }),
      append: () => store.append("a", [{ ...long, at: 8 }, answer], head, usage),
      recordUsage: () => store.recordUsage("a", usage),
      setTitle: () => store.setTitle("a", "title"),
      name: () => store.name("a", "title"),
      setSetting: () => store.setSetting("a", "key", "value"),
      admit: () => store.admit("a", { ...input, id: "j" }),
      take: () => store.take("a", ["i"], head),
      continueFrom: () => store.continueFrom("a", named("child"), compaction(seq)),
      branch: () => store.branch("a", named("child")),
      rewind: () => store.rewind("a", seq),
      restoreRewound: () => store.restoreRewound("a"),
      archive: () => store.archive("a", true),
      pin: () => store.pin("a", true),
      remove: () => store.remove("a"),
      removeConversation: () => store.removeConversation("a"),
      prune: () => store.prune(plan, old),
      autoPrune: () => store.autoPrune({ ...old, minIntervalHours: 1, vacuum: false }),
      keepBodiesWithin: () => store.keepBodiesWithin({ resultBytes: 0, imageBytes: 0 }),
      undoCompaction: () => store.undoCompaction("b2"),
      importSessions: () => importOf(store),
      claim: () => store.claim("c", "me", 60_000),
      waiting: () => store.shelf.waiting("another model", 1),
      place: () => store.shelf.place("model", [{ seq: head, vector: new Uint8Array([3]) }]),
    };

    const send = pg.Client.prototype.query as (this: object, ...args: unknown[]) => Promise<unknown>;
    const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: object, ...args: unknown[]) {
      return send.apply(this, String(args[0]).startsWith("BEGIN; ") ? [CANCELLED] : args);
    } as typeof pg.Client.prototype.query);
    try {
      const before = await everything(watcher);
      for (const [name, deed] of Object.entries(deeds)) {
        await expect(deed(), name).rejects.toMatchObject({ kind: "busy" });
        expect(await everything(watcher), name).toEqual(before);
      }
    } finally {
      spy.mockRestore();
    }
    await Promise.all([store.close(), watcher.end()]);
  });
});

/** Every row of every table. */
async function everything(client: pg.Client): Promise<Readonly<Record<string, unknown>>> {
  const tables = await client.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY name",
  );
  const rows: Record<string, unknown> = {};
  for (const { name } of tables.rows)
    rows[name] = (await client.query(`SELECT md5(t::text) AS row FROM ${name} t ORDER BY 1`)).rows;
  return rows;
}
