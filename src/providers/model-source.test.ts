import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { startModelServer } from "../testing/model-server.ts";
import { scriptedWith } from "../testing/scripted-model.ts";
import { fixedKey } from "./credentials.ts";
import { createModels, type ModelSettingsNow } from "./model-source.ts";
import { learnWindows } from "./models.ts";
import { createTransport } from "./transport.ts";

const clock = { now: () => Date.now(), sleep: (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }) };
const transport = createTransport();
afterAll(() => transport.close());

function modelsFor(now: () => ModelSettingsNow) {
  const offline = { provider: scriptedWith({ id: "offline" }), model: "offline" };
  return createModels({
    settings: () => Promise.resolve(now()),
    offline,
    extra: [],
    pool: () => fixedKey("pooled"),
    post: transport.post,
    get: transport.get,
    clock,
    learned: learnWindows({}, () => undefined),
  });
}

const NOTHING: ModelSettingsNow = {
  facts: { flags: {}, env: {}, config: {}, users: [], pooled: new Set() },
  fallbacks: [],
  auxiliary: {},
};

test("each turn sees the settings of now, and an unchanged provider is the same one", async () => {
  let now: ModelSettingsNow = {
    ...NOTHING,
    facts: { ...NOTHING.facts, env: { ANTHROPIC_API_KEY: "a", GROQ_API_KEY: "g" } },
    fallbacks: [{ provider: "groq", model: "m" }],
  };
  const models = modelsFor(() => now);
  const first = await models.plan({});
  const again = await models.plan({});
  if (first.type !== "ready" || again.type !== "ready") throw new Error("not ready");
  expect(first.primary.provider.id).toBe("anthropic");
  expect(again.primary.provider).toBe(first.primary.provider);
  expect(first.fallbacks.map((choice) => choice.provider.id)).toEqual(["groq"]);
  expect(await models.plan({ model: "groq:other" })).toMatchObject({
    primary: { provider: { id: "groq" }, model: "other" },
  });
  expect(await models.auxiliary("compression", first.primary)).toEqual(first.primary);
  now = {
    ...now,
    auxiliary: { compression: { provider: "groq", model: "small" }, vision: { provider: "xai", model: "no-key" } },
  };
  expect(await models.auxiliary("compression", first.primary)).toMatchObject({
    provider: { id: "groq" },
    model: "small",
  });
  expect(await models.auxiliary("vision", first.primary)).toEqual(first.primary);
  now = { ...now, auxiliary: { compression: { model: "small", contextLength: 20_000 } } };
  const small = await models.auxiliary("compression", first.primary);
  expect(small.provider.info(small.model).window).toBe(20_000);
  expect(small.model).toBe("small");
  expect(first.primary.provider.info("small").window).not.toBe(20_000);
});

test("with nothing configured a local server that answers is used, else the offline model", async () => {
  await using server = await startModelServer([], { models: ["qwen3:8b", "other"] });
  const env = { OLLAMA_BASE_URL: `${server.url}/v1`, LM_BASE_URL: "http://127.0.0.1:9/v1" };
  const found = await modelsFor(() => ({ ...NOTHING, facts: { ...NOTHING.facts, env } })).plan({});
  expect(found).toMatchObject({ primary: { provider: { id: "ollama" }, model: "qwen3:8b" } });
  const none = { OLLAMA_BASE_URL: "http://127.0.0.1:9/v1", LM_BASE_URL: "http://127.0.0.1:9/v1" };
  expect(await modelsFor(() => ({ ...NOTHING, facts: { ...NOTHING.facts, env: none } })).plan({})).toMatchObject({
    because: "offline",
    primary: { model: "offline" },
  });
});

test("what cannot work is refused with a reason, not replaced", async () => {
  expect(await modelsFor(() => NOTHING).plan({ provider: "anthropic" })).toMatchObject({
    type: "refused",
    why: expect.stringContaining("ANTHROPIC_API_KEY"),
  });
});
