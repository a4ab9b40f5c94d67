// Every row of the catalog against a server that speaks its wire and refuses what the vendor would refuse.

import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import type { ModelEvent, ModelProvider, ModelRequest } from "../contracts/model.ts";
import type { Clock } from "../contracts/time.ts";
import type { AssistantMessage, Message } from "../kernel/message.ts";
import { callsOf, textOf, userMessage } from "../kernel/message.ts";
import { startModelServer } from "../testing/model-server.ts";
import { call, reply, says, thought, words } from "../testing/script.ts";
import { CATALOG } from "./catalog.data.ts";
import { findRow, readUserProviders, withEndpoint } from "./catalog.ts";
import { createProvider } from "./create.ts";
import { fixedKey } from "./credentials.ts";
import { createTransport } from "./transport.ts";
import { type ProviderRow, WIRES } from "./wire.ts";

const KEY = "sk-test-0123456789abcdef";
const clock: Clock = { now: () => Date.now(), sleep: (ms, signal) => wait(ms, undefined, { signal }) };
const transport = createTransport();
afterAll(() => transport.close());

const TODO = {
  name: "todo",
  description: "Keeps a list.",
  schema: { type: "object", properties: { n: { type: "number" } } },
};

function ask(row: ProviderRow, messages: readonly Message[]): ModelRequest {
  return {
    model: row.defaultModel.split("/").at(-1) || "test-model",
    system: ["You are a test.", "Today is a day."],
    messages,
    tools: [TODO],
    cache: { afterSystem: [0, 1], onMessages: [0], ttl: "1h" },
    effort: "low",
  };
}

async function collect(provider: ModelProvider, request: ModelRequest): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of provider.stream(request, new AbortController().signal)) events.push(event);
  return events;
}

function answerOf(events: readonly ModelEvent[]): AssistantMessage {
  const last = events.at(-1);
  if (last?.type !== "done") throw new Error("the stream did not end with done");
  return last.message;
}

const PATHS = {
  chat_completions: /\/chat\/completions$/,
  anthropic_messages: /\/v1\/messages$/,
  codex_responses: /\/responses$/,
  gemini: /\/models\/[^/]+:streamGenerateContent\?alt=sse$/,
};

/** One of the user's own for every wire, and one in the older spelling. */
const OWN = readUserProviders({
  providers: Object.fromEntries(
    WIRES.map((wire) => [`own-${wire}`, { base_url: "http://10.0.0.5:9/v1", api_mode: wire, model: "mine" }]),
  ),
  customProviders: [{ name: "older", base_url: "http://10.0.0.5:9/some/path/v1", model: "mine" }],
}).providers.map((user) => user.row);

describe.each([...CATALOG, ...OWN].map((row) => [row.id, row] as const))("%s", (_id, original) => {
  test("reaches its address with its key, streams, thinks, calls a tool and counts", async () => {
    await using server = await startModelServer(
      [
        says([thought("Let me think about it."), words("I will write that down."), call("todo", { n: 1 })], {
          usage: { input: 1_000, output: 50, cacheRead: 600, cacheWrite: 200, reasoning: 9 },
        }),
        reply("Written."),
      ],
      { strict: true, ...(original.auth === "none" ? {} : { key: KEY }) },
    );
    const path = original.baseUrl === "" ? "/v1" : new URL(original.baseUrl).pathname.replace(/\/$/, "");
    const row = withEndpoint(original, { baseUrl: `${server.url}${path}` });
    const model = ask(row, []).model;
    const provider = createProvider(row, fixedKey(KEY), {
      clock,
      post: transport.post,
      models: { [model]: { reasoning: true } },
    });
    const first = userMessage("please remember", 1);
    const events = await collect(provider, ask(row, [first]));
    const answer = answerOf(events);

    const request = server.requests[0];
    expect(request?.path).toMatch(PATHS[row.wire]);
    expect(request?.path.startsWith(path)).toBe(true);
    expect(request?.problems).toEqual([]);
    const spoken = events.flatMap((event) => (event.type === "text" ? [event.delta] : [])).join("");
    expect(spoken).toBe("I will write that down.");
    expect(textOf(answer)).toBe(spoken);
    expect(events.some((event) => event.type === "reasoning")).toBe(true);
    expect(answer).toMatchObject({ stop: "calls", model: `${original.id}/${model}` });
    expect(callsOf(answer)[0]).toMatchObject({ tool: "todo", input: { n: 1 } });
    const writes = row.wire === "chat_completions" || row.wire === "anthropic_messages" ? 200 : 0;
    expect(answer.usage).toMatchObject({ input: 1_000, output: 50, cacheRead: 600, cacheWrite: writes });

    const callId = callsOf(answer)[0]?.id ?? "";
    const result: Message = {
      role: "tool",
      callId,
      tool: "todo",
      parts: [{ type: "text", text: "ok" }],
      isError: false,
      at: 2,
    };
    // Through JSON, as the store would give it back: vendor data must survive that byte for byte.
    const stored = JSON.parse(JSON.stringify([first, answer, result])) as Message[];
    const second = answerOf(await collect(provider, ask(row, stored)));
    expect(textOf(second)).toBe("Written.");
    expect(server.requests[1]?.problems).toEqual([]);
    expect(replays(row, server.requests[1]?.body)).toBe(true);
  });
});

