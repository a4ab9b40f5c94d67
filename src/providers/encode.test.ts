import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import type { ModelRequest } from "../contracts/model.ts";
import type { AssistantMessage, Message } from "../kernel/message.ts";
import { NO_USAGE, userMessage } from "../kernel/message.ts";
import { startModelServer } from "../testing/model-server.ts";
import { forever, raw, reply } from "../testing/script.ts";
import { builtInRow, withEndpoint } from "./catalog.ts";
import { createProvider } from "./create.ts";
import { fixedKey } from "./credentials.ts";
import { createTransport } from "./transport.ts";

const clock = { now: () => Date.now(), sleep: (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }) };
const transport = createTransport();
afterAll(() => transport.close());

async function sent(id: string, request: Partial<ModelRequest>, model = "claude-sonnet-5-5") {
  await using server = await startModelServer([forever(reply("ok"))], { strict: true });
  const row = withEndpoint(builtInRow(id), { baseUrl: server.url });
  const provider = createProvider(row, fixedKey("k"), { clock, post: transport.post });
  const whole: ModelRequest = {
    model,
    system: ["shared", "own"],
    messages: [userMessage("hi", 0)],
    tools: [],
    cache: { afterSystem: [], onMessages: [], ttl: "5m" },
    ...request,
  };
  for (let i = 0; i < 2; i++) for await (const _event of provider.stream(whole, new AbortController().signal));
  const [first, second] = server.requests;
  expect(first?.problems).toEqual([]);
  expect(Buffer.from(first?.raw ?? []).equals(Buffer.from(second?.raw ?? []))).toBe(true);
  return first?.body ?? {};
}

const MARKED = { afterSystem: [0, 1], onMessages: [0, 2], ttl: "5m" } as const;
const CALLED: readonly Message[] = [
  userMessage("look", 0),
  {
    role: "assistant",
    parts: [{ type: "call", call: { id: "c1", tool: "see", input: { at: "x" } } }],
    stop: "calls",
    usage: NO_USAGE,
    model: "other/model",
    at: 1,
  },
  { role: "tool", callId: "c1", tool: "see", parts: [{ type: "text", text: "seen" }], isError: false, at: 2 },
];
const SEE = [{ name: "see", description: "Sees.", schema: { type: "object", properties: {} } }];

describe("cache marks", () => {
  test("stand on system blocks and messages of Anthropic's wire, with the hour when asked", async () => {
    const body = await sent("anthropic", { messages: CALLED, tools: SEE, cache: { ...MARKED, ttl: "1h" } });
    const mark = { type: "ephemeral", ttl: "1h" };
    expect(body.system).toMatchObject([{ cache_control: mark }, { cache_control: mark }]);
    expect(body.messages).toMatchObject([
      { content: [{ text: "look", cache_control: mark }] },
      {},
      { content: [{ type: "tool_result", cache_control: mark }] },
    ]);
  });

  test("stand inside content at a router, beside it on a tool's result", async () => {
    const body = await sent(
      "openrouter",
      { messages: CALLED, tools: SEE, cache: MARKED },
      "anthropic/claude-sonnet-5.5",
    );
    const mark = { type: "ephemeral" };
    expect(body.messages).toMatchObject([
      {
        role: "system",
        content: [
          { text: "shared", cache_control: mark },
          { text: "own", cache_control: mark },
        ],
      },
      { role: "user", content: [{ type: "text", text: "look", cache_control: mark }] },
      { role: "assistant" },
      { role: "tool", content: "seen", cache_control: mark },
    ]);
  });

  test("are not sent where caching is automatic", async () => {
    for (const [id, model] of [
      ["openrouter", "openai/gpt-6.1-sol"],
      ["deepseek", "deepseek-v4-pro"],
      ["openai", "gpt-6.1-sol"],
      ["gemini", "gemini-3.8-flash"],
    ] as const)
      expect(JSON.stringify(await sent(id, { messages: CALLED, tools: SEE, cache: MARKED }, model))).not.toContain(
        "cache_control",
      );
  });
});

