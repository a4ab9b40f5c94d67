// What a distant server costs: ways there and back do not grow with what is carried, and nobody waits for a compaction elsewhere.

import pg from "pg";
import { expect, test } from "vitest";
import { type Message, NO_USAGE, userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeClock, fakeIds } from "../../testing/fakes.ts";
import { tripsOf } from "../../testing/postgres-trips.ts";
import { onPostgres } from "../../testing/suites/on-postgres.ts";
import { openPostgresStore } from "./open.ts";
import type { PostgresSessionStore } from "./store.ts";

const words = (count: number): readonly Message[] =>
  Array.from({ length: count }, (_, n) => userMessage(`word ${n}`, n + 1));

const counted = async (work: () => Promise<unknown>): Promise<number> => (await tripsOf(work)).count;

async function talk(store: PostgresSessionStore, id: string, messages: readonly Message[]): Promise<void> {
  await store.create({ id, source: "cli", principal: OWNER, startedAt: 1 });
  await store.append(id, messages, 0);
}

const compact = async (store: PostgresSessionStore, from: string, to: string): Promise<void> => {
  const seqs = (await store.history(from)).map(({ seq }) => seq);
  await store.continueFrom(
    from,
    { id: to, source: "cli", principal: OWNER, startedAt: 5_000 },
    {
      view: [userMessage("so far", 5_000), ...words(seqs.length).slice(1)],
      ...{ summary: "so far", tokensBefore: 2, tokensAfter: 1, note: "" },
      replaced: { fromSeq: seqs[0] ?? 0, toSeq: seqs[0] ?? 0 },
    },
  );
};

await onPostgres("postgres: ways there and back", (server) => {
  const open = async () =>
    openPostgresStore({ url: await server().freshDatabase(), clock: fakeClock(), ids: fakeIds() });

  test("what every turn does takes few", async () => {
    const store = await open();
    await talk(store, "a", words(3));
    const usage = { usage: { ...NO_USAGE, input: 5 }, model: "m", provider: "p", costUsd: 1, at: 9 };
    const input = { id: "i", parts: [{ type: "text", text: "hi" }], delivery: "queue", at: 9 } as const;
    expect([
      await counted(() => store.claim("a", "me", 60_000)),
      await counted(() => store.history("a")),
      await counted(() => store.beginCall("a", "c", "terminal", 9)),
      await counted(() => store.callState("a", "c")),
      await counted(() => store.setModel("a", "m", "p")),
      await counted(() => store.end("a", "cli_close", 9)),
      await counted(() => store.recordUsage("a", usage)),
      await counted(() => store.admit("a", input)),
      await counted(() => store.append("a", words(1), 3, usage)),
      await counted(() => store.take("a", ["i"], 4)),
    ]).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 2, 3]);
    expect(await store.get("a")).toMatchObject({ messageCount: 5, apiCallCount: 2, costUsd: 2, usage: { input: 10 } });
    await store.close();
  });

  test("as many for many messages as for few", async () => {
    const store = await open();
    const each = async (name: string, messages: readonly Message[]) => {
      await store.create({ id: name, source: "cli", principal: OWNER, startedAt: 1 });
      return [
        await counted(() => store.append(name, messages, 0)),
        await counted(() => store.history(name)),
        await counted(() => store.branch(name, { id: `${name}-b`, source: "cli", principal: OWNER, startedAt: 2 })),
        await counted(() => compact(store, name, `${name}-c`)),
        await counted(() => store.find(name.slice(0, 3), OWNER)),
        await counted(() => store.removeConversation(name)),
      ];
    };
    expect(await each("many", words(80))).toEqual(await each("some", words(2)));
    expect(await store.history("many-b")).toHaveLength(80);
    const found = await store.search({ principal: OWNER, query: "word 79", limit: 1 });
    expect(found.map(({ sessionId }) => sessionId)).toEqual(["many-b"]);
    await store.close();
  });

  test("pruning many conversations asks no more than pruning one", async () => {
    const store = await open();
    const request = { olderThanDays: 1, now: 10 * 86_400_000 };
    const pruning = async (ids: readonly string[]) => {
      for (const id of ids) await talk(store, id, words(2));
      const plan = await store.prunePlan(request);
      return counted(async () => expect(await store.prune(plan, request)).toEqual({ removed: ids.length }));
    };
    expect(await pruning(["a", "b", "c", "d", "e"])).toBe(await pruning(["f"]));
    await store.close();
  });

  test("a compaction waits for nobody who writes elsewhere, and nobody waits for it", async () => {
    const url = await server().freshDatabase();
    const store = await openPostgresStore({ url, clock: fakeClock(), ids: fakeIds() });
    await talk(store, "a", words(3));
    await talk(store, "b", words(3));
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query("BEGIN");
    await other.query("INSERT INTO messages (session_id, role, timestamp) VALUES ('b', 'user', 9)");
    await compact(store, "a", "a2");
    expect(await store.history("a2")).toHaveLength(3);
    await other.query("COMMIT");
    await other.end();
    await store.close();
  });
});
