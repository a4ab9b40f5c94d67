// A model's own reasoning through the real store and a second process: back to the model that made it, to no other one.

import { afterEach, beforeEach, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../src/testing/model-server.ts";
import { reply, says, thought, words } from "../../src/testing/script.ts";
import { makePlace, type Place } from "./program.ts";

let place: Place;
let server: ModelServer;
beforeEach(async () => {
  place = await makePlace();
});
afterEach(async () => {
  await server.close();
  await place.remove();
});

const THOUGHT = 'Größe "in" \\ 🚀\u2028 and\ttabs';

test.each([
  ["anthropic_messages", ""],
  ["codex_responses", "/v1"],
  ["gemini", "/v1beta"],
  ["chat_completions", "/v1"],
] as const)("%s", async (wire, path) => {
  // Strict: what comes back signed must be what was signed, byte for byte.
  server = await startModelServer(
    [says([thought(THOUGHT), words("First.")]), reply("Second."), reply("Third."), reply("Fourth.")],
    { strict: true },
  );
  await place.configure(
    `model:\n  provider: custom\n  base_url: ${server.url}${path}\n  api_key: sk-e2e\n  default: thinker\n  api_mode: ${wire}\n`,
  );
  const answers = [
    await place.run(["-z", "one"]),
    await place.run(["-c", "-z", "two"]),
    await place.run(["-c", "-m", "another", "-z", "three"]),
    await place.run(["-c", "-m", "thinker", "-z", "four"]),
  ];
  expect(answers.map(({ stdout }) => stdout)).toEqual(["First.\n", "Second.\n", "Third.\n", "Fourth.\n"]);
  expect(server.requests.flatMap(({ problems }) => problems)).toEqual([]);
  const carried = server.requests.map(({ body }) =>
    JSON.stringify(body).includes(JSON.stringify(THOUGHT).slice(1, -1)),
  );
  expect(carried).toEqual([false, true, false, true]);
});
