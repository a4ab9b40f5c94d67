// The built command on two machines that keep their sessions on one PostgreSQL server: two homes, one `store.url`.

import { once } from "node:events";
import { existsSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { onPostgres } from "../../src/testing/suites/on-postgres.ts";
import { makePlace, type Place } from "./program.ts";

await onPostgres("sessions on a server", (server) => {
  let [here, there]: Place[] = [];
  const machines = () => {
    if (here === undefined || there === undefined) throw new Error("there are machines only inside a test");
    return { here, there };
  };
  beforeEach(async () => {
    const url = await server().freshDatabase();
    [here, there] = await Promise.all([makePlace(), makePlace()]);
    for (const place of [here, there]) await place.configure(`store:\n  url: ${url}\n`);
  });
  afterEach(() => Promise.all([here?.remove(), there?.remove()]));

  const ask = async (place: Place, ...args: string[]) => {
    const ran = await place.run(args);
    expect(ran.code, ran.stderr).toBe(0);
    return ran;
  };
  const json = async (place: Place, ...args: string[]) => JSON.parse((await ask(place, ...args, "--json")).stdout);
  /** The session it was said in. */
  const talk = async (place: Place, words: string, ...flags: string[]) =>
    /session_id: (\S+)/.exec((await ask(place, "chat", "-Q", "-q", words, ...flags)).stderr)?.[1] ?? "";

  test("what was said on one is listed, found, continued and exported on the other", async () => {
    const { here, there } = machines();
    const id = await talk(here, "remember that the server is called atlas");
    expect((await json(there, "sessions", "list")).sessions.map((row: { id: string }) => row.id)).toEqual([id]);
    const { results } = await json(there, "sessions", "search", "atlas");
    expect(results.map((hit: { session_id: string }) => hit.session_id)).toContain(id);

    expect(await talk(there, "run echo onwards", "-r", id)).toBe(id);
    const exported = JSON.parse((await ask(here, "sessions", "export", "-", "--session-id", id)).stdout);
    const asked = exported.messages.filter(({ role }: { role: string }) => role === "user");
    expect(asked.map(({ content }: { content: string }) => content)).toEqual([
      expect.stringContaining("atlas"),
      expect.stringContaining("onwards"),
    ]);
    for (const { home } of [here, there]) expect(existsSync(join(home, "state.db")), home).toBe(false);
  });

  test("its name is offered to somebody who types one on the other, and none when the server is away", async () => {
    const { here, there } = machines();
    const id = await talk(here, "remember that the server is called atlas");
    const typing = ["completion", "fish", "--line", "hermes sessions show "];
    expect((await ask(there, ...typing)).stdout).toContain(id);
    // A port that takes connections and never says a word.
    const silent = createServer();
    await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
    try {
      const { port } = silent.address() as AddressInfo;
      await there.configure(`store:\n  url: postgres://nobody@127.0.0.1:${port}/none\n`);
      expect((await ask(there, ...typing)).stdout).toBe("");
    } finally {
      silent.close();
    }
  });

  test("while one is in a conversation the other may not go on with it", async () => {
    const { here, there } = machines();
    const id = await talk(here, "run echo begun");
    const busy = here.start(["chat", "-Q", "-r", id, "-q", "run touch started && sleep 600"]);
    const ended = once(busy, "close");
    try {
      await expect.poll(() => existsSync(join(here.cwd, "started"))).toBe(true);
      const refused = await there.run(["chat", "-Q", "-r", id, "-q", "run echo mine"]);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`${id} is open in another process`) });
    } finally {
      busy.kill("SIGINT");
      await ended;
    }
    expect(await talk(there, "run echo mine", "-r", id)).toBe(id);
  });

  test("two that talk at the same time in conversations of their own lose nothing", async () => {
    const { here, there } = machines();
    await Promise.all([here, there, here, there].map((place, n) => ask(place, "-z", `run echo number ${n}`)));
    const { sessions } = await json(here, "sessions", "list");
    expect(sessions.map((row: { message_count: number }) => row.message_count)).toEqual([4, 4, 4, 4]);
    expect(await json(there, "sessions", "list")).toEqual({ sessions });
  });
});