/** The reasoning went back where the vendor takes it back, and nowhere else. */
function replays(row: ProviderRow, body: unknown): boolean {
  const sent = JSON.stringify(body);
  const kept = sent.includes("Let me think about it.");
  if (row.wire !== "chat_completions") return kept;
  const field = row.quirks.replay ?? "reasoning_content";
  return field === "none" || field === "reasoning_details" ? !kept : kept && sent.includes(`"${field}"`);
}

test("reasoning made by one model is not shown to another", async () => {
  for (const wire of ["anthropic", "openai", "gemini", "deepseek"]) {
    await using server = await startModelServer(
      [says([thought("A private thought."), words("Hello.")]), reply("Hello again.")],
      { strict: true },
    );
    const row = withEndpoint(findRow(wire) ?? raise(wire), { baseUrl: server.url });
    const provider = createProvider(row, fixedKey(KEY), { clock, post: transport.post });
    const request = ask(row, [userMessage("hi", 1)]);
    const answer = answerOf(await collect(provider, request));
    const history: Message[] = [userMessage("hi", 1), answer, userMessage("and now?", 2)];
    await collect(provider, { ...ask(row, history), model: "another-model" });
    expect(JSON.stringify(server.requests[1]?.body)).not.toContain("A private thought.");
    expect(server.requests[1]?.problems).toEqual([]);
  }
});

function raise(name: string): never {
  throw new Error(`no row ${name}`);
}

describe("user-defined providers", () => {
  test("a named endpoint becomes a row of its own, found with and without the custom: prefix", () => {
    const { providers, problems } = readUserProviders({
      providers: {
        Work: {
          base_url: "https://llm.example.com/",
          api_mode: "anthropic_messages",
          key_env: "WORK_KEY",
          context_length: 90_000,
        },
        broken: { api_mode: "telepathy", base_url: "https://x.example" },
        empty: {},
      },
      customProviders: [{ name: "lab", base_url: "http://10.0.0.5:9/v1", model: "m" }],
    });
    const rows = providers.map((provider) => provider.row);
    expect(rows.map((row) => row.id)).toEqual(["Work", "lab"]);
    expect(findRow("custom:work", rows)).toBe(rows[0]);
    expect(findRow("WORK", rows)).toBe(rows[0]);
    expect(rows[0]).toMatchObject({
      wire: "anthropic_messages",
      auth: "x-api-key",
      marks: "all",
      keyEnv: ["WORK_KEY"],
    });
    expect(providers[0]?.contextLength).toBe(90_000);
    expect(problems).toHaveLength(2);
    expect(problems.join(" ")).toContain("chat_completions");
  });

  test("an Anthropic address is accepted with and without /v1", () => {
    const row = findRow("custom") ?? raise("custom");
    for (const baseUrl of ["https://a.example", "https://a.example/", "https://a.example/v1", "https://a.example/v1/"])
      expect(withEndpoint(row, { baseUrl, apiMode: "anthropic_messages" }).baseUrl).toBe("https://a.example");
  });
});
