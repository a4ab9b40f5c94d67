import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { type ModelEvent, type ModelRequest, NO_CACHE } from "../contracts/model.ts";
import type { Clock } from "../contracts/time.ts";
import { ModelFailure, type ModelFailureKind } from "../kernel/failure.ts";
import { textOf, userMessage } from "../kernel/message.ts";
import { fakeClock, settled } from "../testing/fakes.ts";
import { startModelServer } from "../testing/model-server.ts";
import { fail, overflow, raw, rawCall, reply, says, withFaults, words } from "../testing/script.ts";
import { builtInRow, withEndpoint } from "./catalog.ts";
import { createProvider, type ProviderOptions } from "./create.ts";
import { type Credential, type Credentials, fixedKey } from "./credentials.ts";
import { learnWindows } from "./models.ts";
import { createTransport } from "./transport.ts";
import { WIRES, type Wire } from "./wire.ts";

const KEY = "sk-live-abcdefghijklmnop";
const clock: Clock = { now: () => Date.now(), sleep: (ms, signal) => wait(ms, undefined, { signal }) };
const transport = createTransport();
afterAll(() => transport.close());

const REQUEST: ModelRequest = {
  model: "m",
  system: ["s"],
  messages: [userMessage("hi", 0)],
  tools: [],
  cache: NO_CACHE,
};

function rowAt(url: string, wire: Wire = "chat_completions") {
  return withEndpoint(builtInRow("custom"), { baseUrl: url, apiMode: wire });
}

function providerAt(url: string, extra: Partial<ProviderOptions> = {}, wire: Wire = "chat_completions") {
  return createProvider(rowAt(url, wire), fixedKey(KEY), { clock, post: transport.post, ...extra });
}

async function run(stream: AsyncIterable<ModelEvent>) {
  const events: ModelEvent[] = [];
  let failure: unknown;
  try {
    for await (const event of stream) events.push(event);
  } catch (error) {
    failure = error;
  }
  return { events, failure: failure instanceof ModelFailure ? failure : undefined, other: failure };
}

const signal = () => new AbortController().signal;

describe.each(WIRES)("failures on %s", (wire) => {
  const kinds: readonly ModelFailureKind[] = [
    "auth",
    "billing",
    "rate-limit",
    "overloaded",
    "context-overflow",
    "bad-request",
    "refused",
    "model-output",
  ];
  test.each(kinds)("%s", async (kind) => {
    await using server = await startModelServer([fail(kind, { retryAfterMs: 7_000, window: 65_536 })]);
    const { failure } = await run(providerAt(server.url, {}, wire).stream(REQUEST, signal()));
    expect(failure?.kind).toBe(kind);
    expect(failure?.message).toContain(server.url.replace("http://", ""));
    if (kind === "rate-limit") expect(failure?.retryAfterMs).toBe(7_000);
    if (kind === "context-overflow") expect(failure?.statedWindow).toBe(65_536);
  });

  test.each(["rate-limit", "overloaded"] as const)(
    "%s in the middle of a stream keeps the words before it",
    async (kind) => {
      await using server = await startModelServer([fail(kind, { midStream: "Half a sent" })]);
      const { events, failure } = await run(providerAt(server.url, {}, wire).stream(REQUEST, signal()));
      expect(events.flatMap((event) => (event.type === "text" ? [event.delta] : [])).join("")).toBe("Half a sent");
      expect(failure?.kind).toBe(kind);
    },
  );

  test("a cut answer and a refused one are told apart", async () => {
    await using server = await startModelServer([
      reply("Once upon", { stop: "length" }),
      reply("No.", { stop: "refused" }),
    ]);
    const provider = providerAt(server.url, {}, wire);
    for (const stop of ["length", "refused"] as const) {
      const { events } = await run(provider.stream(REQUEST, signal()));
      expect(events.at(-1)).toMatchObject({ type: "done", message: { stop } });
    }
  });

  test("a key that the vendor echoes is in no part of the failure", async () => {
    const echo = JSON.stringify({ error: { message: `Key ${KEY} is wrong (Bearer ${KEY})`, code: "invalid_api_key" } });
    await using server = await startModelServer([raw(401, echo, { "content-type": "application/json" })]);
    const { failure } = await run(providerAt(server.url, {}, wire).stream(REQUEST, signal()));
    expect(failure?.kind).toBe("auth");
    const everything = `${failure?.message} ${failure?.stack} ${String(failure?.cause)} ${JSON.stringify(failure)}`;
    expect(everything).not.toContain(KEY.slice(0, 12));
  });
});

