import { expect, test } from "vitest";
import type { Environment } from "../contracts/environment.ts";
import type { Gate } from "../contracts/gate.ts";
import type { ModelChoice, ModelRequest } from "../contracts/model.ts";
import type { Hooks } from "../contracts/plugin.ts";
import type { PromptRequest } from "../contracts/prompt.ts";
import type { AgentEvent, SessionSettings } from "../contracts/session.ts";
import type { SessionStore } from "../contracts/stores.ts";
import { defineTool, jsonResult, type Tool, type ToolContext } from "../contracts/tool.ts";
import { StoreFailure } from "../kernel/failure.ts";
import { callsOf, type Message, text, textOf } from "../kernel/message.ts";
import { OWNER } from "../kernel/principal.ts";
import { CALLER_LAYER } from "../kernel/prompt/build.ts";
import { joinTiers } from "../kernel/prompt/tiers.ts";
import type { Limits } from "../kernel/turn/limits.ts";
import { fakeEnvironment } from "../testing/fake-environment.ts";
import { fakeClock, fakeGrants, fakeIds, fakeLog } from "../testing/fakes.ts";
import { memorySessionStore } from "../testing/memory-session-store.ts";
import { call, calls, fail, overflow, rawCall, reply, says, words } from "../testing/script.ts";
import { type ScriptedModel, scripted, scriptedWith } from "../testing/scripted-model.ts";
import { wholeTurn } from "../testing/whole-turn.ts";
import { createDelegation } from "./delegate.ts";
import { createHookRunner, NO_HOOKS } from "./hooks.ts";
import { createHost, type OpenRequest } from "./host.ts";
import type { HostPorts } from "./host-ports.ts";
import { type Softener, smartApproval } from "./smart-approval.ts";

const SETTINGS: SessionSettings = { yolo: false, maxIterations: 90 };
const REQUEST: OpenRequest = { principal: OWNER, source: "cli", cwd: "/place", settings: SETTINGS };

interface Bench {
  readonly ports: HostPorts;
  readonly store: SessionStore;
  /** What each prompt was built from, in order. */
  readonly prompts: PromptRequest[];
}

const UNLIMITED = { tokens: undefined, usd: undefined };

interface BenchOptions {
  readonly soften?: Softener;
  readonly limits?: Limits;
  readonly turnDeadlineMs?: number;
  readonly tools?: readonly Tool[];
  readonly gates?: readonly Gate[];
  readonly fallbacks?: readonly ScriptedModel[];
  readonly store?: SessionStore;
  readonly answerTimeoutMs?: number;
  readonly grantTrouble?: string;
}

function bench(model: ScriptedModel, options: BenchOptions = {}): Bench {
  // With an auto clock a question's time is up at once.
  const clock = fakeClock({ auto: options.answerTimeoutMs === undefined });
  const store = options.store ?? memorySessionStore({ clock });
  const choice = (provider: ScriptedModel): ModelChoice => ({ provider, model: "m" });
  const prompts: PromptRequest[] = [];
  const grants = fakeGrants(options.grantTrouble);
  const ports: HostPorts = {
    ...{ store, clock, grants },
    ids: fakeIds(),
    log: fakeLog(),
    models: {
      plan: async () => ({
        type: "ready",
        primary: choice(model),
        fallbacks: (options.fallbacks ?? []).map(choice),
        because: "test",
      }),
      auxiliary: async (_task, main) => main,
      learnWindow: () => undefined,
    },
    prompt: {
      build: async (request) => {
        prompts.push(request);
        return { prompt: { system: ["You are a test."], tools: [], sharedThrough: 0, layers: [] }, notices: [] };
      },
    },
    hints: undefined,
    engine: undefined,
    memory: undefined,
    spill: { save: async () => "/spilled" },
    gates: options.gates ?? [],
    soften: options.soften,
    cacheTtl: "5m",
    ephemeral: "",
    prefill: [],
    maxRetries: 3,
    loopPolicy: {
      warnings: true,
      warnAfter: { exactFailure: 2, sameToolFailure: 3, noProgress: 2 },
      stopAfter: undefined,
    },
    limits: options.limits ?? { turn: UNLIMITED, session: UNLIMITED, day: UNLIMITED },
    spending: { record: () => undefined, since: async () => ({ tokens: 0, usd: 0 }) },
    turnDeadlineMs: options.turnDeadlineMs ?? 0,
    startOfDay: (at) => at,
    holder: "test",
    leaseTtlMs: 60_000,
    answerTimeoutMs: options.answerTimeoutMs,
    environment: async (cwd) => fakeEnvironment({ cwd }),
    tools: () => options.tools ?? [],
    hooks: () => NO_HOOKS,
  };
  return { ports, store, prompts };
}

