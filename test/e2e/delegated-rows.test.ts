// What sub-agents did and how they ended can be looked up afterwards; who cannot ask is not offered to.

import { expect, test } from "vitest";
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