test("abort ends the stream at once and closes the connection", async () => {
  await using server = await startModelServer([withFaults(reply("one two three"), { type: "stall", at: 300 })]);
  const stop = new AbortController();
  const listening = run(providerAt(server.url).stream(REQUEST, stop.signal));
  await server.arrived(1);
  stop.abort();
  const { failure, other } = await listening;
  expect(other).toBeInstanceOf(ModelFailure);
  expect(failure?.code).toBe("aborted");
  expect((await server.ended(0)).type).toBe("client-closed");
});

test("silence is announced while it lasts and ends in a timeout", async () => {
  await using server = await startModelServer([withFaults(reply("one two three"), { type: "stall", at: 0 })]);
  const time = fakeClock();
  const listening = run(
    providerAt(server.url, { clock: time, staleMs: 30_000, noticeMs: 5_000 }).stream(REQUEST, signal()),
  );
  await server.arrived(1);
  while (time.sleeping === 0) await settled();
  await time.advance(31_000);
  const { events, failure } = await listening;
  const silences = events.flatMap((event) => (event.type === "waiting" ? [event.silentMs] : []));
  expect(silences).toEqual([5_000, 10_000, 15_000, 20_000, 25_000]);
  expect(failure?.kind).toBe("timeout");
});

test("a server that is done but keeps the line open does not hold the answer back", async () => {
  const body = 'data: {"choices":[{"delta":{"content":"All there."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
  const held = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(body);
  });
  await new Promise<void>((resolve) => void held.listen(0, "127.0.0.1", resolve));
  const { port } = held.address() as AddressInfo;
  const { events } = await run(providerAt(`http://127.0.0.1:${port}`).stream(REQUEST, signal()));
  held.closeAllConnections();
  await new Promise((resolve) => held.close(resolve));
  expect(events.at(-1)).toMatchObject({ type: "done", message: { stop: "end" } });
});

