import { expect, test, vi } from "vitest";
import type { ContextEngine } from "../../contracts/context.ts";
import type { ModelChoice } from "../../contracts/model.ts";
import type { Models } from "../../contracts/models.ts";
import type { AgentEvent, SessionSettings } from "../../contracts/session.ts";
import { defineTool, jsonResult, type Tool, type ToolContext } from "../../contracts/tool.ts";
import { countNudge, NO_COUNTS } from "../../kernel/memory/nudge.ts";
import { text, textOf, userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeEnvironment } from "../../testing/fake-environment.ts";
import { fakeClock, fakeIds, fakeLog } from "../../testing/fakes.ts";
import { memorySessionStore } from "../../testing/memory-session-store.ts";
import { call, calls, fail, overflow, reply } from "../../testing/script.ts";
import { type ScriptedModel, scripted, scriptedWith } from "../../testing/scripted-model.ts";
import { NO_HOOKS } from "../hooks.ts";
import { createHost } from "../host.ts";
import type { FinishedTurn, HostPorts } from "../host-ports.ts";
import { toSpec } from "../prompt-sources.ts";
import { createBackground } from "./background.ts";
import { createReviewer, type ReviewPorts } from "./review.ts";

const UNLIMITED = { tokens: undefined, usd: undefined };
const SETTINGS: SessionSettings = { yolo: false, maxIterations: 90 };

function fakeTool(name: string, ran: string[], facts: Partial<Tool> = {}): Tool {
  return defineTool({
    ...{ name, toolset: name, description: `The ${name} tool.`, effect: "write", output: "own" },
    input: { decode: (input) => ({ type: "ok", value: input }), json: { type: "object" } },
    touches: () => [],
    run: async (_input: unknown, context: ToolContext) => {
      ran.push(`${name}${context.taints("window").length > 0 ? ` tainted by ${context.taints("window")}` : ""}`);
      return jsonResult({ success: true, message: `${name} done.` });
    },
    ...facts,
  } as Tool);
}

async function bench(
  model: ScriptedModel,
  { engine, ...change }: Partial<ReviewPorts> & { readonly engine?: ContextEngine } = {},
  instead: readonly Tool[] = [],
) {
  const clock = fakeClock({ auto: true });
  const store = memorySessionStore({ clock });
  const ran: string[] = [];
  const reviewed: string[] = [];
  const day = { count: 0 };
  const counts = { now: NO_COUNTS };
  const tools = [
    fakeTool("terminal", ran),
    fakeTool("web_search", ran, { taints: "the web" }),
    fakeTool("memory", ran),
    fakeTool("skill_view", ran),
    fakeTool("skill_manage", ran),
  ].map((tool) => instead.find(({ name }) => name === tool.name) ?? tool);
  const background = createBackground(fakeLog());
  const log = fakeLog();
  const choice: ModelChoice = { provider: model, model: "m" };
  const models: Models = {
    plan: async () => ({ type: "ready", primary: choice, fallbacks: [], because: "test" }),
    auxiliary: async () => choice,
    learnWindow: () => undefined,
  };
  const reviewer = createReviewer({
    ...{
      store,
      clock,
      background,
      log,
      cacheTtl: "5m",
      verbosity: "on",
      leavingWaitsMs: 30_000,
      room: engine && { engine, models },
    },
    policy: { memoryEvery: 10, skillsEvery: 10, perDay: 3 },
    tools: ["memory", "skill_view", "skill_manage"].map((name) => fakeTool(name, reviewed)),
    environment: async () => fakeEnvironment(),
    nudges: {
      async count(_principal, events) {
        counts.now = events.reduce(countNudge, counts.now);
        return counts.now;
      },
    },
    today: { count: async () => day.count, add: async () => void day.count++ },
    ...change,
  });
  const events: AgentEvent[] = [];
  const turns: FinishedTurn[] = [];
  const ports = {
    ...{ store, clock, log, engine: undefined, hints: undefined, memory: undefined, soften: undefined, cacheTtl: "5m" },
    ...{ ids: fakeIds(), gates: [], maxRetries: 0, holder: "t", leaseTtlMs: 60_000, answerTimeoutMs: undefined },
    ...{ ephemeral: "", prefill: [], turnDeadlineMs: 0, startOfDay: () => 0 },
    grants: {
      has: async () => false,
      add: async () => undefined,
      endTask: () => undefined,
      endSession: () => undefined,
    },
    models,
    prompt: {
      build: async () => ({
        prompt: { system: ["Shared.", "You are a test."], tools: tools.map(toSpec), sharedThrough: 0, layers: [] },
        notices: [],
      }),
    },
    spill: { save: async () => undefined },
    loopPolicy: {
      warnings: false,
      warnAfter: { exactFailure: 9, sameToolFailure: 9, noProgress: 9 },
      stopAfter: undefined,
    },
    limits: { turn: UNLIMITED, session: UNLIMITED, day: UNLIMITED },
    spending: { record: () => undefined, since: async () => ({ tokens: 0, usd: 0 }) },
    environment: async () => fakeEnvironment(),
    tools: () => tools,
    hooks: () => NO_HOOKS,
    afterTurn: (turn: FinishedTurn) => {
      turns.push(turn);
      reviewer.afterTurn({ ...turn, publish: (event) => void events.push(event) });
    },
  } as unknown as HostPorts;
  const session = await createHost(ports).create({
    principal: OWNER,
    source: "cli",
    cwd: "/place",
    settings: SETTINGS,
  });
  return {
    ...{ ran, reviewed, events, store, session, reviewer, turns, log, day, settled: background.settled },
    async say(words: string, taints: readonly string[] = []) {
      await session.send({ parts: [text(words)], delivery: "queue", taints });
      await session.settled();
      await background.stop();
    },
  };
}

