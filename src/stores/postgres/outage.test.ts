// A server that goes away and comes back, and connections that break at the worst moment: nothing is lost, nothing stands twice.

import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { textOf, userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeClock, fakeIds, type TempDir, tempDir } from "../../testing/fakes.ts";
import { crashServer } from "../../testing/postgres-crash.ts";
import { onPostgres } from "../../testing/suites/on-postgres.ts";
import { openPostgresStore } from "./open.ts";
import type { PostgresSessionStore } from "./store.ts";

/** What happens to a statement that is sent: it passes, its connection breaks before it arrives, or before its answer is heard. */
type Fate = "passes" | "lost" | "unanswered";

interface Line {
  fate(statement: string): Fate;
  away(): Promise<void>;
  back(): Promise<void>;
  /** As a server that was started again while nobody looked: whoever comes over an older connection is cut off. */
  forget(): void;
}

/** A socket like the server's own, with somebody in between. */
async function layLine(dir: TempDir, serverFolder: string): Promise<Line> {
  const path = dir.join(".s.PGSQL.5432");
  const open = new Set<Socket>();
  const forgotten = new WeakSet<Socket>();
  let server: Server;
  const line: Line = {
    fate: () => "passes",
    async away() {
      server.close();
      for (const socket of open) socket.destroy();
    },
    forget() {
      for (const socket of open) forgotten.add(socket);
    },
    async back() {
      server = createServer(carry);
      await once(server.listen(path), "listening");
    },
  };
  const carry = (near: Socket): void => {
    const far = connect(`${serverFolder}/.s.PGSQL.5432`);
    const cut = () => [near, far].map((socket) => socket.destroy());
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("error", cut).on("close", () => {
        open.delete(socket);
        cut();
      });
    }
    near.on("data", (bytes) => {
      const fate = line.fate(bytes.toString("latin1"));
      if (fate === "lost" || forgotten.has(near)) return cut();
      if (fate === "unanswered") far.removeAllListeners("data").once("data", cut);
      far.write(bytes);
    });
    far.on("data", (bytes) => near.write(bytes));
  };
  await line.back();
  return line;
}

async function asked(url: string, question: string): Promise<{ readonly value: unknown }> {
  const client = new pg.Client({ connectionString: url });
  // A server that crashes meanwhile is told by the query.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(question)).rows[0];
  } finally {
    await client.end();
  }
}

let dir: TempDir;
beforeEach(async () => {
  dir = await tempDir();
});
afterEach(() => dir.remove());

