// Children of a session, and foreign text that goes with them.

import { expect, test } from "vitest";
import type { Gate } from "../../src/contracts/gate.ts";
import type { ModelRequest } from "../../src/contracts/model.ts";
import type { Hooks } from "../../src/contracts/plugin.ts";
import { defineTool, jsonResult, type Tool, type ToolContext } from "../../src/contracts/tool.ts";
import { type Message, text, textOf } from "../../src/kernel/message.ts";
import { OWNER } from "../../src/kernel/principal.ts";
import { CALLER_LAYER } from "../../src/kernel/prompt/build.ts";
import { joinTiers } from "../../src/kernel/prompt/tiers.ts";
import { createDelegation } from "../../src/runtime/delegate.ts";
import { createHookRunner } from "../../src/runtime/hooks.ts";
import { createHost } from "../../src/runtime/host.ts";
import type { HostPorts } from "../../src/runtime/host-ports.ts";
import { fakeEnvironment } from "../../src/testing/fake-environment.ts";
import { fakeLog } from "../../src/testing/fakes.ts";
import { call, calls, fail, reply } from "../../src/testing/script.ts";
import { scripted } from "../../src/testing/scripted-model.ts";
import { wholeTurn } from "../../src/testing/whole-turn.ts";
import { bench, REQUEST } from "./bench.ts";

const webTool: Tool = defineTool<object>({
  name: "web_extract",
  toolset: "web",
  description: "reads a page",
  effect: "read",
  output: "foreign",
  taints: "web page",
  input: { json: { type: "object" }, decode: () => ({ type: "ok", value: {} }) },
  touches: () => [],
  run: async () => jsonResult({ content: "page" }),
});

const parentContext = (taints: readonly string[] = []): ToolContext => ({
  sessionId: "parent",
  callId: "c",
  principal: OWNER,
  env: fakeEnvironment({ cwd: "/place" }),
  signal: new AbortController().signal,
  ask: async () => ({ type: "unanswered", why: "test" }),
  progress: () => undefined,
  taints: () => taints,
});

const DELEGATION = {
  settings: { yolo: false, maxIterations: 50 },
  timeoutMs: 0,
  projectBlock: async () => "the parent's rules",
  allowed: (tool: Tool) => tool.name !== "delegate_task",
  effectOf: () => undefined,
};

test("children work side by side, are stored like sessions, and report in order", async () => {
  const answer = (request: ModelRequest) => reply(`done: ${textOf(request.messages[0] as Message).split("\n")[0]}`);
  const { ports, store } = bench(scripted(answer, answer));
  await store.create({ id: "parent", source: "cli", principal: OWNER, startedAt: 1 });
  const heard: string[] = [];
  const hooks: Hooks = {
    subagentStart: async ({ sessionId, goal }) => void heard.push(`${sessionId} starts ${goal}`),
    subagentStop: async ({ goal, status }) => void heard.push(`${goal} ${status}`),
  };
  const runner = createHookRunner([{ plugin: "p", hooks }], fakeLog(), () => undefined);
  const results = await createDelegation({ ...ports, hooks: () => runner }, DELEGATION).run(
    [{ goal: "first" }, { goal: "second" }],
    parentContext(),
  );
  expect(results.map(({ status, summary }) => [status, summary])).toEqual([
    ["completed", "done: first"],
    ["completed", "done: second"],
  ]);
  expect(heard.sort()).toEqual(["first completed", "parent starts first", "parent starts second", "second completed"]);
  const rows = await store.list({ principal: OWNER, source: "subagent" });
  expect(rows.map((row) => [row.parentId, row.endReason])).toEqual([
    ["parent", "completed"],
    ["parent", "completed"],
  ]);
});

test("a child is handed the parent's rules, and a failing one fails alone", async () => {
  const { ports, store, prompts } = bench(scripted(fail("auth")));
  await store.create({ id: "parent", source: "cli", principal: OWNER, startedAt: 1 });
  const [result] = await createDelegation(ports, DELEGATION).run([{ goal: "x" }], parentContext());
  expect(result).toMatchObject({ status: "failed", exit_reason: "failed" });
  expect((await store.list({ principal: OWNER, source: "subagent" }))[0]?.endReason).toBe("failed");
  expect(prompts[0]?.inherited?.projectBlock).toContain("the parent's rules");
});

