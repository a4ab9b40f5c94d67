import { describe, expect, test } from "vitest";
import { type ModelEvent, type ModelRequest, NO_CACHE } from "../contracts/model.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { callsOf, textOf, userMessage } from "../kernel/message.ts";
import { call, calls, fail, forever, overflow, rawCall, reply, says, thought, withFaults, words } from "./script.ts";
import { type ScriptedModel, scripted, scriptedWith } from "./scripted-model.ts";

const request = (words = "hi"): ModelRequest => ({
  model: "m",
  system: [],
  messages: [userMessage(words, 41)],
  tools: [],
  cache: NO_CACHE,
});

async function play(
  model: ScriptedModel,
  signal = new AbortController().signal,
  what = request(),
): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(what, signal)) events.push(event);
  return events;
}

describe("scripted model", () => {
  test("plays its script in order, streaming in pieces, one done each", async () => {
    const model = scripted(
      reply("A sentence of some length."),
      says([thought("hm"), words("ok"), call("read_file", { path: "a" })]),
    );
    const first = await play(model);
    expect(first.filter((event) => event.type === "text").length).toBeGreaterThan(1);
    expect(first.map((event) => (event.type === "text" ? event.delta : "")).join("")).toBe(
      "A sentence of some length.",
    );
    const second = await play(model);
    expect(second.map((event) => event.type)).toEqual(
      expect.arrayContaining(["reasoning", "text", "call-building", "done"]),
    );
    const done = second.at(-1);
    expect(done?.type === "done" && done.message).toMatchObject({ stop: "calls", model: "scripted/m", at: 42 });
    expect(done?.type === "done" && callsOf(done.message)).toEqual([
      { id: "call_0001", tool: "read_file", input: { path: "a" } },
    ]);
    expect(model.left).toBe(0);
  });

  test("the same script gives the same events", async () => {
    const make = () => scripted(says([words("x".repeat(100)), call("a", {}), call("b", {})]));
    expect(await play(make())).toEqual(await play(make()));
  });

  test("records what it was asked as it was then", async () => {
    const model = scripted(forever(reply("ok")));
    const messages = [userMessage("one", 1)];
    await play(model, undefined, { ...request(), messages });
    messages.push(userMessage("two", 2));
    await play(model, undefined, { ...request(), messages });
    expect(model.requests.map((made) => made.messages.length)).toEqual([1, 2]);
  });

  test("a function sees the request", async () => {
    const model = scripted((asked: ModelRequest) => reply(`You said ${asked.messages.map(textOf).join()}.`));
    const done = (await play(model, undefined, request("plum"))).at(-1);
    expect(done?.type === "done" && textOf(done.message)).toBe("You said plum.");
  });

  test("fails with typed failures only", async () => {
    const model = scripted(
      overflow(1_000),
      fail("rate-limit", { retryAfterMs: 5 }),
      fail("overloaded", { midStream: "so far" }),
    );
    await expect(play(model)).rejects.toMatchObject({ kind: "context-overflow", statedWindow: 1_000 });
    await expect(play(model)).rejects.toMatchObject({ kind: "rate-limit", retryAfterMs: 5 });
    await expect(play(model)).rejects.toMatchObject({ kind: "overloaded" });
    await expect(play(model)).rejects.toMatchObject({
      kind: "bad-request",
      message: expect.stringContaining("no answer for request 4"),
    });
  });

  test("broken arguments stay the raw string", async () => {
    const done = (await play(scripted(calls(rawCall("a", ""), rawCall("b", '{"x":1}{"x":1}'))))).at(-1);
    expect(done?.type === "done" && callsOf(done.message).map(({ input }) => input)).toEqual(["", '{"x":1}{"x":1}']);
  });

  test("usage, window and name can be set", async () => {
    const model = scriptedWith(
      { id: "other", window: 500, now: () => 7 },
      reply("x", { usage: { input: 9, cacheRead: 3 } }),
    );
    expect(model.info("m").window).toBe(500);
    const done = (await play(model)).at(-1);
    expect(done?.type === "done" && done.message).toMatchObject({
      model: "other/m",
      at: 7,
      usage: { input: 9, cacheRead: 3 },
    });
  });

  test("a stall lasts until the abort, a reset throws on the way", async () => {
    const stop = new AbortController();
    const model = scripted(
      withFaults(reply("x".repeat(60)), { type: "stall", at: 24 }),
      withFaults(reply("x".repeat(60)), { type: "reset", at: 24 }),
    );
    const events: ModelEvent[] = [];
    const running = (async () => {
      for await (const event of model.stream(request(), stop.signal)) {
        events.push(event);
        if (events.length === 2) setImmediate(() => stop.abort());
      }
    })();
    await expect(running).rejects.toBeInstanceOf(ModelFailure);
    expect(events.every((event) => event.type === "text")).toBe(true);
    await expect(play(model)).rejects.toMatchObject({ kind: "transport" });
  });

  test("an aborted signal is noticed before anything is said", async () => {
    await expect(play(scripted(reply("x")), AbortSignal.abort())).rejects.toBeInstanceOf(ModelFailure);
  });
});
