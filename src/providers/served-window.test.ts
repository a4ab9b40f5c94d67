import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { fakeClock } from "../testing/fakes.ts";
import { builtInRow, withEndpoint } from "./catalog.ts";
import { learnWindows } from "./models.ts";
import type { ProviderPlan } from "./resolve.ts";
import { askWindow, questionsFor } from "./served-window.ts";
import { createServedWindows } from "./served-windows.ts";
import { createTransport } from "./transport.ts";
import type { ProviderRow } from "./wire.ts";

const signal = new AbortController().signal;

/** A server that knows these paths; `hang` never answers. */
async function serverWith(paths: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ""}`.trim());
    const body = paths[request.url ?? ""];
    if (body === "hang") return;
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(body ?? { error: "not found" }));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const transport = createTransport();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    transport,
    async [Symbol.asyncDispose]() {
      transport.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const at = (id: string, url: string): ProviderRow => withEndpoint(builtInRow(id), { baseUrl: `${url}/v1` });
const planFor = (row: ProviderRow, model: string): ProviderPlan => ({
  type: "ready",
  ...{ row, model, models: {}, key: { type: "fixed", secret: "sk-here" } },
  from: { provider: "", model: "", key: "" },
});

const LLAMA = { default_generation_settings: { n_ctx: 16_384 }, total_slots: 1 };
const OLLAMA_LOADED = { models: [{ name: "qwen3:8b", model: "qwen3:8b", context_length: 24_576 }] };
const OLLAMA_SHOW = { parameters: "temperature 0.7", model_info: { "qwen3.context_length": 40_960 } };
const LM_STUDIO = {
  data: [
    { id: "other", max_context_length: 9_999 },
    { id: "qwen3:8b", max_context_length: 131_072, loaded_context_length: 12_288 },
  ],
};
const VLLM = { data: [{ id: "qwen3:8b", max_model_len: 20_480 }] };

describe("what a server says about its window", () => {
  test.each([
    ["llama.cpp", { "/props": LLAMA }, { type: "served", window: 16_384 }],
    ["ollama", { "/api/ps": OLLAMA_LOADED }, { type: "served", window: 24_576 }],
    ["ollama", { "/api/ps": { models: [] }, "/api/show": OLLAMA_SHOW }, { type: "at-most", window: 40_960 }],
    [
      "ollama",
      { "/api/ps": { models: [] }, "/api/show": { parameters: "stop x\nnum_ctx    8192\n" } },
      { type: "served", window: 8_192 },
    ],
    ["lmstudio", { "/api/v0/models": LM_STUDIO }, { type: "served", window: 12_288 }],
    [
      "lmstudio",
      { "/api/v0/models": { data: [{ id: "qwen3:8b", max_context_length: 9_000 }] } },
      { type: "at-most", window: 9_000 },
    ],
    ["vllm", { "/v1/models": VLLM }, { type: "served", window: 20_480 }],
    ["custom", { "/v1/models": { data: [{ id: "m", meta: { n_ctx: 4_096 } }] } }, { type: "served", window: 4_096 }],
    [
      "custom",
      { "/api/ps": { models: [] }, "/api/show": OLLAMA_SHOW, "/props": LLAMA },
      { type: "served", window: 16_384 },
    ],
    ["custom", {}, undefined],
    ["custom", { "/props": { default_generation_settings: { n_ctx: "many" } }, "/v1/models": [] }, undefined],
  ] as const)("%s %#", async (id, paths, expected) => {
    await using server = await serverWith(paths);
    expect(await askWindow(at(id, server.url), "qwen3:8b", "", server.transport, signal)).toEqual(expected);
  });

  test("a vendor's own server is never asked, a stranger's only for its list, with the key it gets anyway", async () => {
    expect(questionsFor(builtInRow("openrouter"))).toEqual([]);
    expect(questionsFor(withEndpoint(builtInRow("openai-api"), { baseUrl: "https://gateway.example/v1" }))).toEqual([
      "listing",
    ]);
    expect(questionsFor({ ...builtInRow("custom"), id: "mine", baseUrl: "https://mine.example/v1" })).toEqual([
      "listing",
    ]);
    await using server = await serverWith({});
    await askWindow(at("vllm", server.url), "m", "sk-here", server.transport, signal);
    expect(server.asked).toEqual(["GET /v1/models Bearer sk-here"]);
  });
});

describe("asking", () => {
  test("once, kept for later runs; a certain answer is not asked for again", async () => {
    await using server = await serverWith({ "/props": LLAMA });
    const kept: Record<string, number>[] = [];
    const learned = learnWindows({}, (record) => void kept.push({ ...record }));
    const windows = createServedWindows({ ...server.transport, clock: fakeClock() }, learned);
    const plan = planFor(at("llama.cpp", server.url), "m");
    await windows.ask(plan);
    expect(windows.get(plan, "m")).toEqual({ type: "served", window: 16_384 });
    const before = server.asked.length;
    await windows.ask(plan);
    expect(server.asked).toHaveLength(before);
    const later = createServedWindows(
      { ...server.transport, clock: fakeClock() },
      learnWindows(kept.at(-1) ?? {}, () => undefined),
    );
    expect(later.get(plan, "m")).toEqual({ type: "served", window: 16_384 });
  });

  test("a server that hangs is waited for once and not for long; one that does not tell is left in peace", async () => {
    await using hung = await serverWith({ "/props": "hang", "/v1/models": "hang" });
    const clock = fakeClock();
    const windows = createServedWindows(
      { ...hung.transport, clock },
      learnWindows({}, () => undefined),
    );
    const plan = planFor(at("llama.cpp", hung.url), "m");
    const waiting = windows.ask(plan);
    while (clock.sleeping < 2) await new Promise(setImmediate);
    await clock.advance(400);
    await waiting;
    expect(windows.get(plan, "m")).toBeUndefined();

    await using mute = await serverWith({});
    const others = createServedWindows(
      { ...mute.transport, clock: fakeClock() },
      learnWindows({}, () => undefined),
    );
    for (let turn = 0; turn < 200; turn++) {
      await others.ask(planFor(at("vllm", mute.url), "m"));
      await new Promise(setImmediate);
    }
    expect(mute.asked.length).toBeLessThanOrEqual(2);
  });

  test("nobody is asked where the person has said", async () => {
    await using server = await serverWith({ "/props": LLAMA });
    const windows = createServedWindows(
      { ...server.transport, clock: fakeClock() },
      learnWindows({}, () => undefined),
    );
    await windows.ask({ ...planFor(at("llama.cpp", server.url), "m"), contextLength: 4_096 });
    expect(server.asked).toEqual([]);
  });
});