describe("the chat wire", () => {
  test("has one system message and each vendor's name for the cap", async () => {
    const groq = await sent("groq", {}, "m");
    expect(groq.messages).toEqual([
      { role: "system", content: "shared\n\nown" },
      { role: "user", content: "hi" },
    ]);
    expect(groq).toMatchObject({ max_completion_tokens: expect.any(Number) });
    expect(groq).not.toHaveProperty("max_tokens");
    expect(await sent("mistral", {}, "m")).not.toHaveProperty("stream_options");
  });

  test("shows a tool's picture in a message after the results", async () => {
    const picture = { type: "image", mime: "image/png", base64: "iVBORw0KGgo=" } as const;
    const messages = CALLED.map((message) => (message.role === "tool" ? { ...message, parts: [picture] } : message));
    const body = await sent("lmstudio", { messages, tools: SEE }, "m");
    expect(body.messages).toMatchObject([
      {},
      {},
      {},
      { role: "tool", content: expect.any(String) },
      { role: "user", content: [{ type: "text" }, { type: "image_url" }] },
    ]);
  });

  test("asks for effort the vendor's way, and only of models that reason", async () => {
    expect(await sent("openrouter", { effort: "high" }, "openai/gpt-6.1-sol")).toMatchObject({
      reasoning: { effort: "high" },
    });
    expect(await sent("deepseek", { effort: "high" }, "deepseek-v4-pro")).toMatchObject({ reasoning_effort: "high" });
    expect(await sent("openai-api", { effort: "high" }, "gpt-4o")).not.toHaveProperty("reasoning_effort");
  });

  test("a call whose arguments were not JSON goes back as something every server takes", async () => {
    const odd: AssistantMessage = {
      ...(CALLED[1] as AssistantMessage),
      parts: [{ type: "call", call: { id: "c1", tool: "see", input: { raw: '{"a":' } } }],
    };
    await sent("lmstudio", { messages: [CALLED[0] as Message, odd, CALLED[2] as Message], tools: SEE }, "m");
  });
});

test("toolChoice none keeps the schemas and forbids the call", async () => {
  for (const [id, model] of [
    ["anthropic", "claude-sonnet-5-5"],
    ["openai", "gpt-6.1-sol"],
    ["gemini", "gemini-3.8-flash"],
    ["lmstudio", "m"],
  ] as const) {
    const body = JSON.stringify(await sent(id, { messages: CALLED, tools: SEE, toolChoice: "none" }, model));
    expect(body).toMatch(/"tool_choice":("none"|\{"type":"none"\})|"mode":"NONE"/);
    expect(body).toContain('"see"');
  }
});

test("signed reasoning of a router is joined from its fragments and goes back as it came", async () => {
  const chunk = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const detail = (fields: object) => ({
    reasoning_details: [{ type: "reasoning.text", index: 0, format: "f", ...fields }],
  });
  const body = [
    chunk({ reasoning: "I th", ...detail({ text: "I th" }) }),
    chunk({ reasoning: "ink", ...detail({ text: "ink" }) }),
    chunk(detail({ signature: "SIGNED==" })),
    chunk({ reasoning_details: [{ type: "reasoning.encrypted", index: 1, data: "SEALED==" }] }),
    chunk({ content: "Answer." }),
    chunk({}, "stop"),
    "data: [DONE]\n\n",
  ].join("");
  await using server = await startModelServer([raw(200, body, { "content-type": "text/event-stream" }), reply("ok")]);
  const row = withEndpoint(builtInRow("openrouter"), { baseUrl: server.url });
  const provider = createProvider(row, fixedKey("k"), { clock, post: transport.post });
  const request: ModelRequest = {
    model: "a/claude",
    system: [],
    messages: [userMessage("hi", 0)],
    tools: [],
    cache: { afterSystem: [], onMessages: [], ttl: "5m" },
  };
  let answer: AssistantMessage | undefined;
  for await (const event of provider.stream(request, new AbortController().signal))
    if (event.type === "done") answer = event.message;
  const history = JSON.parse(JSON.stringify([userMessage("hi", 0), answer, userMessage("go on", 1)])) as Message[];
  for await (const _event of provider.stream({ ...request, messages: history }, new AbortController().signal));
  expect(server.requests[1]?.body.messages).toMatchObject([
    {},
    {
      role: "assistant",
      content: "Answer.",
      reasoning_details: [
        { type: "reasoning.text", index: 0, format: "f", text: "I think", signature: "SIGNED==" },
        { type: "reasoning.encrypted", index: 1, data: "SEALED==" },
      ],
    },
    {},
  ]);
});
