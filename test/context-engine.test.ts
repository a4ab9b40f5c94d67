// A context engine of one's own, in a folder of the home, used by the built command when it is named and only then.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { ModelServer } from "../src/testing/model-server.ts";
import { call, calls, reply } from "../src/testing/script.ts";
import { customModel } from "./e2e/program.ts";
import { servedPlace } from "./e2e/served-place.ts";

const here = servedPlace();
let server: ModelServer;
beforeEach(async () => {
  server = await here.serve([]);
});

/** Keeps the newest message and one line about the rest; its tool tells what it left out. */
const TIDY = `import { defineTool, jsonResult } from "hermes-ts/plugin";
const left = [];
const recall = defineTool({
  name: "recall_left_out",
  toolset: "tidy",
  description: "What was left out.",
  effect: "read",
  output: "own",
  input: { json: { type: "object", properties: {} }, decode: () => ({ type: "ok", value: {} }) },
  touches: () => [],
  run: async () => jsonResult({ left }),
});
export default {
  name: "tidy",
  setup: () => ({
    context: {
      name: "tidy",
      tools: [recall],
      assess: ({ messages }) => (messages.length > 2 ? "compact" : "fits"),
      async compact({ messages }) {
        left.push(...messages.slice(0, -1).map(({ seq }) => seq));
        const note = { role: "user", origin: "runtime", parts: [{ type: "text", text: "TIDIED AWAY" }], at: 1 };
        return {
          type: "compacted",
          compaction: {
            view: [note, messages.at(-1).message],
            summary: "TIDIED AWAY",
            replaced: { fromSeq: messages[0].seq, toSeq: messages.at(-2).seq },
            tokensBefore: 1000,
            tokensAfter: 100,
            note: "Tidied.",
          },
        };
      },
    },
  }),
};
`;

async function plant(): Promise<void> {
  const dir = join(here.place.home, "plugins", "context_engine", "tidy");
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, "plugin.yaml"), "name: tidy\nkind: exclusive\n");
  await writeFile(join(dir, "index.mjs"), TIDY);
}
const sent = (index: number) => JSON.stringify(server.requests[index]?.body);

test("named, it makes the room and its tool is offered and runs; its child session is the conversation's next part", async () => {
  await plant();
  await here.place.configure(customModel(server.url, "context:\n  engine: tidy\n"));
  const story = "a long story about a shed ".repeat(40);
  server.push(reply(story), calls(call("recall_left_out", {})), reply("done"));
  expect(await here.place.run(["-z", "tell me a story"])).toMatchObject({ code: 0 });
  expect(sent(0)).toContain("recall_left_out");
  const again = await here.place.run(["-z", "and what did you leave out?", "--continue"]);
  expect(again).toMatchObject({ code: 0, stdout: "done\n" });
  expect(sent(1)).toContain("TIDIED AWAY");
  expect(sent(1)).not.toContain("about a shed");
  expect(sent(2)).toMatch(/left[^a-z]*\d/);

  const { sessions } = JSON.parse((await here.place.run(["sessions", "list", "--json"])).stdout);
  const id = sessions[0].id;
  const listed = JSON.parse((await here.place.run(["sessions", "compactions", id, "--json"])).stdout);
  expect(listed.compactions).toMatchObject([{ pass: 1, session_id: id, kept: 1, summary: "TIDIED AWAY" }]);
  const back = JSON.parse((await here.place.run(["sessions", "undo-compact", id, "--json"])).stdout);
  expect(back).toMatchObject({ id: listed.compactions[0].parent_session_id, messages: 3, carried: 3 });
});

test("not named, it changes nothing, though it lies there", async () => {
  await plant();
  await here.place.configure(customModel(server.url));
  server.push(reply("hello"));
  expect(await here.place.run(["-z", "hi"])).toMatchObject({ code: 0, stderr: "" });
  expect(sent(0)).not.toContain("recall_left_out");
});

test("a name nobody brings is told, and the built-in engine goes on", async () => {
  await here.place.configure(customModel(server.url, "context:\n  engine: tydi\n"));
  server.push(reply("hello"));
  const ran = await here.place.run(["-z", "hi"]);
  expect(ran).toMatchObject({ code: 0, stdout: "hello\n" });
  expect(ran.stderr).toContain('There is no context engine "tydi" (context.engine); compressor is used.');
});
