// The published library, built, as an application uses it.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../src/testing/model-server.ts";
import { call, calls, fail, reply } from "../src/testing/script.ts";
import { customModel, makePlace, type Place } from "./e2e/program.ts";

const ROOT = join(import.meta.dirname, "..");
const places: Place[] = [];
const servers: ModelServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  for (const place of places.splice(0)) await place.remove();
});

test("the example in the documentation runs as it is", async () => {
  const place = await makePlace();
  places.push(place);
  const out = execFileSync(process.execPath, [join(ROOT, "docs/examples/ask-twice.mjs")], {
    cwd: place.cwd,
    env: { PATH: process.env.PATH ?? "", HOME: place.cwd, HERMES_HOME: place.home },
  }).toString();
  expect(out).toContain("offline model");
  expect(out).toContain("from the library");
  expect(out).toMatch(/terminal took \d+ ms/);
});

test("the example of a platform gives each chat a conversation of its own", async () => {
  const place = await makePlace();
  places.push(place);
  const out = execFileSync(process.execPath, [join(ROOT, "docs/examples/line-platform.mjs")], {
    cwd: place.cwd,
    env: { PATH: process.env.PATH ?? "", HOME: place.cwd, HERMES_HOME: place.home },
    input: "ada: remember that I like tea\nnot a message\nbob: hello\nada: hello\n",
  }).toString();
  expect(out).toMatch(/^to ada: I will remember[^\n]*\nto bob: Hello[^\n]*\nto ada: Hello[^\n]*\n$/);
  const { sessions } = JSON.parse((await place.run(["sessions", "--source", "lines", "--json"])).stdout);
  expect(sessions.map((one: { message_count: number }) => one.message_count).sort()).toEqual([2, 6]);
});

test("chat answers, send streams, questions are asked, a failure is thrown with its kind", async () => {
  const place = await makePlace();
  places.push(place);
  const server = await startModelServer([
    reply("hello"),
    reply("A friendly greeting"),
    calls(call("terminal", { command: "rm -rf photos" })),
    reply("done"),
    fail("auth"),
  ]);
  servers.push(server);
  await place.configure(customModel(server.url));
  const { createAgent } = (await import(join(ROOT, "dist/index.mjs"))) as typeof import("../src/entries/index.ts");
  const asked: string[] = [];
  const agent = await createAgent({
    home: place.home,
    cwd: place.cwd,
    onQuestion: async (question) => {
      if (question.type === "approve") asked.push(question.subject);
      return { type: "no" };
    },
  });
  expect(await agent.chat("hi")).toBe("hello");
  // The title of the conversation is asked for in the background.
  await server.arrived(2);
  const kinds = new Set<string>();
  for await (const event of agent.send("clean up")) kinds.add(event.type);
  expect(asked).toEqual(["rm -rf photos"]);
  expect([...kinds]).toEqual(
    expect.arrayContaining(["turn-start", "tool-start", "tool-end", "text", "usage", "turn-end"]),
  );
  await expect(agent.chat("again")).rejects.toMatchObject({ name: "ModelFailure", kind: "auth" });
  await agent.close();
});
