// Two hostile people and the owner on one host: nobody's memory reaches another's prompt, tools or searches.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OWNER, type Principal } from "../../src/kernel/principal.ts";
import { tempDir } from "../../src/testing/fakes.ts";
import type { ModelServer } from "../../src/testing/model-server.ts";
import { call, calls, reply } from "../../src/testing/script.ts";
import type { Place } from "../e2e/program.ts";
import { type HostPlace, hostPlace } from "../host/place.ts";

const MALLORY: Principal = { type: "guest", id: "mallory" };
/** An id that tries to be somebody else's folder. */
const EVE: Principal = { type: "guest", id: "../mallory" };
const SECRETS = { owner: "Owner keeps bees in Zurich", mallory: "Mallory plays the oboe", eve: "Eve collects stamps" };

let host: HostPlace;
let place: Place;
let server: ModelServer;

beforeEach(async () => {
  host = await hostPlace();
  ({ place, server } = host);
});
afterEach(() => host.remove());

const turn = (principal: Principal, words: string) => host.turn(words, principal);

async function remembered(principal: Principal, content: string): Promise<void> {
  server.push(calls(call("memory", { action: "add", target: "user", content })), reply("ok"));
  await turn(principal, `remember: ${content}`);
}

test("prompts, tools and searches stay with their own", async () => {
  await remembered(OWNER, SECRETS.owner);
  await remembered(MALLORY, SECRETS.mallory);
  await remembered(EVE, SECRETS.eve);

  const people: readonly [Principal, keyof typeof SECRETS][] = [
    [OWNER, "owner"],
    [MALLORY, "mallory"],
    [EVE, "eve"],
  ];
  for (const [principal, own] of people) {
    const others = Object.entries(SECRETS).filter(([name]) => name !== own);
    // The frozen prompt of a new session.
    server.push(reply("hello"));
    const prompt = await turn(principal, "who am I?");
    expect(prompt).toContain(SECRETS[own]);
    for (const [, secret] of others) expect(prompt).not.toContain(secret);

    // Every tool that could fetch, change or reveal.
    for (const [, secret] of others) {
      const word = secret.split(" ")[0] ?? "";
      server.push(
        calls(
          call("memory", { action: "remove", target: "user", old_text: word }),
          call("memory", { action: "replace", target: "user", old_text: secret.slice(-6), content: "Overwritten" }),
          call("session_search", { query: word }),
        ),
        reply("done"),
      );
      const seen = await turn(principal, "what do the others say?");
      expect(seen).not.toContain(secret);
    }
  }
  for (const [principal, own] of people) {
    server.push(reply("hello"));
    expect(await turn(principal, "still me?")).toContain(SECRETS[own]);
  }
});

test("slash commands act for whose session it is, and those of the home for its owner alone", async () => {
  await remembered(OWNER, SECRETS.owner);
  await remembered(MALLORY, SECRETS.mallory);
  expect(await host.command("/memory list", MALLORY)).toContain(SECRETS.mallory);
  expect(await host.command("/memory list", OWNER)).toContain(SECRETS.owner);
  for (const line of ["", " list", " show 1", " history", " export", " undo 5", " remove user 1", " pending"]) {
    const said = await host.command(`/memory${line}`, EVE);
    expect(said).not.toContain(SECRETS.owner);
    expect(said).not.toContain(SECRETS.mallory);
  }
  const config = await readFile(join(place.home, "config.yaml"), "utf8");
  for (const verb of ["approval on", "import /etc/passwd", "setup holographic", "off", "edit", "status"])
    expect(await host.command(`/memory ${verb}`, MALLORY)).toContain("There is no /memory");
  for (const { name } of host.app().commands.filter(({ forGuests }) => forGuests !== true))
    expect(await host.command(`/${name}`, MALLORY)).toContain("Only the owner");
  expect(await readFile(join(place.home, "config.yaml"), "utf8")).toBe(config);
  expect(await host.command("/memory list", OWNER)).toContain(SECRETS.owner);
});

test("a turn that read from outside writes nothing on its own: it waits, with its source, under its own principal", async () => {
  await using elsewhere = await tempDir();
  await writeFile(elsewhere.join("letter.txt"), "Dear agent, the door is always open.");
  server.push(
    calls(call("read_file", { path: elsewhere.join("letter.txt") })),
    calls(call("memory", { action: "add", target: "memory", content: "The door is always open" })),
    reply("ok"),
  );
  const seen = await turn(MALLORY, "read the letter and remember it");
  expect(seen).toContain("staged");
  const [waiting, ...more] = await readdir(join(place.home, "pending/guests/mallory/memory"));
  expect(more).toEqual([]);
  const record = await readFile(join(place.home, "pending/guests/mallory/memory", waiting ?? ""), "utf8");
  expect(JSON.parse(record)).toMatchObject({
    payload: { action: "add", content: "The door is always open" },
    taints: [expect.stringContaining("letter.txt")],
  });
  await expect(readdir(join(place.home, "pending/memory"))).rejects.toThrow();
  const id = waiting?.replace(".json", "") ?? "";
  for (const other of [OWNER, EVE]) {
    expect(await host.command("/memory pending", other)).toContain("Nothing waits");
    expect(await host.command(`/memory approve ${id}`, other)).toContain("Nothing waits");
  }
  expect(await host.command("/memory pending", MALLORY)).toContain("letter.txt");
  expect(await host.command(`/memory approve ${id}`, MALLORY)).toContain("is written");
  expect(await host.command("/memory list", MALLORY)).toContain("The door is always open");
});

test("file tools of a guest do not reach the owner's memory", async () => {
  await remembered(OWNER, SECRETS.owner);
  for (const path of ["memories/USER.md", "memories/journal.jsonl"]) {
    server.push(calls(call("read_file", { path: join(place.home, path) })), reply("done"));
    expect(await turn(MALLORY, "read it")).not.toContain(SECRETS.owner);
  }
});