const saidText = (events: readonly AgentEvent[]) =>
  events.map((event) => (event.type === "text" ? event.delta : "")).join("");

function echoTool(run?: Tool["run"]): Tool {
  return defineTool<{ word: string }>({
    name: "echo",
    toolset: "test",
    description: "says it again",
    effect: "read",
    output: "own",
    input: {
      json: { type: "object" },
      decode: (input) =>
        typeof (input as { word?: unknown }).word === "string"
          ? { type: "ok", value: input as { word: string } }
          : { type: "bad", why: "word must be a string" },
    },
    touches: () => [],
    run: run ?? (async ({ word }) => jsonResult({ word })),
  });
}

test("an answer is streamed, stored and priced to its session", async () => {
  const model = scripted(reply("Hello there."));
  const { ports, store } = bench(model);
  const session = await createHost(ports).create(REQUEST);
  const events = await wholeTurn(session, "hi");
  expect(saidText(events)).toBe("Hello there.");
  expect(events.at(-1)).toEqual({ type: "turn-end", reason: "answered" });
  const history = await store.history(session.id);
  expect(history.map(({ message }) => [message.role, textOf(message)])).toEqual([
    ["user", "hi"],
    ["assistant", "Hello there."],
  ]);
  expect((await store.get(session.id))?.apiCallCount).toBe(1);
});

test("the user's message is durable before the model is asked, the calls before any tool runs", async () => {
  const seen: string[][] = [];
  const state = { id: "" };
  const model = scripted(calls(call("echo", { word: "a" })), reply("done"));
  const clock = fakeClock({ auto: true });
  const store = memorySessionStore({ clock });
  const roles = async () => (await store.history(state.id)).map(({ message }) => message.role);
  const tool = echoTool(async () => {
    seen.push(await roles());
    return jsonResult({});
  });
  const { ports } = bench(model, { store, tools: [tool] });
  const session = await createHost(ports).create(REQUEST);
  state.id = session.id;
  await wholeTurn(session, "go");
  expect(seen).toEqual([["user", "assistant"]]);
  expect(await store.callState(session.id, "call_0001")).toMatchObject({ type: "done" });
});

test("every call is answered once, in call order, whether it runs, is unknown or is broken", async () => {
  const model = scripted(
    calls(
      call("echo", { word: "one" }),
      call("nothing_like_it", {}),
      rawCall("echo", '{"word":'),
      call("echo", { word: 2 }),
    ),
    reply("ok"),
  );
  const { ports } = bench(model, { tools: [echoTool()] });
  const session = await createHost(ports).create(REQUEST);
  await wholeTurn(session, "go");
  const [, second] = model.requests;
  const asked = second?.messages.flatMap((message) => callsOf(message).map(({ id }) => id));
  const answered = second?.messages.flatMap((message) => (message.role === "tool" ? [message.callId] : []));
  expect(answered).toEqual(asked);
  const texts = second?.messages.filter((message) => message.role === "tool").map(textOf) ?? [];
  expect(texts[0]).toBe('{"word":"one"}');
  expect(texts[1]).toContain("does not exist");
  expect(texts[2]).toContain("JSON");
  expect(JSON.parse(texts[3] ?? "")).toEqual({ success: false, error: "word must be a string" });
});

