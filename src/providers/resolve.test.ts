import { describe, expect, test } from "vitest";
import { readUserProviders } from "./catalog.ts";
import { afterProbe, type Plan, type ResolveFacts, resolvePlan } from "./resolve.ts";
import { resolveAuxiliary, resolveFallbacks } from "./resolve-side.ts";

const NOTHING: ResolveFacts = { flags: {}, env: {}, config: {}, users: [], pooled: new Set() };
const facts = (extra: Partial<ResolveFacts>): ResolveFacts => ({ ...NOTHING, ...extra });

function ready(plan: Plan) {
  if (plan.type !== "ready") throw new Error(`not ready: ${JSON.stringify(plan)}`);
  return plan;
}

describe("who decides", () => {
  const config = { provider: "anthropic", model: "claude-opus-5-5", apiKey: "from-config" };
  const env = { HERMES_INFERENCE_PROVIDER: "openrouter", OPENROUTER_API_KEY: "or-key", GROQ_API_KEY: "groq-key" };

  test("a flag before the environment before config", () => {
    expect(ready(resolvePlan(facts({ config }))).row.id).toBe("anthropic");
    expect(ready(resolvePlan(facts({ config, env }))).row.id).toBe("openrouter");
    const plan = ready(resolvePlan(facts({ config, env, flags: { provider: "groq", model: "m" } })));
    expect(plan).toMatchObject({
      row: { id: "groq" },
      model: "m",
      from: { provider: "--provider", model: "-m", key: "GROQ_API_KEY is set" },
    });
  });

  test("config's model and key go only with config's provider", () => {
    const plan = ready(resolvePlan(facts({ config, env })));
    expect(plan.model).toBe(plan.row.defaultModel);
    expect(plan.key).toEqual({ type: "fixed", secret: "or-key" });
  });

  test("without a choice the first key found, then a local server, then offline", () => {
    expect(ready(resolvePlan(facts({ env: { DEEPSEEK_API_KEY: "d", MISTRAL_API_KEY: "m" } }))).row.id).toBe("deepseek");
    expect(ready(resolvePlan(facts({ pooled: new Set(["xai"]) })))).toMatchObject({
      row: { id: "xai" },
      key: { type: "pool" },
    });
    const probe = resolvePlan(NOTHING);
    if (probe.type !== "probe") throw new Error("no probe");
    expect(probe.candidates.map((candidate) => candidate.row.id)).toEqual(["ollama", "lmstudio"]);
    expect(ready(afterProbe(probe, [undefined, ["qwen3"]]))).toMatchObject({ row: { id: "lmstudio" }, model: "qwen3" });
    expect(afterProbe(probe, [undefined, undefined]).type).toBe("offline");
    expect(afterProbe(probe, [[], undefined]).type).toBe("offline");
  });

  test("offline can be asked for", () => {
    expect(resolvePlan(facts({ flags: { provider: "offline" }, env })).type).toBe("offline");
    expect(resolvePlan(facts({ config: { provider: "offline" } })).type).toBe("offline");
  });
});

describe("what a model's name says", () => {
  const both = { ANTHROPIC_API_KEY: "a", GROQ_API_KEY: "g" };
  test.each([
    ["groq:openai/gpt-oss-120b", both, {}, "groq", "openai/gpt-oss-120b"],
    ["anthropic/claude-opus-5-5", both, {}, "anthropic", "claude-opus-5-5"],
    ["groq:", both, {}, "groq", "openai/gpt-oss-120b"],
    [
      "openai/gpt-oss-120b",
      { ...both, OPENROUTER_API_KEY: "o" },
      { provider: "openrouter" },
      "openrouter",
      "openai/gpt-oss-120b",
    ],
    [
      "openrouter/anthropic/claude-x",
      { OPENROUTER_API_KEY: "o" },
      { provider: "openrouter" },
      "openrouter",
      "anthropic/claude-x",
    ],
    ["llama3:8b", {}, { provider: "ollama" }, "ollama", "llama3:8b"],
  ])("%s", (model, env, config, provider, expected) => {
    expect(ready(resolvePlan(facts({ flags: { model }, env, config })))).toMatchObject({
      row: { id: provider },
      model: expected,
    });
  });
});

