import { afterEach, describe, expect, test } from "vitest";
import { type ModelServer, type ModelServerOptions, type RecordedRequest, startModelServer } from "./model-server.ts";
import {
  call,
  calls,
  fail,
  forever,
  overflow,
  raw,
  rawCall,
  reply,
  type Step,
  says,
  thought,
  withFaults,
  words,
} from "./script.ts";
import { issueSignature } from "./signatures.ts";
import type { WireName } from "./wires/wire.ts";

const open: ModelServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function start(script: readonly Step<RecordedRequest>[], options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await startModelServer(script, options);
  open.push(server);
  return server;
}

const PATHS: Record<WireName, string> = {
  chat_completions: "/v1/chat/completions",
  anthropic_messages: "/v1/messages",
  responses: "/v1/responses",
  gemini: "/v1beta/models/gemini-test:streamGenerateContent?alt=sse",
};
const BODIES: Record<WireName, Record<string, unknown>> = {
  chat_completions: { model: "m", stream: true, messages: [{ role: "user", content: "hi" }] },
  anthropic_messages: { model: "m", stream: true, max_tokens: 100, messages: [{ role: "user", content: "hi" }] },
  responses: { model: "m", stream: true, input: [{ role: "user", content: [{ type: "input_text", text: "hi" }] }] },
  gemini: { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
};
const WIRE_NAMES = Object.keys(PATHS) as WireName[];

function ask(
  server: ModelServer,
  wire: WireName,
  change: Record<string, unknown> = {},
  init: RequestInit = {},
): Promise<Response> {
  const headers = { "content-type": "application/json", "anthropic-version": "2023-06-01", ...init.headers };
  return fetch(server.url + PATHS[wire], {
    method: "POST",
    ...init,
    headers,
    body: JSON.stringify({ ...BODIES[wire], ...change }),
  });
}

/** The JSON of every event, `[DONE]` left out. */
function eventsOf(body: string): readonly Record<string, unknown>[] {
  return body
    .split(/\r?\n\r?\n/)
    .flatMap((event) => event.split(/\r?\n/).filter((line) => line.startsWith("data: ")))
    .map((line) => line.slice(6))
    .filter((data) => data !== "[DONE]")
    .map((data) => JSON.parse(data) as Record<string, unknown>);
}

describe.each(WIRE_NAMES)("%s", (wire) => {
  test("streams the scripted words in several events and records what was asked", async () => {
    const server = await start([reply("The quick brown fox jumps over the lazy dog.")], { strict: true });
    const response = await ask(server, wire);
    const body = await response.text();
    expect(response.status).toBe(200);
    expect(eventsOf(body).length).toBeGreaterThan(3);
    expect(body).toMatch(/azy dog|lazy|dog\./);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      wire,
      method: "POST",
      path: PATHS[wire],
      body: BODIES[wire],
      problems: [],
    });
    expect(new TextDecoder().decode(server.requests[0]?.raw)).toBe(JSON.stringify(BODIES[wire]));
  });

  test("carries parallel calls, thoughts and signatures", async () => {
    const server = await start([says([thought("hmm"), words("ok"), call("a", { x: 1 }), call("b", { y: "two" })])]);
    const body = await (await ask(server, wire)).text();
    const wanted =
      wire === "chat_completions"
        ? ["reasoning_content"]
        : [issueSignature(wire, wire === "gemini" ? "gemini-test" : "m", "hmm")];
    for (const piece of ["hmm", '"a"', '"b"', ...wanted]) expect(body).toContain(piece);
  });

  test("words its own overflow and names the window", async () => {
    const server = await start([overflow(65_536)]);
    const response = await ask(server, wire);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("65536");
  });

  test("says when to come back", async () => {
    const server = await start([fail("rate-limit", { retryAfterMs: 7_000 })]);
    const response = await ask(server, wire);
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("7");
  });

  test("carries an error as an event after good words", async () => {
    const server = await start([fail("overloaded", { midStream: "So far so good" })]);
    const response = await ask(server, wire);
    expect(response.status).toBe(200);
    const body = await response.text();
    expect(body).toContain("So far");
    expect(body).toMatch(/overloaded/i);
  });

  test("sends exactly as many bytes as the fault allows, then resets", async () => {
    const server = await start([withFaults(reply("words ".repeat(50)), { type: "reset", at: 333 })]);
    const response = await ask(server, wire);
    let bytes = 0;
    await expect(
      (async () => {
        for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length;
      })(),
    ).rejects.toThrow();
    expect(bytes).toBeLessThanOrEqual(333);
    expect(await server.ended(0)).toEqual({ type: "cut", bytes: 333 });
  });

  test("ends in the middle of an event", async () => {
    const server = await start([withFaults(reply("words ".repeat(50)), { type: "half-event", event: 3 })]);
    const body = await (await ask(server, wire)).text();
    expect(body).not.toMatch(/\n\r?\n$/);
  });

  test("strict mode answers the vendor's 400", async () => {
    const server = await start([forever(reply("fine"))], { strict: true });
    const empty = { messages: [], input: [], contents: [] };
    expect((await ask(server, wire, empty)).status).toBe(400);
    expect((await ask(server, wire)).status).toBe(200);
    expect(server.requests.map((request) => request.problems.length > 0)).toEqual([true, false]);
  });

  test("refuses a wrong key", async () => {
    const server = await start([forever(reply("fine"))], { key: "right" });
    expect((await ask(server, wire)).status).toBeGreaterThanOrEqual(400);
    expect((await ask(server, wire, {}, { headers: { authorization: "Bearer right" } })).status).toBe(200);
  });
});