test("a call that another tool makes ends when that one wants it to", async () => {
  const until = new AbortController();
  const begun = Promise.withResolvers<void>();
  const slow: Tool = {
    ...webTool,
    name: "slow",
    run: (_input, { signal }) =>
      new Promise((done) => {
        signal.addEventListener("abort", () => done(jsonResult({ content: "stopped" })));
        begun.resolve();
      }),
  };
  const outer: Tool = {
    ...webTool,
    name: "outer",
    run: async (_input, context) => {
      const running = context.call?.(slow, {}, until.signal);
      await begun.promise;
      until.abort();
      return (await running) ?? jsonResult({});
    },
  };
  const { ports, store } = bench(scripted(calls(call("outer", {})), reply("ok")), { tools: [outer] });
  const session = await createHost(ports).create(REQUEST);
  await wholeTurn(session, "go");
  const told = (await store.history(session.id)).map(({ message }) => JSON.stringify(message)).join();
  expect(told).toMatch(/stopped|interrupted/);
  await session.close();
});

test("taint goes down to the child, and what the child read comes back up", async () => {
  const seen: string[][] = [];
  const spy: Gate = {
    name: "spy",
    check(_call, _tool, at) {
      seen.push([...at.taints("turn")]);
      return { type: "allow" };
    },
  };
  const { ports, store } = bench(scripted(calls(call("web_extract", {})), reply("read it")), {
    tools: [webTool],
    gates: [spy],
  });
  await store.create({ id: "parent", source: "cli", principal: OWNER, startedAt: 1 });
  const [result] = await createDelegation(ports, DELEGATION).run([{ goal: "read" }], parentContext(["a mail"]));
  expect(seen[0]).toEqual(["a mail"]);
  expect(result?.taints).toEqual(["web page"]);
  expect(result?.tool_trace).toEqual([{ tool: "web_extract", args_bytes: 2, result_bytes: 18, status: "ok" }]);
});

test("a later turn and a resumed session still know what was read from outside; a rewind forgets it with the text", async () => {
  const seen: string[] = [];
  const spy: Gate = {
    name: "spy",
    check(_call, _tool, at) {
      seen.push(`turn: ${at.taints("turn")} window: ${at.taints("window")}`);
      return { type: "allow" };
    },
  };
  const read = () => calls(call("web_extract", {}));
  const { ports, store } = bench(
    scripted(read(), reply("ok"), read(), reply("ok"), read(), reply("ok"), read(), reply("ok")),
    {
      tools: [webTool],
      gates: [spy],
    },
  );
  const session = await createHost(ports).create(REQUEST);
  await wholeTurn(session, "first");
  await wholeTurn(session, "second");
  expect(seen).toEqual(["turn:  window: ", "turn:  window: web page"]);
  await session.close();
  const resumed = await createHost(ports).resume(session.id, REQUEST);
  await wholeTurn(resumed, "third");
  expect(seen[2]).toBe("turn:  window: web page");
  await resumed.close();
  const first = (await store.history(session.id))[0]?.seq ?? 0;
  await store.rewind(session.id, first);
  await wholeTurn(await createHost(ports).resume(session.id, REQUEST), "anew");
  expect(seen[3]).toBe("turn:  window: ");
});

test("what the caller of a session said stays in its prompt when another run builds it anew", async () => {
  const { ports, prompts } = bench(scripted(reply("one"), reply("two")));
  const told: HostPorts = {
    ...ports,
    prompt: {
      async build(request) {
        const tiers = joinTiers([{ segment: "context", name: CALLER_LAYER, text: request.callerSystem ?? "" }]);
        return { ...(await ports.prompt.build(request)), prompt: { ...tiers, tools: [] } };
      },
    },
  };
  const session = await createHost(told).create({ ...REQUEST, callerSystem: "Speak to Ada." });
  await wholeTurn(session, "hi");
  await session.close();
  const again = await createHost(told).resume(session.id, REQUEST);
  await again.configure({ rebuildPrompt: true });
  await wholeTurn(again, "hi");
  expect(prompts.map(({ callerSystem }) => callerSystem)).toEqual(["Speak to Ada.", "Speak to Ada."]);
});

test("what a message or a steer brings in from outside taints its turn from the start", async () => {
  const seen: string[] = [];
  const steering: Gate = {
    name: "spy",
    async check(_call, _tool, at) {
      seen.push(at.taints("turn").join());
      if (seen.length === 1)
        await session.send({ parts: [text("job done")], delivery: "steer", taints: ["output of a job"] });
      return { type: "allow" };
    },
  };
  const own: Tool = defineTool({ ...webTool, taints: undefined } as unknown as Tool);
  const script = scripted(calls(call("web_extract", {})), calls(call("web_extract", {})), reply("ok"));
  const session = await createHost(bench(script, { tools: [own], gates: [steering] }).ports).create(REQUEST);
  const events = session.events();
  await session.send({ parts: [text("see the page")], delivery: "queue", taints: ["web page (x.example)"] });
  for await (const event of events) if (event.type === "turn-end") break;
  expect(seen).toEqual(["web page (x.example)", "web page (x.example),output of a job"]);
});
