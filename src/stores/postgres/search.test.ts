// Search on PostgreSQL finds what it should on any server, and what SQLite finds.

import { expect, test } from "vitest";
import { userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeClock, fakeIds, tempDir } from "../../testing/fakes.ts";
import { onPostgres } from "../../testing/suites/on-postgres.ts";
import { openSqliteStore } from "../sqlite/open.ts";
import { openPostgresStore } from "./open.ts";

const CONVERSATIONS: Readonly<Record<string, readonly string[]>> = {
  tea: ["Ada bought a copper kettle yesterday.", "Oh, where?", "At the market hall, from the old man with the dog."],
  work: ["The shop closes at six.", "Then we go to the shop tomorrow."],
  kettles: ["Whistling kettles annoy me.", "明天去北京出差，记得带护照"],
};

await onPostgres("postgres: search", (server) => {
  test("finds unspaced scripts where the locale knows no such letters, for a user who may create no extension", async () => {
    await server().admin("CREATE ROLE humble LOGIN");
    const bare = "OWNER humble TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C' ENCODING 'UTF8'";
    const url = (await server().freshDatabase(bare)).replace("tester@", "humble@");
    const store = await openPostgresStore({ url, clock: fakeClock(), ids: fakeIds() });
    await store.create({ id: "trip", source: "cli", principal: OWNER, startedAt: 1 });
    await store.append("trip", [userMessage("明天去北京出差，记得带护照", 1), userMessage("Größe und Façade", 2)], 0);
    for (const query of ["北京", "护照", "京", "grosse OR größe", "façade"])
      expect((await store.search({ principal: OWNER, query, limit: 5 })).map((hit) => hit.sessionId)).toEqual(["trip"]);
    expect(await store.search({ principal: OWNER, query: "京北", limit: 5 })).toEqual([]);
    await store.close();
  });

  test("a word that is in every message hides nothing, alone or with others", async () => {
    const store = await openPostgresStore({ url: await server().freshDatabase(), clock: fakeClock(), ids: fakeIds() });
    const talk = async (id: string, count: number, words: string) => {
      await store.create({ id, source: "cli", principal: OWNER, startedAt: 1 });
      const messages = Array.from({ length: count }, (_, n) => userMessage(`common ${words} ${n}`, n));
      await store.append(id, messages, 0);
    };
    await talk("crowd", 9_000, "crowded");
    await talk("nuts", 130, "walnut");
    await talk("pear", 1, "pear");
    const found = async (query: string, perLineage = false) =>
      new Set(
        (await store.search({ principal: OWNER, query, limit: 5, perLineage })).map(({ sessionId }) => sessionId),
      );
    expect(await found("common walnut")).toEqual(new Set(["nuts"]));
    expect(await found("common crowded")).toEqual(new Set(["crowd"]));
    expect([...(await found("common pear"))][0]).toBe("pear");
    expect(await found("common", true)).toEqual(new Set(["crowd", "nuts", "pear"]));
    expect((await found("common absent")).size).toBeGreaterThan(0);
    await store.close();
  });

  test("finds the same as SQLite, in the same order: words, phrases, replies to a question", async () => {
    await using dir = await tempDir();
    const clock = fakeClock();
    const stores = [
      await openPostgresStore({ url: await server().freshDatabase(), clock, ids: fakeIds(1) }),
      await openSqliteStore({ path: dir.join("same.db"), clock, ids: fakeIds(1) }),
    ];
    for (const store of stores) {
      for (const [id, lines] of Object.entries(CONVERSATIONS)) {
        await store.create({ id, source: "cli", principal: OWNER, startedAt: clock.now() });
        await store.append(
          id,
          lines.map((line, n) => userMessage(line, clock.now() + n)),
          0,
        );
      }
    }
    for (const query of ["Where did Ada buy the kettle?", "kettle shop", '"the shop"', "kettles -copper", "去北京"]) {
      const [theirs, ours] = await Promise.all(
        stores.map((store) => store.search({ principal: OWNER, query, limit: 10 })),
      );
      expect(
        theirs?.map(({ sessionId, snippet }) => [sessionId, snippet]),
        query,
      ).toEqual(ours?.map(({ sessionId, snippet }) => [sessionId, snippet]));
      expect(theirs?.length, query).toBeGreaterThan(0);
    }
    await Promise.all(stores.map((store) => store.close()));
  });
});