test("the connection is used again by the next call", async () => {
  const ports = new Set<number | undefined>();
  const server = createServer((request, response) => {
    ports.add(request.socket.remotePort);
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end('data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const provider = providerAt(`http://127.0.0.1:${port}`);
  for (let i = 0; i < 3; i++) await run(provider.stream(REQUEST, signal()));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(ports.size).toBe(1);
});

test("nothing listening, a web page, and a redirect are each said as what they are", async () => {
  const dead = await run(providerAt("http://127.0.0.1:9").stream(REQUEST, signal()));
  expect(dead.failure).toMatchObject({ kind: "transport", code: "ECONNREFUSED" });
  expect(dead.failure?.message).toContain("127.0.0.1:9");
  await using server = await startModelServer([
    raw(200, "<!doctype html><p>Welcome", { "content-type": "text/html" }),
    raw(301, "", { location: "https://elsewhere.example" }),
    raw(200, JSON.stringify({ error: { message: "quota", code: "insufficient_quota" } }), {
      "content-type": "application/json",
    }),
  ]);
  const provider = providerAt(server.url);
  const page = await run(provider.stream(REQUEST, signal()));
  expect(page.failure).toMatchObject({ kind: "bad-request", code: "not_a_stream" });
  const moved = await run(provider.stream(REQUEST, signal()));
  expect(moved.failure).toMatchObject({ kind: "bad-request", status: 301 });
  const wrapped = await run(provider.stream(REQUEST, signal()));
  expect(wrapped.failure?.kind).toBe("billing");
});

test("arguments that are not JSON reach us as the model wrote them; none become an empty object", async () => {
  await using server = await startModelServer([
    says([rawCall("a", '{"x": 1,}'), rawCall("b", ""), rawCall("c", '{"y":2}{"y":2}')]),
  ]);
  const tools = ["a", "b", "c"].map((name) => ({
    name,
    description: name,
    schema: { type: "object", properties: {} },
  }));
  const { events } = await run(providerAt(server.url).stream({ ...REQUEST, tools }, signal()));
  const done = events.at(-1);
  const inputs =
    done?.type === "done" ? done.message.parts.flatMap((part) => (part.type === "call" ? [part.call.input] : [])) : [];
  expect(inputs).toEqual(['{"x": 1,}', {}, '{"y":2}{"y":2}']);
});

test("an event of an unknown kind is stepped over", async () => {
  const lines = [
    ": keep-alive comment",
    'data: {"type":"vendor.heartbeat","load":0.4}',
    'data: {"choices":[{"delta":{"content":"Still"}}]}',
    'data: {"choices":[{"delta":{"content":" here."},"finish_reason":"stop"}]}',
    "data: [DONE]",
  ];
  await using server = await startModelServer([
    raw(200, `${lines.join("\n\n")}\n\n`, { "content-type": "text/event-stream" }),
  ]);
  const { events } = await run(providerAt(server.url).stream(REQUEST, signal()));
  const done = events.at(-1);
  expect(done?.type === "done" ? textOf(done.message) : "").toBe("Still here.");
});

describe("several keys", () => {
  function pool(keys: readonly string[], log: string[]): Credentials {
    const left = [...keys];
    return {
      take: () => Promise.resolve(left[0] === undefined ? undefined : { id: left[0], secret: left[0] }),
      failed: (credential: Credential, failure) => {
        log.push(`${credential.id} ${failure.kind}`);
        left.shift();
        return Promise.resolve(left.length > 0 ? "retry" : "stop");
      },
      worked: (credential) => Promise.resolve(void log.push(`${credential.id} worked`)),
      secrets: () => keys,
    };
  }

  test("a refused key gives way to the next one before anyone notices", async () => {
    await using server = await startModelServer([reply("Hello.")], { key: "key-two" });
    const log: string[] = [];
    const provider = createProvider(rowAt(server.url), pool(["key-one", "key-two"], log), {
      clock,
      post: transport.post,
    });
    const { events } = await run(provider.stream(REQUEST, signal()));
    expect(events.at(-1)?.type).toBe("done");
    expect(log).toEqual(["key-one auth", "key-two worked"]);
  });

  test("once words were said the call is not repeated with another key", async () => {
    await using server = await startModelServer([fail("rate-limit", { midStream: "Well" }), reply("Hello.")]);
    const log: string[] = [];
    const provider = createProvider(rowAt(server.url), pool(["a", "b"], log), { clock, post: transport.post });
    const { failure } = await run(provider.stream(REQUEST, signal()));
    expect(failure?.kind).toBe("rate-limit");
    expect(server.requests).toHaveLength(1);
  });
});

test("a window stated in an overflow is believed from then on, and a larger accepted prompt corrects it", async () => {
  await using server = await startModelServer([overflow(16_384), says([words("ok")], { usage: { input: 20_000 } })]);
  const saved: unknown[] = [];
  const learned = learnWindows({}, (record) => void saved.push(record));
  const provider = providerAt(server.url, { learned });
  const before = provider.info("m").window;
  await run(provider.stream(REQUEST, signal()));
  expect(provider.info("m").window).toBe(16_384);
  expect(before).toBeGreaterThan(16_384);
  await run(provider.stream(REQUEST, signal()));
  expect(provider.info("m").window).toBe(20_000);
  expect(saved).toEqual([{ "custom/m": 16_384 }, { "custom/m": 20_000 }]);
});

test("a call counts for its key even when the reader leaves with the answer", async () => {
  await using server = await startModelServer([reply("hi")]);
  const worked: string[] = [];
  const credentials: Credentials = {
    ...fixedKey(KEY),
    worked: async (credential) => {
      worked.push(credential.id);
    },
  };
  const provider = createProvider(rowAt(server.url), credentials, { clock, post: transport.post });
  for await (const event of provider.stream(REQUEST, signal())) if (event.type === "done") break;
  expect(worked).toEqual(["fixed"]);
});
