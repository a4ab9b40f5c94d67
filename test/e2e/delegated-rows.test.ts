// What sub-agents did and how they ended can be looked up afterwards; who cannot ask is not offered to.

import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { tempDir } from "../../src/testing/fakes.ts";
import { call, calls, forever, reply } from "../../src/testing/script.ts";
import { servedPlace } from "./served-place.ts";

const here = servedPlace();

test("sub-agents are rows with their own model and how they ended, and a single query offers no question to a person", async () => {
  const server = await here.serve(
    [
      forever(({ body }) => {
        const said = JSON.stringify(body.messages);
        if (said.includes("Work on this alone")) return reply("found it");
        return said.includes("task_index") ? reply("done") : calls(call("delegate_task", { goal: "look" }));
      }),
    ],
    "delegation:\n  model: child-model\n",
  );
  expect((await here.place.run(["chat", "-q", "go"])).stdout).toContain("done");
  const offered = server.requests.map(({ model, body }) => ({
    model,
    tools: (body.tools as { function: { name: string } }[]).map(({ function: { name } }) => name),
  }));
  expect(offered.map(({ model }) => model)).toEqual(["test-model", "child-model", "test-model"]);
  expect(offered.flatMap(({ tools }) => tools)).not.toContain("clarify");
  expect(offered[1]?.tools).not.toContain("delegate_task");

  const listed = await here.place.run(["sessions", "list", "--source", "subagent", "--json"]);
  expect(JSON.parse(listed.stdout).sessions).toMatchObject([
    { source: "subagent", end_reason: "completed", model: "child-model" },
  ]);
  const usual = await here.place.run(["sessions", "list", "--json"]);
  expect(JSON.parse(usual.stdout).sessions).toHaveLength(1);
});

test.each([
  ["nobody said yes", [], "", false],
  ["the parent runs with --yolo", ["--yolo"], "", true],
  ["the settings say yes for sub-agents", [], "delegation:\n  subagent_auto_approve: true\n", true],
])("what would be asked about: %s", async (_case, flags, settings, done) => {
  const outside = await tempDir();
  const command = `echo x > ${outside.join("made")}`;
  await here.serve(
    [
      forever(({ body }) => {
        const said = JSON.stringify(body.messages);
        if (!said.includes("Work on this alone"))
          return said.includes("task_index") ? reply("done") : calls(call("delegate_task", { goal: "write" }));
        return said.includes("exit_code") || said.includes("approval")
          ? reply("did")
          : calls(call("terminal", { command }));
      }),
    ],
    `${settings}terminal:\n  sandbox: off\n`,
  );
  await here.place.run(["chat", "-q", "go", ...flags]);
  expect(existsSync(outside.join("made"))).toBe(done);
  await outside.remove();
});
