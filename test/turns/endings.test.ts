// How turns and sessions end: by will, by limit, by failure, by crash.

import { expect, test } from "vitest";
import type { Environment } from "../../src/contracts/environment.ts";
import type { SessionStore } from "../../src/contracts/stores.ts";
import { jsonResult } from "../../src/contracts/tool.ts";
import { StoreFailure } from "../../src/kernel/failure.ts";
import { NO_USAGE, text, textOf } from "../../src/kernel/message.ts";
import { OWNER } from "../../src/kernel/principal.ts";
import { createHost } from "../../src/runtime/host.ts";
import { fakeEnvironment } from "../../src/testing/fake-environment.ts";
import { fakeClock } from "../../src/testing/fakes.ts";
import { memorySessionStore } from "../../src/testing/memory-session-store.ts";
import { call, calls, fail, reply } from "../../src/testing/script.ts";
import { scripted } from "../../src/testing/scripted-model.ts";
import { wholeTurn } from "../../src/testing/whole-turn.ts";
import { bench, echoTool, REQUEST, saidText, UNLIMITED } from "./bench.ts";

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

test("what a command changed during which the program died is not known, and the trail says so", async () => {
  const clock = fakeClock({ auto: true });
  const store = memorySessionStore({ clock });
  const { ports } = bench(scripted(reply("I see.")), { store, tools: [echoTool()] });
  await store.create({ id: "s1", source: "cli", principal: OWNER, cwd: "/place", startedAt: clock.now() });
  const asked = (id: string, tool: string) => ({ type: "call", call: { id, tool, input: { word: id } } }) as const;
  const parts = [asked("cut", "terminal"), asked("read", "echo"), asked("waiting", "terminal")];
  const said = { role: "assistant", parts, stop: "calls", usage: NO_USAGE, model: "scripted/m", at: 2 } as const;
  await store.append("s1", [{ role: "user", parts: [text("go")], at: 1 }, said], 0);
  await store.beginCall("s1", "cut", "terminal", 3);
  await store.beginCall("s1", "read", "echo", 3);
  await createHost(ports).resume("s1", REQUEST);
  const changes = (await store.history("s1")).flatMap(({ message }) =>
    message.role === "tool" ? [[message.callId, message.changes]] : [],
  );
  expect(changes).toEqual([
    ["cut", [{ path: "/place/", state: "unseen" }]],
    ["read", undefined],
    ["waiting", undefined],
  ]);
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

test("a spending limit stops before the next call, says which, and the session can go on", async () => {
  const model = scripted(calls(call("echo", { word: "a" })), reply("never"), reply("after raising it"));
  const limits = { turn: { tokens: 1, usd: undefined }, session: UNLIMITED, day: UNLIMITED };
  const { ports } = bench(model, { tools: [echoTool()], limits });
  const session = await createHost(ports).create(REQUEST);
  const events = await wholeTurn(session, "go");
  expect(events.at(-1)).toMatchObject({ type: "turn-end", reason: "stopped", failure: { code: "own_limit" } });
  expect(model.requests).toHaveLength(1);
});

test("that a limit in dollars cannot be kept is said once in a turn, also where the model has to be asked again", async () => {
  const model = scripted(fail("transport"), calls(call("echo", { word: "a" })), reply("done"));
  const limits = { turn: { tokens: undefined, usd: 1 }, session: UNLIMITED, day: UNLIMITED };
  const session = await createHost(bench(model, { tools: [echoTool()], limits }).ports).create(REQUEST);
  const events = await wholeTurn(session, "go");
  expect(model.requests).toHaveLength(3);
  expect(events.filter((event) => event.type === "notice" && event.text.includes("limits.turn.usd"))).toHaveLength(1);
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
