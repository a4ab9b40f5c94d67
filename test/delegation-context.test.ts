// What a child agent is told before its task: the parent's project rules and nothing else of the parent's prompt.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ChatBody, Reply } from "../bench/parts/loopback-model.ts";
import { type AgentOptions, createAgent } from "../src/entries/index.ts";
import { DEFAULT_IDENTITY, PROJECT_HEADING } from "../src/kernel/prompt/guidance.data.ts";
import { startModelServer } from "../src/testing/model-server.ts";
import { reply } from "../src/testing/script.ts";
import { call } from "./security/agent-run.ts";
import type { LabHome } from "./security/lab-home.ts";
import { labs } from "./security/with-lab.ts";

const lab = labs();
const TASK = "the child's part";
const SOUL = "You are Ada's butler.";
const CALLER = "Words of the caller, with a heading:\n\n# Project Context\n\nnot a rule of the project";

const isChild = ({ messages }: ChatBody) => JSON.stringify(messages.find(({ role }) => role === "user")).includes(TASK);
const systemOf = ({ messages }: ChatBody) => messages.find(({ role }) => role === "system")?.content as string;

async function family(place: LabHome, options: AgentOptions = {}): Promise<{ parent: ChatBody; child: ChatBody[] }> {
  writeFileSync(join(place.home, "SOUL.md"), SOUL);
  writeFileSync(join(place.workspace, "AGENTS.md"), "Use tabs.");
  mkdirSync(join(place.workspace, "sub"), { recursive: true });
  writeFileSync(join(place.workspace, "sub", "AGENTS.md"), "Use spaces here.");
  writeFileSync(join(place.workspace, "sub", "a.txt"), "a");
  const plans = {
    parent: [
      call("write_file", { path: "AGENTS.md", content: "Rules that came after the parent was told." }),
      call("delegate_task", { goal: TASK }),
    ],
    child: [call("read_file", { path: "sub/a.txt" })],
  };
  const answer = (body: ChatBody): Reply =>
    plans[isChild(body) ? "child" : "parent"][body.messages.filter(({ role }) => role === "tool").length] ?? {
      type: "text",
      text: "Done.",
    };
  place.model.reset(() => answer(place.model.exchanges.at(-1)?.body ?? { messages: [] }));
  const agent = await createAgent({ ...options, home: place.home, cwd: place.workspace });
  try {
    for await (const _event of agent.send("the parent's part"));
  } finally {
    await agent.close();
  }
  const bodies = place.model.exchanges.map(({ body }) => body).filter(({ tools }) => (tools?.length ?? 0) > 0);
  return { parent: bodies.find((body) => !isChild(body)) as ChatBody, child: bodies.filter(isChild) };
}

test("a child has the default identity and the project block its parent was given, not the caller's words", async () => {
  const { parent, child } = await family(await lab(), { systemMessage: CALLER });
  for (const words of [SOUL, CALLER, "Use tabs."]) expect(systemOf(parent)).toContain(words);
  const told = systemOf(child[0] as ChatBody);
  expect(told).toContain(DEFAULT_IDENTITY);
  expect(told).toContain("Use tabs.");
  expect(told.split(PROJECT_HEADING)).toHaveLength(2);
  for (const words of [SOUL, "Words of the caller", "not a rule of the project"]) expect(told).not.toContain(words);
});

test("a child reads no context files itself, neither at its start nor on the way", async () => {
  const { child } = await family(await lab());
  expect(child.length).toBeGreaterThan(1);
  const all = JSON.stringify(child);
  expect(all).not.toContain("Rules that came after");
  expect(all).not.toContain("Use spaces here.");
});

test("delegation.skip_context_files hands down nothing; skipContextFiles gives the parent nothing to hand down", async () => {
  const skipped = await family(await lab({ delegation: { skip_context_files: true } }));
  expect(systemOf(skipped.parent)).toContain("Use tabs.");
  expect(systemOf(skipped.child[0] as ChatBody)).not.toContain(PROJECT_HEADING);
  const without = await family(await lab(), { skipContextFiles: true });
  for (const body of [without.parent, ...without.child]) expect(JSON.stringify(body)).not.toContain("Use tabs.");
});

test("an endpoint of their own: sub-agents ask it with its key, the parent does not", async () => {
  const server = await startModelServer([reply("The child's answer.")]);
  try {
    const delegation = { base_url: `${server.url}/v1`, api_key: "child-key", model: "small" };
    const { child } = await family(await lab({ delegation }));
    expect(child).toEqual([]);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.headers.authorization).toBe("Bearer child-key");
    expect(server.requests[0]?.body).toMatchObject({ model: "small" });
  } finally {
    await server.close();
  }
});