test("a gate's deny stops the call, an ask without a person is refused with the way out, a yes runs it", async () => {
  const ran: string[] = [];
  const tool = echoTool(async (input) => {
    ran.push((input as { word: string }).word);
    return jsonResult({});
  });
  const gate: Gate = {
    name: "test",
    check: (asked) => {
      const word = (asked.input as { word: string }).word;
      if (word === "deny") return { type: "deny", why: "never" };
      return {
        type: "ask",
        text: "May I?",
        subject: word,
        reasons: ["it is a test"],
        key: word,
        scopes: ["once", "session"],
      };
    },
  };
  const script = () =>
    scripted(calls(call("echo", { word: "deny" })), calls(call("echo", { word: "ask" })), reply("ok"));

  const headless = script();
  await wholeTurn(await createHost(bench(headless, { tools: [tool], gates: [gate] }).ports).create(REQUEST), "go");
  expect(ran).toEqual([]);
  expect(JSON.stringify(headless.requests.at(-1)?.messages)).toContain("--yolo");

  const asked = script();
  const session = await createHost(
    bench(asked, { tools: [tool], gates: [gate], answerTimeoutMs: 60_000 }).ports,
  ).create(REQUEST);
  const events = session.events();
  await session.send({ parts: [text("go")], delivery: "queue" });
  for await (const event of events) {
    if (event.type === "question") session.answer(event.question.id, { type: "yes", scope: "session" });
    if (event.type === "turn-end") break;
  }
  expect(ran).toEqual(["ask"]);

  const yolo = script();
  await wholeTurn(
    await createHost(bench(yolo, { tools: [tool], gates: [gate] }).ports).create({
      ...REQUEST,
      settings: { ...SETTINGS, yolo: true },
    }),
    "go",
  );
  expect(ran).toEqual(["ask", "ask"]);
});

test("a yes for the task ends with its turn, one for the session with the session; a broken book is said with the question", async () => {
  const gate: Gate = {
    name: "test",
    check: (asked) => {
      const key = (asked.input as { word: string }).word;
      return { type: "ask", text: "May I?", subject: key, reasons: ["why"], key, scopes: ["task", "session"] };
    },
  };
  const round = () => [calls(call("echo", { word: "task" })), calls(call("echo", { word: "session" }))];
  const { ports } = bench(scripted(...round(), ...round(), reply("1"), ...round(), reply("2")), {
    tools: [echoTool(async () => jsonResult({}))],
    gates: [gate],
    answerTimeoutMs: 60_000,
    grantTrouble: "The book cannot be read.",
  });
  const session = await createHost(ports).create(REQUEST);
  const asked: string[] = [];
  for (const words of ["one", "two"]) {
    const events = session.events();
    await session.send({ parts: [text(words)], delivery: "queue" });
    for await (const event of events) {
      if (event.type === "question" && event.question.type === "approve") {
        asked.push(event.question.subject);
        expect(event.question.reasons).toEqual(["why", "The book cannot be read."]);
        const scope = event.question.subject === "task" ? "task" : "session";
        session.answer(event.question.id, { type: "yes", scope });
      }
      if (event.type === "turn-end") break;
    }
  }
  expect(asked).toEqual(["task", "session", "task"]);
  expect(await ports.grants.has(session.id, "session")).toBe(true);
  await session.close();
  expect(await ports.grants.has(session.id, "session")).toBe(false);
});

test("a session behind a connection lets go of it when it is closed; one on this machine leaves its processes alone", async () => {
  const closed: string[] = [];
  for (const kind of ["docker", "ssh", "local"] as const) {
    const env: Environment = {
      ...fakeEnvironment({ cwd: "/place" }),
      kind,
      dispose: async () => void closed.push(kind),
    };
    const session = await createHost({ ...bench(scripted(reply("hi"))).ports, environment: async () => env }).create(
      REQUEST,
    );
    await wholeTurn(session, "hi");
    await session.close();
  }
  expect(closed).toEqual(["docker", "ssh"]);
});

test("a failing provider is retried with back-off, then the fallback answers", async () => {
  const first = scripted(fail("overloaded"), fail("overloaded"), fail("overloaded"), fail("overloaded"));
  const second = scriptedWith({ id: "second" }, reply("from the second"));
  const { ports } = bench(first, { fallbacks: [second] });
  const session = await createHost(ports).create(REQUEST);
  const events = await wholeTurn(session, "hi");
  expect(saidText(events)).toBe("from the second");
  expect(first.requests).toHaveLength(4);
  expect(events.some((event) => event.type === "notice" && event.text.includes("second"))).toBe(true);
});

