// What whoever set a server up wrongly reads: the place and the reason, never the password.

import { expect, test } from "vitest";
import { userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeClock, fakeIds } from "../../testing/fakes.ts";
import { onPostgres } from "../../testing/suites/on-postgres.ts";
import { openPostgresStore } from "./open.ts";

const open = (url: string) => openPostgresStore({ url, clock: fakeClock(), ids: fakeIds(), patience: [] });

test.each([
  ["postgres://me:secret@127.0.0.1:1/none", "io", "no server answers there"],
  ["postgres://me:secret@nobody.invalid/none", "io", "nobody knows that host"],
  ["postgres://[secret", "invalid", "store.url is no address"],
])("a server that is not there is told in words: %s", async (url, kind, why) => {
  const opening = open(url);
  await expect(opening).rejects.toMatchObject({ kind, message: expect.stringContaining(why) });
  await expect(opening).rejects.toMatchObject({ message: expect.not.stringContaining("secret") });
});

await onPostgres("postgres: refusals", (server) => {
  test("no such database, nobody more, another encoding", async () => {
    const refusals = [
      [server().urlOf("none"), "io", 'database "none" does not exist'],
      [await server().freshDatabase("CONNECTION LIMIT 0"), "busy", "too many connections"],
      [await server().freshDatabase("ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0"), "invalid", "LATIN1"],
    ] as const;
    await server().admin("CREATE ROLE humble LOGIN");
    for (const [url, kind, why] of refusals)
      await expect(
        open(url.replace("tester@", why.startsWith("too many") ? "humble@" : "tester@")),
      ).rejects.toMatchObject({
        kind,
        message: expect.stringContaining(why),
      });
  });

  test("a database that may only be read is read", async () => {
    const url = await server().freshDatabase();
    const writer = await open(url);
    await writer.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
    await writer.append("a", [userMessage("a kettle", 1)], 0);
    await writer.close();
    await server().admin(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
    const reader = await open(url);
    expect(await reader.search({ principal: OWNER, query: "kettle", limit: 5 })).toHaveLength(1);
    expect(await reader.list({ principal: OWNER, tipsOnly: true })).toHaveLength(1);
    await expect(reader.append("a", [userMessage("two", 2)], 1)).rejects.toMatchObject({
      kind: "read-only",
      message: expect.stringContaining("only be read"),
    });
    await reader.close();
  });

  test("a server that gives up on slow statements is told apart from one that is broken", async () => {
    const url = await server().freshDatabase();
    await (await open(url)).close();
    await server().admin(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET lock_timeout = '20ms'`);
    const store = await open(url);
    await store.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
    const { promise: done, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
    const holding = holdRow(url, isHeld, done);
    await held;
    await expect(store.append("a", [userMessage("one", 1)], 0)).rejects.toMatchObject({ kind: "busy" });
    letGo();
    await holding;
    await store.append("a", [userMessage("one", 1)], 0);
    await store.close();
  });
});

async function holdRow(url: string, isHeld: () => void, done: Promise<void>): Promise<void> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("BEGIN; SELECT 1 FROM sessions FOR UPDATE");
  isHeld();
  await done;
  await client.end();
}
