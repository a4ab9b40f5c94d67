// ASI07 between agents: suspicion is inherited by children and comes back with their results.

import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ChatBody, Reply } from "../../bench/parts/loopback-model.ts";
import { type AgentOptions, createAgent } from "../../src/entries/index.ts";
import { call, terminal } from "./agent-run.ts";
import type { LabHome } from "./lab-home.ts";
import { labs } from "./with-lab.ts";

const lab = labs();

/** Parent and child are told apart by what they were asked. */
async function family(
  place: LabHome,
  parent: readonly Reply[],
  child: readonly Reply[],
  options: Pick<AgentOptions, "toolsets"> = {},
): Promise<void> {
  const answer = ({ messages }: ChatBody): Reply => {
    const plan = JSON.stringify(messages.find(({ role }) => role === "user")).includes("the child's part")
      ? child
      : parent;
    return plan[messages.filter(({ role }) => role === "tool").length] ?? { type: "text", text: "Done." };
  };
  place.model.reset(() => answer(place.model.exchanges.at(-1)?.body ?? { messages: [] }));
  const agent = await createAgent({ home: place.home, cwd: place.workspace, ...options });
  try {
    for await (const _event of agent.send("the parent's part"));
  } finally {
    await agent.close();
  }
}

test("a child of a turn that read from outside may do no more than its parent", async () => {
  const place = await lab();
  writeFileSync(join(place.outside, "page.txt"), "words of a stranger, long enough to be fenced\n");
  const read = call("read_file", { path: join(place.outside, "page.txt") });
  const delegate = call("delegate_task", { goal: "the child's part" });
  await family(place, [read, delegate], [terminal("touch from-child"), terminal("ls")]);
  expect(existsSync(join(place.workspace, "from-child"))).toBe(false);
  await family(place, [delegate], [terminal("touch from-clean-child")]);
  expect(readdirSync(place.workspace)).toContain("from-clean-child");
});

test("a child that read from outside taints the turn it reports to", async () => {
  const place = await lab();
  writeFileSync(join(place.outside, "page.txt"), "words of a stranger, long enough to be fenced\n");
  await family(
    place,
    [call("delegate_task", { goal: "the child's part" }), terminal("touch after-child")],
    [call("read_file", { path: join(place.outside, "page.txt") })],
  );
  expect(existsSync(join(place.workspace, "after-child"))).toBe(false);
});

test("a child has no tool that its parent has not, whatever it is given", async () => {
  const place = await lab();
  const delegate = call("delegate_task", { goal: "the child's part", toolsets: ["terminal", "file"] });
  const child = [terminal("touch from-shell"), call("write_file", { path: "from-file", content: "x" })];
  await family(place, [delegate], child, { toolsets: ["file", "delegation"] });
  expect(readdirSync(place.workspace)).toEqual(["from-file"]);
});

test("a child sent to the background reports later, fenced, and what it read taints the turn that hears of it", async () => {
  const place = await lab({ approvals: { timeout: 1 } });
  writeFileSync(join(place.outside, "page.txt"), "words of a stranger, long enough to be fenced\n");
  const sent = call("delegate_task", { goal: "the child's part", background: true });
  const read = call("read_file", { path: join(place.outside, "page.txt") });
  const answer = ({ messages }: ChatBody): Reply => {
    const said = JSON.stringify(messages.filter(({ role }) => role === "user"));
    const tools = messages.filter(({ role }) => role === "tool").length;
    if (said.includes("nobody can answer questions")) return tools === 0 ? read : { type: "text", text: "the report" };
    if (said.includes("ASYNC DELEGATION COMPLETE"))
      return tools === 1 ? terminal("touch after-report") : { type: "text", text: "Heard." };
    return tools === 0 ? sent : { type: "text", text: "Sent." };
  };
  place.model.reset(() => answer(place.model.exchanges.at(-1)?.body ?? { messages: [] }));
  const agent = await createAgent({
    ...{ home: place.home, cwd: place.workspace },
    onQuestion: async () => ({ type: "no" }),
  });
  const heard = () => JSON.stringify(place.model.exchanges.map(({ body }) => body));
  try {
    for await (const _event of agent.send("the parent's part"));
    // Nobody is asked between turns: the question's time is up.
    await expect
      .poll(heard, { timeout: 20_000 })
      .toMatch(/Needs a person's approval \(this turn has read[^)]*page\.txt/);
  } finally {
    await agent.close();
  }
  expect(heard()).toMatch(/dispatched.*deleg_[0-9a-f]{8}/);
  expect(heard()).toMatch(/ASYNC DELEGATION COMPLETE — deleg_[0-9a-f]{8}[\s\S]*untrusted[\s\S]*the report/);
  expect(existsSync(join(place.workspace, "after-report"))).toBe(false);
});