test("an overflow without an engine ends the turn with a clear failure, and the session goes on", async () => {
  const model = scripted(overflow(), reply("small again"));
  const { ports } = bench(model);
  const session = await createHost(ports).create(REQUEST);
  const events = await wholeTurn(session, "hi");
  expect(events.at(-1)).toMatchObject({ type: "turn-end", reason: "failed", failure: { kind: "context-overflow" } });
  expect(saidText(await wholeTurn(session, "again"))).toBe("small again");
});

test("a turn says which inputs it answers, by the ids they were given", async () => {
  const { ports } = bench(scripted(reply("one"), reply("two")));
  const session = await createHost(ports).create(REQUEST);
  const events = session.events();
  const first = await session.send({ parts: [text("a")], delivery: "queue" });
  const second = await session.send({ parts: [text("b")], delivery: "queue" });
  const answered: (readonly string[])[] = [];
  for await (const event of events) {
    if (event.type === "turn-start") answered.push(event.inputs);
    if (event.type === "turn-end" && answered.length === 2) break;
  }
  expect(answered).toEqual([[first], [second]]);
  await session.close();
});

test("steering joins the running turn as a real user message after the results", async () => {
  const state = { steer: async (): Promise<unknown> => undefined };
  const tool = echoTool(async () => {
    await state.steer();
    return jsonResult({});
  });
  const model = scripted(calls(call("echo", { word: "x" })), reply("ok"));
  const { ports } = bench(model, { tools: [tool] });
  const session = await createHost(ports).create(REQUEST);
  state.steer = () => session.send({ parts: [text("rather in blue")], delivery: "steer" });
  await wholeTurn(session, "paint it");
  const last = model.requests[1]?.messages ?? [];
  expect(last.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
  expect(last.at(-1) && textOf(last.at(-1) as never)).toBe("rather in blue");
});

test("an abort answers every open call, ends the turn, and the next message works", async () => {
  const tool = echoTool(() => new Promise(() => undefined));
  const model = scripted(calls(call("echo", { word: "a" }), call("echo", { word: "b" })), reply("back"));
  const { ports, store } = bench(model, { tools: [tool] });
  const session = await createHost(ports).create(REQUEST);
  const events = session.events();
  await session.send({ parts: [text("go")], delivery: "queue" });
  for await (const event of events) {
    if (event.type === "tool-start") session.abort();
    if (event.type === "turn-end") {
      expect(event.reason).toBe("aborted");
      break;
    }
  }
  const history = await store.history(session.id);
  expect(history.filter(({ message }) => message.role === "tool")).toHaveLength(2);
  await session.settled();
  expect(saidText(await wholeTurn(session, "hello?"))).toBe("back");
});

test("after a crash, open calls are answered truthfully and never run again", async () => {
  const clock = fakeClock({ auto: true });
  const store = memorySessionStore({ clock });
  const ran: string[] = [];
  const tool = echoTool(async () => {
    ran.push("ran");
    return jsonResult({});
  });
  const model = scripted(reply("I see."));
  const { ports } = bench(model, { store, tools: [tool] });
  const row = await store.create({ id: "s1", source: "cli", principal: OWNER, startedAt: clock.now() });
  const asked = (id: string) => ({ type: "call", call: { id, tool: "echo", input: { word: id } } }) as const;
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
  await store.append(
    row.id,
    [
      { role: "user", parts: [text("go")], at: 1 },
      {
        role: "assistant",
        parts: [asked("started"), asked("waiting")],
        stop: "calls",
        usage,
        model: "scripted/m",
        at: 2,
      },
    ],
    0,
  );
  await store.beginCall(row.id, "started", "echo", 3);

  const session = await createHost(ports).resume("s1", REQUEST);
  await wholeTurn(session, "well?");
  expect(ran).toEqual([]);
  const results = model.requests[0]?.messages.filter((message) => message.role === "tool").map(textOf) ?? [];
  expect(results[0]).toContain("outcome is unknown");
  expect(results[1]).toContain("Not started");
});

test("a second process on the same session is refused, and let in when the first leaves", async () => {
  const model = scripted(reply("a"), reply("b"));
  const { ports } = bench(model);
  const host = createHost(ports);
  const first = await host.create(REQUEST);
  await wholeTurn(first, "hello");
  const other = createHost({ ...ports, holder: "someone else" });
  await expect(other.resume(first.id, REQUEST)).rejects.toMatchObject({ kind: "busy" });
  await first.close();
  const second = await other.resume(first.id, REQUEST);
  expect(saidText(await wholeTurn(second, "hi"))).toBe("b");
});

test("words streamed before a break are kept and continued, not repeated", async () => {
  const model = scripted(
    says([words("The first half")], { faults: [{ type: "reset", at: 9 }] }),
    reply(" and the rest."),
  );
  const { ports, store } = bench(model);
  const session = await createHost(ports).create(REQUEST);
  await wholeTurn(session, "tell me");
  const history = await store.history(session.id);
  const told = history
    .filter(({ message }) => message.role === "assistant")
    .map(({ message }) => textOf(message))
    .join("");
  expect(told).toMatch(/^The first.* and the rest\.$/);
});

test("a spending limit stops before the next call, says which, and the session can go on", async () => {
  const model = scripted(calls(call("echo", { word: "a" })), reply("never"), reply("after raising it"));
  const limits = { turn: { tokens: 1, usd: undefined }, session: UNLIMITED, day: UNLIMITED };
  const { ports } = bench(model, { tools: [echoTool()], limits });
  const session = await createHost(ports).create(REQUEST);
  const events = await wholeTurn(session, "go");
  expect(events.at(-1)).toMatchObject({ type: "turn-end", reason: "stopped", failure: { code: "own_limit" } });
  expect(model.requests).toHaveLength(1);
});

test("a turn past its deadline is stopped with a reason", async () => {
  const tool = echoTool(() => new Promise(() => undefined));
  const model = scripted(calls(call("echo", { word: "a" })));
  const { ports } = bench(model, { tools: [tool], turnDeadlineMs: 50 });
  const session = await createHost(ports).create(REQUEST);
  const events = await wholeTurn(session, "go");
  expect(events.at(-1)).toMatchObject({ reason: "stopped", failure: { code: "turn_deadline" } });
  expect(events).toContainEqual(
    expect.objectContaining({ type: "notice", level: "warning", text: expect.stringContaining("turn_deadline") }),
  );
});

test("the same read again with the same result is pointed out to the model", async () => {
  const again = calls(call("echo", { word: "a" }));
  const model = scripted(again, again, reply("ok"));
  const { ports } = bench(model, { tools: [echoTool()] });
  await wholeTurn(await createHost(ports).create(REQUEST), "go");
  expect(JSON.stringify(model.requests[2]?.messages)).toContain("idempotent_no_progress_warning");
  expect(JSON.stringify(model.requests[1]?.messages)).not.toContain("Tool loop warning");
});

test("smart approval turns a question into a yes, never more", async () => {
  const ran: string[] = [];
  const tool = echoTool(async (input) => {
    ran.push((input as { word: string }).word);
    return jsonResult({});
  });
  const gate: Gate = {
    name: "test",
    check: ({ input }) => {
      const { word } = input as { word: string };
      if (word === "deny") return { type: "deny", why: "never" };
      const only = { lasting: "person", tainted: "person-or-yolo" } as const;
      const bound = word === "lasting" || word === "tainted" ? { only: only[word] } : {};
      return { type: "ask", text: word, subject: word, reasons: ["test"], key: word, scopes: ["once"], ...bound };
    },
  };
  const says = (word: string): Softener => smartApproval(async () => async () => word);
  const script = () =>
    scripted(calls(...["deny", "lasting", "tainted", "plain"].map((word) => call("echo", { word }))), reply("ok"));
  await wholeTurn(
    await createHost(bench(script(), { tools: [tool], gates: [gate], soften: says("APPROVE.") }).ports).create(REQUEST),
    "go",
  );
  expect(ran).toEqual(["plain"]);
  await wholeTurn(
    await createHost(
      bench(script(), { tools: [tool], gates: [gate], soften: says("APPROVE everything, it says") }).ports,
    ).create(REQUEST),
    "go",
  );
  expect(ran).toEqual(["plain"]);
});

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
  expect(rows.map((row) => [row.parentId, row.endedAt !== undefined])).toEqual([
    ["parent", true],
    ["parent", true],
  ]);
});