describe("what cannot work says why and what to do", () => {
  test.each([
    [{ flags: { provider: "anthropic" } }, /ANTHROPIC_API_KEY/],
    [{ flags: { provider: "antropic" } }, /Did you mean "anthropic"/],
    [{ config: { provider: "custom", model: "m" } }, /base_url/],
    [{ config: { provider: "custom", model: "m", baseUrl: "localhost:8080" } }, /http:\/\//],
  ])("%j", (extra, why) => {
    const plan = resolvePlan(facts(extra));
    expect(plan.type).toBe("refused");
    expect(plan.type === "refused" ? plan.why : "").toMatch(why);
  });

  test.each([
    ["foo/bar", {}, /foo\/bar.*provider:model/],
    ["anthropic/claude-x", {}, /ANTHROPIC_API_KEY/],
    ["foo/bar", { config: { provider: "offline" } }, /config\.yaml.*foo\/bar/],
    ["foo", { flags: { provider: "offline" } }, /foo/],
  ])("a model asked for by name (%s, %j) is never answered by offline", (model, extra: Partial<ResolveFacts>, why) => {
    const first = resolvePlan(facts({ ...extra, flags: { ...extra.flags, model } }));
    const plan = first.type === "probe" ? afterProbe(first, [undefined, undefined]) : first;
    expect(plan.type).toBe("refused");
    expect(plan.type === "refused" ? plan.why : "").toMatch(why);
  });

  test("the offline model can be named", () => {
    const env = { ANTHROPIC_API_KEY: "a" };
    for (const model of ["offline", "offline/offline", "offline:"])
      expect(resolvePlan(facts({ flags: { model }, env })).type).toBe("offline");
    expect(resolvePlan(facts({ flags: { model: "offline" }, config: { provider: "offline" } })).type).toBe("offline");
  });

  test("a local server that was named but does not answer is not replaced by another", () => {
    const probe = resolvePlan(facts({ flags: { provider: "ollama" } }));
    if (probe.type !== "probe") throw new Error("no probe");
    expect(afterProbe(probe, [undefined])).toMatchObject({ type: "refused", why: expect.stringContaining("11434") });
    expect(afterProbe(probe, [[]])).toMatchObject({ type: "refused", why: expect.stringContaining("no model") });
  });
});

describe("endpoints", () => {
  test("an address in config alone means a custom endpoint", () => {
    const config = {
      baseUrl: "http://127.0.0.1:5001/v1/",
      model: "m",
      apiKey: "k",
      contextLength: 9_000,
      apiMode: "anthropic_messages",
    };
    expect(ready(resolvePlan(facts({ config, env: { OPENROUTER_API_KEY: "o" } })))).toMatchObject({
      row: { id: "custom", wire: "anthropic_messages", baseUrl: "http://127.0.0.1:5001" },
      key: { type: "fixed", secret: "k" },
      contextLength: 9_000,
    });
  });

  test("an OpenAI key with another address goes there and nowhere else", () => {
    const plan = ready(
      resolvePlan(facts({ env: { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "https://mine.example/v1" } })),
    );
    expect(plan.row).toMatchObject({ wire: "chat_completions", baseUrl: "https://mine.example/v1" });
  });

  test("the user's own providers come before the catalog", () => {
    const { providers } = readUserProviders({
      providers: { lab: { base_url: "http://lab.example/v1", api_key: "k", model: "big" } },
    });
    const plan = ready(resolvePlan(facts({ users: providers, env: { OPENROUTER_API_KEY: "o" } })));
    expect(plan).toMatchObject({ row: { id: "lab" }, model: "big" });
  });
});

describe("the other models", () => {
  const env = { ANTHROPIC_API_KEY: "a", GROQ_API_KEY: "g", SPARE: "s", HERMES_INFERENCE_MODEL: "claude-opus-5-5" };
  const base = facts({ env, config: { provider: "anthropic" } });
  const main = ready(resolvePlan(base));

  test("a chain keeps its order and leaves out what cannot work or is already there", () => {
    const { plans, problems } = resolveFallbacks(
      [
        { provider: "groq", model: "fast" },
        { provider: "anthropic", model: "claude-opus-5-5" },
        { provider: "openrouter", model: "x" },
        { provider: "custom", model: "own", baseUrl: "http://127.0.0.1:1/v1", keyEnv: "SPARE" },
        { provider: "nowhere", model: "x" },
        { provider: "anthropic" },
      ],
      main,
      base,
    );
    expect(plans.map((plan) => `${plan.row.id}/${plan.model}`)).toEqual([
      "groq/fast",
      "custom/own",
      "anthropic/claude-sonnet-5-5",
    ]);
    expect(plans[1]?.key).toEqual({ type: "fixed", secret: "s" });
    expect(problems).toHaveLength(3);
  });

  test("an entry's own key is used, and makes it another account of the same provider", () => {
    const { plans } = resolveFallbacks(
      [
        { provider: "anthropic", model: "claude-opus-5-5", apiKey: "second" },
        { provider: "xai", model: "x", apiKey: "only-here" },
        { provider: "anthropic", model: "claude-opus-5-5", keyEnv: "SPARE" },
      ],
      main,
      base,
    );
    expect(plans.map((plan) => plan.key)).toEqual([
      { type: "fixed", secret: "second" },
      { type: "fixed", secret: "only-here" },
      { type: "fixed", secret: "s" },
    ]);
  });

  test("side work uses the main model unless told otherwise", () => {
    expect(resolveAuxiliary({}, main, base)).toBe(main);
    expect(resolveAuxiliary({ model: "claude-haiku-5-5" }, main, base)).toMatchObject({
      row: { id: "anthropic" },
      model: "claude-haiku-5-5",
    });
    expect(resolveAuxiliary({ provider: "groq", model: "small" }, main, base)).toMatchObject({
      row: { id: "groq" },
      model: "small",
    });
    expect(
      resolveAuxiliary({ baseUrl: "http://127.0.0.1:7/v1", model: "m", apiKey: "z", extraBody: { x: 1 } }, main, base),
    ).toMatchObject({
      row: { id: "custom", extraBody: { x: 1 } },
      key: { type: "fixed", secret: "z" },
    });
    const own = { baseUrl: "http://127.0.0.1:7/v1", model: "m", apiMode: "anthropic_messages" };
    expect(resolveAuxiliary(own, main, base)).toMatchObject({ row: { wire: "anthropic_messages" } });
    expect(resolveAuxiliary({ provider: "xai", model: "m" }, main, base).type).toBe("refused");
  });
});