test("a correction is reviewed on the parent's prefix, byte for byte, and the user hears what was kept", async () => {
  const model = scripted(
    calls(call("terminal", { command: "ls" })),
    reply("Done, at length."),
    calls(call("skill_manage", { action: "patch", name: "x" })),
    reply("Kept."),
  );
  const { say, events, reviewed, ran, session, store } = await bench(model);
  await say("no, too long. From now on be brief");
  expect(ran).toEqual(["terminal"]);
  expect(reviewed).toEqual(["skill_manage"]);
  expect(events).toEqual([{ type: "notice", level: "info", text: "💾 Self-improvement review: skill_manage done" }]);
  const [, parent, fork] = model.requests;
  expect(fork?.system).toEqual(parent?.system);
  expect(JSON.stringify(fork?.tools)).toBe(JSON.stringify(parent?.tools));
  expect(fork?.messages.slice(0, parent?.messages.length)).toEqual(parent?.messages);
  expect({ ...fork, messages: [], cache: parent?.cache }).toEqual({ ...parent, messages: [] });
  expect((await store.history(session.id)).map(({ message }) => message.role)).toEqual([
    "user",
    "assistant",
    "tool",
    "assistant",
  ]);
  expect((await store.get(session.id))?.apiCallCount).toBe(4);
});

test("other tools refuse, whatever the model asks for, and the budget ends it", async () => {
  const model = scripted(
    reply("ok"),
    ...Array.from({ length: 40 }, () => calls(call("terminal", { command: "rm -rf /" }))),
  );
  const { say, ran, reviewed, events } = await bench(model);
  await say("wrong, use tabs");
  expect(ran).toEqual([]);
  expect(reviewed).toEqual([]);
  expect(events).toEqual([]);
  expect(model.requests).toHaveLength(1 + 16);
  expect(JSON.stringify(model.requests[2]?.messages.at(-1))).toContain("denied non-whitelisted tool: terminal");
});

test("nothing to learn costs nothing; the day's cap holds; a failing review is a line in the log", async () => {
  const quiet = scripted(reply("4"));
  await (await bench(quiet)).say("what is 2 + 2?");
  expect(quiet.requests).toHaveLength(1);
  const capped = await bench(scripted(reply("ok")), { today: { count: async () => 3, add: async () => undefined } });
  await capped.say("no, wrong");
  const failing = await bench(scripted(reply("ok"), fail("overloaded")));
  await failing.say("no, wrong");
  expect(failing.log.lines.some(({ message }) => message === "background review failed")).toBe(true);
  expect(failing.events).toEqual([]);
});

test("a conversation that read the web is reviewed as tainted", async () => {
  const model = scripted(
    calls(call("web_search", { query: "x" })),
    reply("ok"),
    calls(call("memory", { action: "add" })),
    reply("Kept."),
  );
  const { say, reviewed } = await bench(model);
  await say("no, search the web instead");
  expect(reviewed).toEqual(["memory tainted by the web"]);
});

test("one result from outside is enough, whatever its tool usually brings, also in an earlier turn or an attachment", async () => {
  const model = scripted(
    calls(call("terminal", { command: "cat /mail/letter" })),
    reply("ok"),
    reply("noted"),
    calls(call("memory", { action: "add" })),
    reply("Kept."),
  );
  const outside = fakeTool("terminal", [], {
    run: async () => jsonResult({ output: "a letter" }, { taint: "file /mail/letter" }),
  });
  const { say, session, reviewed } = await bench(model, {}, [outside]);
  await session.send({ parts: [text("what does the letter say?")], delivery: "queue" });
  await session.settled();
  await say("no, wrong: be brief");
  expect(reviewed).toEqual(["memory tainted by file /mail/letter"]);
  const attached = await bench(scripted(reply("ok"), calls(call("memory", {})), reply("Kept.")));
  await attached.say("no, not like @url:https://x.example", ["web page (https://x.example)"]);
  expect(attached.reviewed).toEqual(["memory tainted by web page (https://x.example)"]);
});

