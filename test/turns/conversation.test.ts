// One turn after the other: what is asked, run, stored and said.

import { expect, test } from "vitest";
import { jsonResult } from "../../src/contracts/tool.ts";
import { callsOf, text, textOf } from "../../src/kernel/message.ts";
import { createHost } from "../../src/runtime/host.ts";
import { fakeClock } from "../../src/testing/fakes.ts";
import { memorySessionStore } from "../../src/testing/memory-session-store.ts";
import { call, calls, fail, overflow, rawCall, reply, says, words } from "../../src/testing/script.ts";
import { scripted, scriptedWith } from "../../src/testing/scripted-model.ts";
import { wholeTurn } from "../../src/testing/whole-turn.ts";
import { bench, echoTool, REQUEST, saidText } from "./bench.ts";

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

test("the same read again with the same result is pointed out to the model", async () => {
  const again = calls(call("echo", { word: "a" }));
  const model = scripted(again, again, reply("ok"));
  const { ports } = bench(model, { tools: [echoTool()] });
  await wholeTurn(await createHost(ports).create(REQUEST), "go");
  expect(JSON.stringify(model.requests[2]?.messages)).toContain("idempotent_no_progress_warning");
  expect(JSON.stringify(model.requests[1]?.messages)).not.toContain("Tool loop warning");
});

test("what was repaired stands in the transcript as it ran", async () => {
  const model = scripted(calls(rawCall("echoo", '{"word":"a",}')), reply("ok"));
  const { ports, store } = bench(model, { tools: [echoTool()] });
  const session = await createHost(ports).create(REQUEST);
  await wholeTurn(session, "go");
  const said = (await store.history(session.id)).flatMap(({ message }) => callsOf(message));
  expect(said).toMatchObject([{ tool: "echo", input: { word: "a" } }]);
});

test("a key in what a call is shown as is masked", async () => {
  const model = scripted(calls(call("echo", { word: "k3y-of-the-owner" })), reply("done"));
  const tool = { ...echoTool(), label: (input: unknown) => (input as { word: string }).word };
  const { ports } = bench(model, { tools: [tool] });
  const maskKeys = (shown: string) => shown.replaceAll("k3y-of-the-owner", "***");
  const events = await wholeTurn(await createHost({ ...ports, maskKeys }).create(REQUEST), "go");
  expect(events.find(({ type }) => type === "tool-start")).toMatchObject({ label: "***" });
});

test("a tool knows which model called it, also after a switch", async () => {
  const first = scripted(fail("overloaded"), fail("overloaded"), fail("overloaded"), fail("overloaded"));
  const second = scriptedWith({ id: "second" }, calls(call("echo", { word: "a" })), reply("done"));
  const asked: string[] = [];
  const tool = echoTool(async (_input, context) => {
    asked.push(context.model?.provider.id ?? "");
    return jsonResult({});
  });
  const { ports } = bench(first, { tools: [tool], fallbacks: [second] });
  await wholeTurn(await createHost(ports).create(REQUEST), "go");
  expect(asked).toEqual(["second"]);
});
