// The promises every session store keeps, on a real PostgreSQL server.

import { execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import pg from "pg";
import { expect, test } from "vitest";
import { textOf, userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { type FakeClock, fakeClock, fakeIds, tempDir } from "../../testing/fakes.ts";
import { onPostgres } from "../../testing/suites/on-postgres.ts";
import { sessionArchiveSuite } from "../../testing/suites/session-archive-suite.ts";
import { sessionStoreSuite } from "../../testing/suites/session-store-suite.ts";
import { vectorShelfSuite } from "../../testing/suites/vector-shelf-suite.ts";
import { holderName } from "../shared/holder.ts";
import { openSqliteStore } from "../sqlite/open.ts";
import { openPostgresStore } from "./open.ts";
import type { PostgresSessionStore } from "./store.ts";

const CONVERSATIONS: Readonly<Record<string, readonly string[]>> = {
  tea: ["Ada bought a copper kettle yesterday.", "Oh, where?", "At the market hall, from the old man with the dog."],
  work: ["The shop closes at six.", "Then we go to the shop tomorrow."],
  kettles: ["Whistling kettles annoy me.", "明天去北京出差，记得带护照"],
};

/** A process of its own that opens the store and does what it is asked on its standard input; `later` puts its clock an hour ahead. */
const MACHINE = `
  import { createInterface } from "node:readline";
  import { openPostgresStore } from ${JSON.stringify(new URL("./open.ts", import.meta.url).href)};
  import { userMessage } from ${JSON.stringify(new URL("../../kernel/message.ts", import.meta.url).href)};
  import { fakeClock, fakeIds } from ${JSON.stringify(new URL("../../testing/fakes.ts", import.meta.url).href)};
  const [url, name] = process.argv.slice(1);
  const clock = fakeClock();
  const store = await openPostgresStore({ url, clock, ids: fakeIds() });
  const deeds = {
    claim: async () => ((await store.claim("a", name, 60_000)) === undefined ? "refused" : "driving"),
    append: async () => {
      const head = (await store.history("a")).at(-1)?.seq ?? 0;
      await store.append("a", [userMessage("from " + name, 5)], head);
      return "appended";
    },
    later: async () => {
      await clock.advance(3_600_000);
      return "later";
    },
  };
  for await (const line of createInterface({ input: process.stdin })) console.log(await deeds[line]());
`;

interface Machine {
  ask(deed: "claim" | "append" | "later"): Promise<string>;
  kill(): Promise<void>;
}

function startMachine(url: string, name: string): Machine {
  const child = spawn(process.execPath, ["--input-type=module", "-e", MACHINE, url, name], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(deed) {
      child.stdin.write(`${deed}\n`);
      return String((await lines.next()).value);
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function statement(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Leases follow the server's clock, which tests cannot move: their ends move instead. */
const age = (url: string, ms: number): Promise<void> =>
  statement(url, `UPDATE hx_leases SET expires_at = expires_at - ${ms}`);

await onPostgres("postgres", (server) => {
  async function start(clock: FakeClock) {
    const url = await server().freshDatabase();
    const open: PostgresSessionStore[] = [];
    const openAt = async (where: string) => {
      const store = await openPostgresStore({ url: where, clock, ids: fakeIds(open.length + 1), maxConnections: 3 });
      open.push(store);
      return store;
    };
    const again = () => openAt(url);
    return {
      store: await again(),
      again,
      elsewhere: async () => openAt(await server().freshDatabase()),
      age: (ms: number) => age(url, ms),
      async dispose() {
        await Promise.all(open.map((store) => store.close()));
      },
    };
  }

  sessionStoreSuite("postgres", start);
  sessionArchiveSuite("postgres", start);
  vectorShelfSuite("postgres", start);

  test("sessions of another program's users are the owner's to see, also after an older layout; guests' are not", async () => {
    const url = await server().freshDatabase();
    const open = () => openPostgresStore({ url, clock: fakeClock(), ids: fakeIds() });
    const store = await open();
    const said = (content: string, timestamp: number) => ({ role: "user", content, timestamp });
    const brought = [
      { id: "bot", source: "discord", user_id: "u1", started_at: 10, messages: [said("minutes of the meeting", 11)] },
      { id: "whole", source: "cli", started_at: 20, ended_at: 30, end_reason: "branched", messages: [said("one", 21)] },
      { id: "legacy", source: "cli", parent_session_id: "whole", started_at: 31, messages: [said("two", 32)] },
      { id: "helper", source: "subagent", parent_session_id: "whole", started_at: 22, messages: [said("three", 23)] },
      {
        id: "next",
        source: "cli",
        started_at: 40,
        messages: [said("[CONTEXT COMPACTION — REFERENCE ONLY] so far", 41), said("and now?", 42)],
      },
    ];
    for await (const outcome of store.importSessions(brought)) expect(outcome.type).toBe("created");
    await store.create({ id: "theirs", source: "gateway", principal: { type: "guest", id: "g1" }, startedAt: 50_000 });
    await store.append("theirs", [userMessage("minutes of a guest", 51_000)], 0);
    const seen = async (from: PostgresSessionStore) => ({
      listed: (await from.list({ principal: OWNER, tipsOnly: true })).map(({ id, preview }) => [id, preview]),
      found: (await from.search({ principal: OWNER, query: "minutes", limit: 5 })).map(({ sessionId }) => sessionId),
    });
    const expected = {
      listed: [
        ["next", "and now?"],
        ["legacy", "two"],
        ["whole", "one"],
        ["bot", "minutes of the meeting"],
      ],
      found: ["bot"],
    };
    expect(await seen(store)).toEqual(expected);
    const plan = await store.prunePlan({ olderThanDays: 1, now: 10 * 86_400_000 });
    expect(plan.sessions.map(({ id }) => id).sort()).toEqual(["bot", "legacy", "next", "theirs", "whole"]);
    await store.close();

    await statement(
      url,
      "DELETE FROM sessions WHERE id = 'bot'; ALTER TABLE sessions DROP COLUMN guest; UPDATE hx_schema SET version = 2",
    );
    const again = await open();
    expect(await seen(again)).toEqual({ listed: expected.listed.slice(0, 3), found: [] });
    await again.close();
  });

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

  test("many machines start at once on an empty database, and only one drives a session", async () => {
    const url = await server().freshDatabase();
    const clock = fakeClock({ auto: true });
    const machines = await Promise.all(
      Array.from({ length: 6 }, (_, i) => openPostgresStore({ url, clock, ids: fakeIds(i + 1), maxConnections: 2 })),
    );
    const [first] = machines;
    await first?.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
    const leases = await Promise.all(machines.map((machine, i) => machine.claim("a", `machine-${i}`, 60_000)));
    expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
    const appended = await Promise.allSettled(
      machines.map((machine, i) => machine.append("a", [userMessage(`from ${i}`, i)], 0)),
    );
    expect(appended.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    expect((await first?.history("a"))?.length).toBe(1);
    await Promise.all(machines.map((machine) => machine.close()));
  });

  test("of two processes one drives a session; the other takes over when the first has died and its lease has run out", async () => {
    const url = await server().freshDatabase();
    const store = await openPostgresStore({ url, clock: fakeClock(), ids: fakeIds() });
    await store.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
    const first = startMachine(url, "first");
    const second = startMachine(url, "second");
    try {
      expect(await first.ask("claim")).toBe("driving");
      expect(await first.ask("append")).toBe("appended");
      expect(await second.ask("claim")).toBe("refused");
      await first.kill();
      expect(await second.ask("claim")).toBe("refused");
      expect(await second.ask("later")).toBe("later");
      expect(await second.ask("claim"), "its own clock is no reason").toBe("refused");
      await age(url, 60_001);
      expect(await second.ask("claim")).toBe("driving");
      expect(await second.ask("append")).toBe("appended");
    } finally {
      await Promise.all([first.kill(), second.kill()]);
    }
    expect((await store.history("a")).map(({ message }) => textOf(message))).toEqual(["from first", "from second"]);
    await store.close();
  });

  test("nothing acknowledged is lost when many append to their own sessions", async () => {
    const url = await server().freshDatabase();
    const clock = fakeClock({ auto: true });
    const machines = await Promise.all(
      Array.from({ length: 4 }, (_, i) => openPostgresStore({ url, clock, ids: fakeIds(i + 1), maxConnections: 2 })),
    );
    await Promise.all(
      machines.map(async (machine, i) => {
        await machine.create({ id: `s${i}`, source: "cli", principal: OWNER, startedAt: 1 });
        let head = 0;
        for (let n = 0; n < 50; n++) [head = 0] = await machine.append(`s${i}`, [userMessage(`${i}/${n}`, n)], head);
      }),
    );
    for (let i = 0; i < machines.length; i++) {
      const texts = (await machines[0]?.history(`s${i}`))?.map(({ message }) => textOf(message));
      expect(texts).toEqual(Array.from({ length: 50 }, (_, n) => `${i}/${n}`));
    }
    await Promise.all(machines.map((machine) => machine.close()));
  });

  test("a lease whose holder has died on this machine is taken over at once", async () => {
    const url = await server().freshDatabase();
    const store = await openPostgresStore({ url, clock: fakeClock(), ids: fakeIds() });
    await store.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
    const holder = new URL("../shared/holder.ts", import.meta.url).href;
    const script = `import { holderName } from ${JSON.stringify(holder)}; console.log(holderName("run"));`;
    const dead = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).trim();
    const alive = holderName("run");
    expect(await store.claim("a", dead, 60_000)).toBeDefined();
    expect(await store.claim("a", alive, 60_000)).toBeDefined();
    expect(await store.claim("a", holderName("another run"), 60_000)).toBeUndefined();
    await store.claim("a", alive, 60_000).then((lease) => lease?.release());
    expect(await store.claim("a", dead.replace("-", "-of-another-machine-"), 60_000)).toBeDefined();
    expect(await store.claim("a", alive, 60_000)).toBeUndefined();
    await store.close();
  });

  test("an image in its row, as an older layout had it, is read as before", async () => {
    const url = await server().freshDatabase();
    const open = () => openPostgresStore({ url, clock: fakeClock(), ids: fakeIds() });
    const image = { type: "image" as const, mime: "image/png", base64: Buffer.alloc(9_000, 7).toString("base64") };
    const shown = "[image: image/png, 9,000 bytes]";
    const first = await open();
    await first.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
    await first.append("a", [{ role: "user", parts: [image], at: 1 }], 0);
    await first.close();
    const native = JSON.stringify({ p: [["b", "image/png", image.base64, shown.length]] });
    await statement(
      url,
      `UPDATE messages SET content = '${shown}', native = '${native}'; DROP TABLE hx_blob_refs, hx_blobs, hx_meta; UPDATE hx_schema SET version = 3`,
    );
    const second = await open();
    expect((await second.history("a")).map(({ message }) => message.parts)).toEqual([[image]]);
    await second.close();
  });

  test("an image that one machine removes while another sends it is there for whoever points to it", async () => {
    const url = await server().freshDatabase();
    const machines = await Promise.all(
      [1, 2].map((n) => openPostgresStore({ url, clock: fakeClock(), ids: fakeIds(n), maxConnections: 4 })),
    );
    const image = { type: "image" as const, mime: "image/png", base64: Buffer.alloc(9_000, 7).toString("base64") };
    const comeAndGo = async (store: PostgresSessionStore, name: string) => {
      for (let n = 0; n < 25; n++) {
        const id = `${name}${n}`;
        await store.create({ id, source: "cli", principal: OWNER, startedAt: 1 });
        await store.append(id, [{ role: "user", parts: [image], at: n }], 0);
        expect((await store.history(id)).map(({ message }) => message.parts)).toEqual([[image]]);
        if (n % 3 === 0) await store.keepBodiesWithin({ imageBytes: 9_000 });
        await store.remove(id);
      }
    };
    await Promise.all(machines.map((store, n) => comeAndGo(store, `m${n}-`)));
    expect((await machines[0]?.stats())?.bytes).toMatchObject({ images: 0 });
    await Promise.all(machines.map((store) => store.close()));
  });

  test("a server that is not there is told in words, without the password", async () => {
    const opening = openPostgresStore({
      url: "postgres://me:secret@127.0.0.1:1/none",
      clock: fakeClock(),
      ids: fakeIds(),
    });
    await expect(opening).rejects.toMatchObject({ kind: "io", message: expect.not.stringContaining("secret") });
  });
});
