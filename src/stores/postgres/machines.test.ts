// Several machines on one database: one of them drives a session, and nothing any of them was promised is lost.

import { execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { textOf, userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeClock, fakeIds } from "../../testing/fakes.ts";
import { onPostgres } from "../../testing/suites/on-postgres.ts";
import { holderName } from "../shared/holder.ts";
import { openPostgresStore } from "./open.ts";
import type { PostgresSessionStore } from "./store.ts";

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

await onPostgres("postgres: several machines", (server) => {
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
      await server().admin("UPDATE hx_leases SET expires_at = expires_at - 60001", url);
      expect(await second.ask("claim")).toBe("driving");
      expect(await second.ask("append")).toBe("appended");
    } finally {
      await Promise.all([first.kill(), second.kill()]);
    }
    expect((await store.history("a")).map(({ message }) => textOf(message))).toEqual(["from first", "from second"]);
    await store.close();
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
});
