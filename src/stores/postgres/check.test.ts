// Looking over and mending a shared database, on a real PostgreSQL server.

import { expect, test } from "vitest";
import { userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeClock, fakeIds } from "../../testing/fakes.ts";
import { onPostgres } from "../../testing/suites/on-postgres.ts";
import { openPostgresStore } from "./open.ts";

await onPostgres("postgres: check and repair", (server) => {
  test("what is derived is checked and built again from the messages; what is gone is named", async () => {
    const url = await server().freshDatabase();
    const store = await openPostgresStore({ url, clock: fakeClock(), ids: fakeIds() });
    await store.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
    const image = { type: "image" as const, mime: "image/png", base64: Buffer.alloc(9_000, 7).toString("base64") };
    const long = `zebra ${"words ".repeat(60_000)}`;
    await store.append(
      "a",
      [userMessage("ledger", 1), { role: "user", parts: [image], at: 2 }, userMessage(long, 3)],
      0,
    );
    await store.branch("a", { id: "b", source: "cli", principal: OWNER, startedAt: 4 });
    expect(await store.check()).toEqual([]);
    expect(await store.repair()).toEqual({ findings: [], backup: undefined, done: [] });
    await server().admin(
      `UPDATE messages SET terms = NULL WHERE session_id = 'a'; UPDATE sessions SET message_count = 9 WHERE id = 'a';
       UPDATE hx_blobs SET body = 'other' WHERE kind = 'image'`,
      url,
    );
    const found = async () => (await store.check()).map(({ kind, remedy }) => [kind, remedy]);
    const lost = ["missing-blob", "lost"];
    expect(await found()).toEqual([["index", "rebuild"], ["counters", "recount"], lost]);
    expect((await store.repair()).done).toHaveLength(2);
    expect(await found()).toEqual([lost]);
    expect(await store.get("a")).toMatchObject({ messageCount: 3 });
    for (const query of ["ledger", "zebra"])
      expect((await store.search({ principal: OWNER, query, limit: 5 })).map((hit) => hit.sessionId)).toEqual(["a"]);
    await store.close();
  });

  test("what was dropped to keep within a quota is no damage, and its message is found by the same words as before", async () => {
    const url = await server().freshDatabase();
    const store = await openPostgresStore({ url, clock: fakeClock(), ids: fakeIds() });
    await store.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
    const text = `zebra ${"words ".repeat(60_000)}`;
    const image = { type: "image" as const, mime: "image/png", base64: Buffer.alloc(9_000, 7).toString("base64") };
    await store.append(
      "a",
      [
        { role: "tool", callId: "c", tool: "terminal", parts: [{ type: "text", text }], isError: false, at: 1 },
        { role: "user", parts: [image], at: 2 },
      ],
      0,
    );
    expect(await store.keepBodiesWithin({ imageBytes: 0, resultBytes: 0 })).toEqual({ images: 1, results: 1 });
    const found = () => store.search({ principal: OWNER, query: "zebra", limit: 5 });
    expect(await found()).toHaveLength(1);
    expect(await store.check()).toEqual([]);
    await store.repair();
    expect(await found()).toHaveLength(1);
    await store.close();
  });

  test("a copy whose original is gone is found by its own words again", async () => {
    const url = await server().freshDatabase();
    const store = await openPostgresStore({ url, clock: fakeClock(), ids: fakeIds() });
    await store.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
    await store.append("a", [userMessage("walrus", 1)], 0);
    await store.branch("a", { id: "b", source: "cli", principal: OWNER, startedAt: 4 });
    await server().admin("DELETE FROM sessions WHERE id = 'a'", url);
    expect(await store.check()).toMatchObject([{ kind: "index", remedy: "rebuild" }]);
    await store.repair();
    expect(await store.check()).toEqual([]);
    expect(await store.search({ principal: OWNER, query: "walrus", limit: 5 })).toMatchObject([{ sessionId: "b" }]);
    await store.close();
  });
});