await onPostgres("postgres: outages", (server) => {
  async function start(patience?: readonly number[]): Promise<{ store: PostgresSessionStore; line: Line }> {
    const url = new URL(await server().freshDatabase());
    const line = await layLine(dir, url.searchParams.get("host") ?? "");
    url.searchParams.set("host", dir.path);
    const store = await openPostgresStore({
      ...{ url: url.href, clock: fakeClock(), ids: fakeIds() },
      ...(patience === undefined ? {} : { patience }),
    });
    await store.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
    return { store, line };
  }
  const textsOf = async (store: PostgresSessionStore) =>
    (await store.history("a")).map(({ message }) => textOf(message));
  const onlyOnce = (statement: string, fate: Fate) => {
    let due = true;
    return (sent: string): Fate => {
      if (!due || !sent.includes(statement)) return "passes";
      due = false;
      return fate;
    };
  };

  test.each([
    { statement: "COMMIT", fate: "unanswered" },
    { statement: "COMMIT", fate: "lost" },
    { statement: "INSERT INTO messages", fate: "unanswered" },
    { statement: "BEGIN", fate: "lost" },
  ] as const)("an append whose $statement is $fate stands once", async ({ statement, fate }) => {
    const { store, line } = await start();
    line.fate = onlyOnce(statement, fate);
    const [seq] = await store.append("a", [userMessage("one", 1)], 0);
    await store.append("a", [userMessage("two", 2)], seq ?? 0);
    expect(await textsOf(store)).toEqual(["one", "two"]);
    await store.close();
    await line.away();
  });

  test.each(["unanswered", "lost"] as const)(
    "an input whose COMMITs are $0 waits once and is taken once",
    async (fate) => {
      const { store, line } = await start();
      const input = { id: "i", parts: [{ type: "text", text: "hi" }], delivery: "queue", at: 9 } as const;
      line.fate = onlyOnce("COMMIT", fate);
      await store.admit("a", input);
      expect(await store.pending("a")).toEqual([input]);
      line.fate = onlyOnce("COMMIT", fate);
      expect(await store.take("a", ["i"], 0)).toHaveLength(1);
      expect(await store.pending("a")).toEqual([]);
      expect(await textsOf(store)).toEqual(["hi"]);
      expect(await store.get("a")).toMatchObject({ messageCount: 1 });
      await store.close();
      await line.away();
    },
  );

  test("a server that is started again is waited for, by writers and readers", async () => {
    const { store, line } = await start(Array.from({ length: 600 }, () => 50));
    await line.away();
    const waiting = Promise.all([store.append("a", [userMessage("one", 1)], 0), store.get("a")]);
    await line.back();
    expect((await waiting)[1]).toMatchObject({ id: "a" });
    expect(await textsOf(store)).toEqual(["one"]);
    await store.close();
    await line.away();
  });

  test("however many connections a server has forgotten, nobody fails for it", async () => {
    const { store, line } = await start();
    const readers = () => Promise.all(Array.from({ length: 8 }, () => store.get("a")));
    await readers();
    line.forget();
    await store.append("a", [userMessage("one", 1)], 0);
    await readers();
    line.forget();
    expect(await textsOf(store)).toEqual(["one"]);
    await store.close();
    await line.away();
  });

  test("a server whose processes are all killed loses nothing, and whoever waits for it stores nothing twice", async () => {
    const url = await server().freshDatabase();
    const patience = Array.from({ length: 3_000 }, () => 20);
    const world = { url, clock: fakeClock(), ids: fakeIds(), patience };
    await openPostgresStore(world).then((first) => first.close());
    const store = await openPostgresStore(world);
    crashServer(url, "killed");
    expect(await store.get("a"), "waited for from the first statement on").toBeUndefined();
    await store.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
    let head = 0;
    const said = Array.from({ length: 40 }, (_, n) => `number ${n}`);
    for (const [n, text] of said.entries()) {
      const appending = store.append("a", [userMessage(text, n)], head);
      // Each time a little further into it.
      if (n % 8 === 4) {
        await pause(n / 8);
        crashServer(url, n % 16 === 4 ? "killed" : "stopped");
      }
      [head = 0] = await appending;
    }
    crashServer(url, "killed");
    expect(await textsOf(store)).toEqual(said);
    expect(await store.get("a")).toMatchObject({ messageCount: said.length });
    await store.close();
  });

  test("a server that dies in the moment a connection to it is made is waited for", async () => {
    const url = await server().freshDatabase();
    const patience = Array.from({ length: 3_000 }, () => 20);
    const send = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => Promise<void>;
    const first = vi.spyOn(pg.Client.prototype, "query").mockImplementationOnce(function (this: pg.Client, ...args) {
      crashServer(url, "killed");
      return send.apply(this, args);
    });
    const store = await openPostgresStore({ url, clock: fakeClock(), ids: fakeIds(), patience });
    first.mockRestore();
    expect(await store.get("a")).toBeUndefined();
    await store.close();
  });

  test("what was stored survives the crash of a server that is set up to say so before it has written it down", async () => {
    const url = await server().freshDatabase();
    const database = new URL(url).pathname.slice(1);
    await server().admin(`ALTER DATABASE ${database} SET synchronous_commit = off`);
    await server().admin("ALTER SYSTEM SET wal_writer_delay = '10s'");
    await server().admin("SELECT pg_reload_conf()");
    const patience = Array.from({ length: 3_000 }, () => 20);
    const store = await openPostgresStore({ url, clock: fakeClock(), ids: fakeIds(), patience });
    await store.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
    await store.append("a", [userMessage("one", 1)], 0);
    await store.beginCall("a", "c", "terminal", 2);
    crashServer(url, "killed");
    expect(await textsOf(store)).toEqual(["one"]);
    expect(await store.callState("a", "c")).toEqual({ type: "started", at: 2 });
    await store.close();
  });

  test("one that stays away is told in words, and the store works again when it is back", async () => {
    const { store, line } = await start([1]);
    await line.away();
    const told = { kind: "io", message: expect.stringContaining("no server answers there") };
    await expect(store.append("a", [userMessage("one", 1)], 0)).rejects.toMatchObject(told);
    await expect(store.history("a")).rejects.toMatchObject(told);
    await line.back();
    await store.append("a", [userMessage("two", 2)], 0);
    expect(await textsOf(store)).toEqual(["two"]);
    await store.close();
    await line.away();
  });

  test("a server that crashes under a COMMIT gives its number to somebody else, who is not taken for it", async () => {
    const { store, line } = await start(Array.from({ length: 600 }, () => 50));
    await server().admin("ALTER SYSTEM SET wal_writer_delay = '10s'");
    await server().admin("SELECT pg_reload_conf()");
    const number = async (): Promise<number> =>
      Number((await asked(server().urlOf("postgres"), "SELECT txid_current() AS value")).value);
    const before = await number();
    /** Its processes are killed, and numbers are taken until the one that was under way is. */
    const crash = async (): Promise<void> => {
      const victim = new pg.Client({ connectionString: server().urlOf("postgres") });
      await victim.connect();
      const ended = new Promise((resolve) => victim.on("error", resolve));
      process.kill(Number((await victim.query("SELECT pg_backend_pid() AS pid")).rows[0].pid), "SIGKILL");
      await ended;
      while (!((await number().catch(() => 0)) > before)) await pause(20);
    };
    const back = Promise.withResolvers<void>();
    line.fate = (sent) => {
      if (!sent.includes("COMMIT")) return "passes";
      line.fate = () => "passes";
      void (async () => {
        await line.away();
        await crash();
        await line.back();
        back.resolve();
      })();
      return "lost";
    };
    await store.append("a", [userMessage("one", 1)], 0);
    await back.promise;
    expect(await textsOf(store)).toEqual(["one"]);
    await store.close();
    await line.away();
  });
});
