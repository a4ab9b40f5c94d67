// The promises every session store keeps, on a real PostgreSQL server.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import pg from "pg";
import { expect, test } from "vitest";
import { textOf, userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { type FakeClock, fakeClock, fakeIds, tempDir } from "../../testing/fakes.ts";
import { onPostgres } from "../../testing/suites/on-postgres.ts";
import { sessionStoreSuite } from "../../testing/suites/session-store-suite.ts";
import { vectorShelfSuite } from "../../testing/suites/vector-shelf-suite.ts";
import { openSqliteStore } from "../sqlite/open.ts";
import { openPostgresStore } from "./open.ts";
import type { PostgresSessionStore } from "./store.ts";

const CONVERSATIONS: Readonly<Record<string, readonly string[]>> = {
  tea: ["Ada bought a copper kettle yesterday.", "Oh, where?", "At the market hall, from the old man with the dog."],
  work: ["The shop closes at six.", "Then we go to the shop tomorrow."],
  kettles: ["Whistling kettles annoy me.", "明天去北京出差，记得带护照"],
};

/** A process of its own that opens the store and does what it is asked on its standard input; `later` lets an hour pass on its clock. */
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

await onPostgres("postgres", (server) => {
  async function start(clock: FakeClock) {
    const url = await server().freshDatabase();
    const open: PostgresSessionStore[] = [];
    const again = async () => {
      const store = await openPostgresStore({ url, clock, ids: fakeIds(open.length + 1), maxConnections: 3 });
      open.push(store);
      return store;
    };
    return {
      store: await again(),
      again,
      async dispose() {
        await Promise.all(open.map((store) => store.close()));
      },
    };
  }

  sessionStoreSuite("postgres", start);
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

    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      "DELETE FROM sessions WHERE id = 'bot'; ALTER TABLE sessions DROP COLUMN guest; UPDATE hx_schema SET version = 2",
    );
    await client.end();
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

  test("sessions leave and come back as the same lines, prune by activity, and compactions can be undone", async () => {
    const clock = fakeClock({ auto: true });
    const [from, to] = await Promise.all(
      [1, 2].map(async (n) => openPostgresStore({ url: await server().freshDatabase(), clock, ids: fakeIds(n) })),
    );
    if (from === undefined || to === undefined) throw new Error("no stores");
    const old = clock.now() - 200 * 86_400_000;
    await from.create({ id: "a", source: "cli", principal: OWNER, startedAt: old, title: "tax" });
    const seqs = await from.append("a", [userMessage("nul \u0000 inside", old), userMessage("second", old)], 0);
    await from.continueFrom(
      "a",
      { id: "b", source: "cli", principal: OWNER, startedAt: old + 5000 },
      {
        view: [userMessage("summary", old + 5000)],
        summary: "summary",
        replaced: { fromSeq: seqs[0] ?? 0, toSeq: seqs[1] ?? 0 },
        tokensBefore: 2,
        tokensAfter: 1,
        note: "",
      },
    );
    const lines: unknown[] = [];
    for await (const one of from.exportSessions({})) lines.push(JSON.parse(JSON.stringify(one)));
    const outcomes: string[] = [];
    for await (const one of to.importSessions([...lines, ...lines])) outcomes.push(one.type);
    expect(outcomes).toEqual(["created", "created", "unchanged", "unchanged"]);
    for (const id of ["a", "b"]) {
      expect((await to.history(id)).map(({ message }) => message)).toEqual(
        (await from.history(id)).map(({ message }) => message),
      );
    }
    expect(await to.get("b")).toMatchObject({ parentId: "a", title: "tax #2" });
    expect(await from.compactions("b")).toMatchObject([{ parentId: "a", childId: "b" }]);
    expect(await from.undoCompaction("b")).toMatchObject({ id: "a", endReason: undefined });
    const request = { olderThanDays: 90, now: clock.now() };
    await to.pin("b", true);
    expect((await to.prunePlan(request)).kept).toEqual([{ id: "b", why: "pinned" }]);
    await to.pin("b", false);
    expect(await to.prune(await to.prunePlan(request), request)).toEqual({ removed: 2 });
    expect((await to.stats()).sessions).toBe(0);
    await Promise.all([from.close(), to.close()]);
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