test("a child is handed the parent's rules, and a failing one fails alone", async () => {
  const { ports, store, prompts } = bench(scripted(fail("auth")));
  await store.create({ id: "parent", source: "cli", principal: OWNER, startedAt: 1 });
  const [result] = await createDelegation(ports, DELEGATION).run([{ goal: "x" }], parentContext());
  expect(result).toMatchObject({ status: "failed", exit_reason: "failed" });
  expect(prompts[0]?.inherited?.projectBlock).toContain("the parent's rules");
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

test("a session in which nothing was said leaves no trace", async () => {
  const { ports, store } = bench(scripted());
  const session = await createHost(ports).create(REQUEST);
  await session.close();
  expect(await store.get(session.id)).toBeUndefined();
});

test("a store that cannot give the message ends the turn once, and the message waits for the next try", async () => {
  const clock = fakeClock({ auto: true });
  const inner = memorySessionStore({ clock });
  const trouble = { left: 1 };
  const store: SessionStore = {
    ...inner,
    take: async (...args) => {
      if (trouble.left-- > 0) throw new StoreFailure("busy", "The database is busy.");
      return inner.take(...args);
    },
  };
  const model = scripted(reply("at last"));
  const { ports } = bench(model, { store });
  const session = await createHost(ports).create(REQUEST);
  const first = await wholeTurn(session, "hello?");
  expect(first.filter((event) => event.type === "turn-end")).toHaveLength(1);
  expect(first.at(-1)).toMatchObject({ reason: "failed", failure: { kind: "busy" } });
  expect(session.busy).toBe(false);
  expect(saidText(await wholeTurn(session, "still there?"))).toBe("at last");
});

test("a store whose inbox cannot be read fails the turn, not the program", async () => {
  const clock = fakeClock({ auto: true });
  const inner = memorySessionStore({ clock });
  const trouble = { left: 1 };
  const store: SessionStore = {
    ...inner,
    pending: async (id) => {
      if (trouble.left-- > 0) throw new StoreFailure("io", "The disk is gone.");
      return inner.pending(id);
    },
  };
  const { ports } = bench(scripted(reply("back")), { store });
  const session = await createHost(ports).create(REQUEST);
  expect((await wholeTurn(session, "one")).at(-1)).toMatchObject({ reason: "failed", failure: { kind: "io" } });
  expect(session.busy).toBe(false);
});

test("closing ends the running turn and leaves what waits in the inbox for the next run", async () => {
  const tool = echoTool(() => new Promise(() => undefined));
  const model = scripted(calls(call("echo", { word: "a" })), reply("no"), reply("no"));
  const { ports, store } = bench(model, { tools: [tool] });
  const session = await createHost(ports).create(REQUEST);
  const events = session.events();
  for (const words of ["one", "two", "three"]) await session.send({ parts: [text(words)], delivery: "queue" });
  for await (const event of events) if (event.type === "tool-start") break;
  await session.close();
  expect(model.requests).toHaveLength(1);
  expect((await store.pending(session.id)).map(({ parts }) => parts)).toEqual([[text("two")], [text("three")]]);
});

test("an abort right after sending stops the turn it was meant for", async () => {
  const model = scripted(reply("too late"), reply("next"));
  const { ports } = bench(model);
  const session = await createHost(ports).create(REQUEST);
  const events = session.events();
  await session.send({ parts: [text("go")], delivery: "queue" });
  session.abort();
  for await (const event of events) {
    if (event.type !== "turn-end") continue;
    expect(event.reason).toBe("aborted");
    break;
  }
  await session.settled();
  expect(model.requests).toHaveLength(0);
  expect(saidText(await wholeTurn(session, "again"))).toBe("too late");
});

test("every hook of the contract fires, in its place, and changes only what it may", async () => {
  const seen: string[] = [];
  const note = (name: string) => async (): Promise<undefined> => void seen.push(name);
  const hooks: Required<Hooks> = {
    onSessionReset: async ({ previousId }) => void seen.push(`reset ${previousId}`),
    onSessionStart: async () => void seen.push("start"),
    preModelCall: note("pre-model"),
    preApiRequest: async ({ messages }) => void seen.push(`pre-request ${messages}`),
    apiRequestError: note("error"),
    postApiRequest: async ({ usage }) => void seen.push(`post-request ${usage.input > 0}`),
    postModelCall: async ({ text }) => void seen.push(`post-model ${text}`),
    transformModelOutput: async ({ text }) => text.toUpperCase(),
    preToolCall: note("pre-tool"),
    preApprovalRequest: async ({ tool, subject }) => void seen.push(`asking ${tool} ${subject}`),
    postApprovalResponse: async ({ answer }) => void seen.push(`answered ${answer.type}`),
    postToolCall: async ({ result }) => void seen.push(`post-tool ${result}`),
    transformTerminalOutput: async ({ command, output }) => `${command}: ${output}`,
    transformToolResult: async ({ result }) => `${result}!`,
    subagentStart: note("child"),
    subagentStop: note("child over"),
    onSessionEnd: async () => void seen.push("end"),
    onSessionFinalize: async () => void seen.push("finalize"),
  };
  const terminal: Tool = {
    ...echoTool(),
    name: "terminal",
    run: async () => ({ parts: [{ type: "text", text: '{"output":"quiet","exit_code":0}' }], isError: false }),
  };
  const asking: Gate = {
    name: "asks",
    check: async () => ({
      type: "ask",
      key: "k",
      text: "may it?",
      subject: "echo",
      reasons: ["new"],
      scopes: ["once"],
    }),
  };
  const model = scripted(calls(call("terminal", { word: "x", command: "echo" })), reply("done"));
  const { ports } = bench(model, { tools: [terminal], gates: [asking], answerTimeoutMs: 60_000 });
  const runner = createHookRunner([{ plugin: "p", hooks }], fakeLog(), () => undefined);
  const host = createHost({ ...ports, hooks: () => runner });
  const session = await host.create({ ...REQUEST, replaces: "old-one" });
  const events = session.events();
  await session.send({ parts: [text("go")], delivery: "queue" });
  let said = "";
  for await (const event of events) {
    if (event.type === "question") session.answer(event.question.id, { type: "yes", scope: "once" });
    if (event.type === "text") said += event.delta;
    if (event.type === "turn-end") break;
  }
  await session.close();
  expect(said).toBe("DONE");
  expect(seen).toEqual([
    ...["reset old-one", "start", "pre-model", "pre-request 1", "post-request true", "post-model "],
    ...["pre-tool", "asking terminal echo", "answered yes", 'post-tool {"output":"echo: quiet","exit_code":0}'],
    ...["pre-request 3", "post-request true", "post-model DONE", "end", "finalize"],
  ]);
  expect(JSON.stringify(model.requests[1]?.messages)).toContain("echo: quiet");
  expect(JSON.stringify(model.requests[1]?.messages)).toContain("}!");
});

test("a request that fails is told with its kind; words held back for a plugin are not lost with it", async () => {
  const seen: string[] = [];
  const hooks: Hooks = {
    apiRequestError: async ({ kind }) => void seen.push(kind),
    transformModelOutput: async ({ text: words }) => words.toUpperCase(),
  };
  const model = scripted(fail("overloaded", { midStream: "half" }), reply("whole"));
  const { ports } = bench(model);
  const runner = createHookRunner([{ plugin: "p", hooks }], fakeLog(), () => undefined);
  const session = await createHost({ ...ports, hooks: () => runner }).create(REQUEST);
  expect(saidText(await wholeTurn(session, "go"))).toBe("halfWHOLE");
  expect(seen).toEqual(["overloaded"]);
});

test("what was repaired stands in the transcript as it ran", async () => {
  const model = scripted(calls(rawCall("echoo", '{"word":"a",}')), reply("ok"));
  const { ports, store } = bench(model, { tools: [echoTool()] });
  const session = await createHost(ports).create(REQUEST);
  await wholeTurn(session, "go");
  const said = (await store.history(session.id)).flatMap(({ message }) => callsOf(message));
  expect(said).toMatchObject([{ tool: "echo", input: { word: "a" } }]);
});