test("guests and the offline model teach nothing", async () => {
  const offline = scriptedWith({ id: "offline" }, reply("ok"));
  await (await bench(offline)).say("no, wrong");
  expect(offline.requests).toHaveLength(1);
  const model = scripted(reply("ok"), reply("Nothing to save."));
  const { say, turns, reviewer } = await bench(model);
  await say("no, wrong");
  const asked = model.requests.length;
  const turn = turns[0];
  if (turn !== undefined) reviewer.afterTurn({ ...turn, principal: { type: "guest", id: "g" } });
  expect(model.requests).toHaveLength(asked);
});

test("a conversation too large for another look is looked at in a smaller view, and stays as it is", async () => {
  const seen: number[] = [];
  const engine: ContextEngine = {
    name: "test",
    assess: ({ messages }) => (messages.length > 2 ? "compact" : "fits"),
    async compact({ messages }, { models }) {
      seen.push(messages.length, models.length);
      const view = [userMessage("SHORTER VIEW", 1)];
      const replaced = { fromSeq: 1, toSeq: 2 };
      return {
        type: "compacted",
        compaction: { view, summary: "", replaced, tokensBefore: 9, tokensAfter: 1, note: "" },
      };
    },
  };
  const model = scripted(
    calls(call("terminal", { command: "ls" })),
    reply("Done, at length."),
    calls(call("skill_manage", { action: "patch", name: "x" })),
    reply("Kept."),
  );
  const { say, reviewed, session, store } = await bench(model, { engine });
  await say("no, too long. From now on be brief");
  expect(reviewed).toEqual(["skill_manage"]);
  expect(seen).toEqual([4, 1]);
  const [, , first, second] = model.requests;
  expect(first?.messages.map(textOf)).toEqual(["SHORTER VIEW", expect.stringContaining("Look back over")]);
  expect(second?.messages.slice(0, 2)).toEqual(first?.messages);
  expect(second?.messages).toHaveLength(4);
  expect(await store.history(session.id)).toHaveLength(4);
  expect((await store.get(session.id))?.endReason).toBeUndefined();
});

test("a second look the vendor finds too large is made smaller once; where nothing helps it just ends", async () => {
  const shrink: ContextEngine = {
    name: "test",
    assess: () => "fits",
    compact: async () => ({
      type: "compacted",
      compaction: {
        ...{ view: [userMessage("SHORTER VIEW", 1)], summary: "", tokensBefore: 9, tokensAfter: 1, note: "" },
        replaced: { fromSeq: 1, toSeq: 2 },
      },
    }),
  };
  const words = "no, too long. From now on be brief";
  const helped = scripted(
    reply("Done."),
    overflow(),
    calls(call("skill_manage", { action: "patch", name: "x" })),
    reply("Kept."),
  );
  const first = await bench(helped, { engine: shrink });
  await first.say(words);
  expect(first.reviewed).toEqual(["skill_manage"]);
  expect(helped.requests[2]?.messages.map(textOf)[0]).toBe("SHORTER VIEW");

  const helpless = scripted(reply("Done."), overflow(), overflow());
  const second = await bench(helpless, { engine: shrink });
  await second.say(words);
  expect(helpless.requests).toHaveLength(3);
  expect(second.log.lines.some(({ message }) => message === "background review failed")).toBe(true);
});

test("one look at a time: what comes due meanwhile stays due and is looked at later", async () => {
  const held = Promise.withResolvers<void>();
  const model = scripted(
    reply("one"),
    async () => {
      await held.promise;
      return reply("Nothing to save.");
    },
    reply("two"),
    reply("three"),
    reply("Nothing to save."),
  );
  const policy = { memoryEvery: 1, skillsEvery: 0, perDay: 9 };
  const { session, say, day, settled } = await bench(model, { policy });
  const send = async (words: string) => {
    await session.send({ parts: [text(words)], delivery: "queue" });
    await session.settled();
  };
  await send("first");
  await vi.waitFor(() => expect(model.requests).toHaveLength(2));
  await send("second");
  expect(model.requests).toHaveLength(3);
  expect(day.count).toBe(1);
  held.resolve();
  await settled();
  await say("third");
  expect(model.requests).toHaveLength(5);
  expect(day.count).toBe(2);
});

test("a look cut short by leaving stays due for the next run", async () => {
  const model = scripted(reply("one"), () => new Promise<never>(() => undefined));
  const counted: string[] = [];
  const { say } = await bench(model, {
    policy: { memoryEvery: 1, skillsEvery: 0, perDay: 9 },
    leavingWaitsMs: 0,
    nudges: {
      async count(_principal, events) {
        counted.push(...events.map(({ type }) => type));
        return { memory: 1, skills: 0 };
      },
    },
  });
  await say("first");
  expect(model.requests.length).toBeLessThanOrEqual(2);
  expect(counted).toContain("user-turn");
  expect(counted).not.toContain("reviewed");
});