test.each(WIRE_NAMES.filter((wire) => wire !== "gemini"))(
  "%s answers whole when no stream is asked for",
  async (wire) => {
    const server = await start([says([words("All at once."), call("a", { x: 1 })])]);
    const response = await ask(server, wire, { stream: false });
    expect(response.headers.get("content-type")).toContain("json");
    const body = JSON.stringify(await response.json());
    expect(body).toContain("All at once.");
    expect(body).toContain('"a"');
  },
);

test("a stall holds the line until the client leaves, and the server knows", async () => {
  const server = await start([withFaults(reply("words ".repeat(50)), { type: "stall", at: 200 })]);
  const leaving = new AbortController();
  const response = await ask(server, "chat_completions", {}, { signal: leaving.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  leaving.abort();
  expect((await server.ended(0)).type).toBe("client-closed");
});

test("a timeout never sends a header; a transport failure resets at once", async () => {
  const server = await start([fail("timeout"), fail("transport")]);
  await expect(ask(server, "chat_completions", {}, { signal: AbortSignal.timeout(100) })).rejects.toThrow();
  await expect(ask(server, "chat_completions")).rejects.toThrow();
});

test("a drip arrives whole", async () => {
  const server = await start([withFaults(reply("slow"), { type: "drip", bytes: 40, everyMs: 1 })]);
  expect(await (await ask(server, "chat_completions")).text()).toContain("[DONE]");
});

test("usage is what the script says, however wrong", async () => {
  const server = await start([
    reply("x", { usage: { input: 900, cacheRead: 700, cacheWrite: 100, output: -5 } }),
    reply("x", { usage: "missing" }),
  ]);
  const told = eventsOf(await (await ask(server, "anthropic_messages")).text());
  expect(told.find((event) => event.type === "message_delta")).toMatchObject({
    usage: { input_tokens: 100, cache_read_input_tokens: 700, cache_creation_input_tokens: 100, output_tokens: -5 },
  });
  expect(await (await ask(server, "chat_completions")).text()).not.toContain("prompt_tokens");
});

test("argument text is sent untouched, empty or doubled", async () => {
  const server = await start([calls(rawCall("a", ""), rawCall("b", '{"x":1}{"x":1}'))]);
  const events = eventsOf(await (await ask(server, "chat_completions")).text());
  const deltas = events.flatMap((event) => {
    const [choice] = event.choices as [
      { delta: { tool_calls?: [{ index: number; function: { arguments: string } }] } }?,
    ];
    return choice?.delta.tool_calls ?? [];
  });
  const argsOf = (index: number) =>
    deltas
      .filter((delta) => delta.index === index)
      .map((delta) => delta.function.arguments)
      .join("");
  expect([argsOf(0), argsOf(1)]).toEqual(["", '{"x":1}{"x":1}']);
});

test("raw answers, functions of the request, and the end of the script", async () => {
  const server = await start([raw(418, "teapot", { "x-pot": "tea" }), (request) => reply(`model ${request.model}`)]);
  const pot = await ask(server, "responses");
  expect([pot.status, pot.headers.get("x-pot"), await pot.text()]).toEqual([418, "tea", "teapot"]);
  expect(await (await ask(server, "responses")).text()).toContain("model m");
  const over = await ask(server, "responses");
  expect(over.status).toBe(400);
  expect(await over.text()).toContain("no answer for request 3");
});

test("lists models and rejects unknown paths", async () => {
  const server = await start([], { models: ["m1", "m2"] });
  const listed = (await (await fetch(`${server.url}/v1/models`)).json()) as { data: { id: string }[] };
  expect(listed.data.map((model) => model.id)).toEqual(["m1", "m2"]);
  expect((await fetch(`${server.url}/v1/nothing`, { method: "POST", body: "{}" })).status).toBe(404);
});
