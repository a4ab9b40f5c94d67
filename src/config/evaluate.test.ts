import fc from "fast-check";
import { expect, expectTypeOf, test } from "vitest";
import { stringify } from "yaml";
import * as z from "zod/mini";
import { DEFAULT_CONFIG } from "./defaults.data.ts";
import { evaluate } from "./evaluate.ts";
import { type Config, SECTIONS } from "./schema.ts";
import { warningText } from "./warning-text.ts";

const read = (text: string, env: Record<string, string> = {}) => evaluate(text, "config.yaml", (name) => env[name]);
const said = (text: string, env: Record<string, string> = {}) =>
  read(text, env).warnings.map((warning) => warningText("config.yaml", warning));
const ref = (inner: string) => `$\{${inner}}`;

test("the defaults kept as data are those of the schema (else: node src/config/generate.ts)", () => {
  const built = Object.fromEntries(
    Object.entries(SECTIONS).map(([name, section]) => [name, z.parse(section() as z.core.$ZodType, undefined)]),
  );
  expect(DEFAULT_CONFIG).toEqual(built);
});

test("the defaults are those people know", () => {
  expect(DEFAULT_CONFIG).toMatchObject({
    toolsets: ["hermes-cli"],
    agent: { max_turns: 90, api_max_retries: 3 },
    memory: { memory_enabled: true, memory_char_limit: 2200, user_char_limit: 1375, nudge_interval: 10 },
    compression: { threshold: 0.5, protect_first_n: 3, protect_last_n: 20 },
    delegation: { max_iterations: 50, max_spawn_depth: 1 },
    curator: { prune_builtins: false, consolidate: false },
    checkpoints: { enabled: false },
    approvals: { mode: "manual", timeout: 60 },
    tool_output: { max_bytes: 50_000, max_lines: 2000 },
    auxiliary: { compression: { provider: "auto", timeout: 120 } },
  });
});

test("the type is the schema's", () => {
  expectTypeOf<Config["approvals"]["mode"]>().toEqualTypeOf<"manual" | "smart" | "off">();
  expectTypeOf<Config["model"]["context_length"]>().toEqualTypeOf<number | null>();
  expectTypeOf<Config["toolsets"]>().toEqualTypeOf<readonly string[]>();
});

test("an empty file, a comment and an empty section are all defaults", () => {
  for (const text of ["", "# nothing\n", "memory:\nagent:\n", "---\n", "\uFEFF"])
    expect(read(text)).toMatchObject({ config: DEFAULT_CONFIG, warnings: [] });
});

test("every default survives being written out and read back", () => {
  expect(read(stringify(DEFAULT_CONFIG))).toMatchObject({ config: DEFAULT_CONFIG, warnings: [] });
});

test("one key changes one key", () => {
  const { config } = read("agent:\n  max_turns: 7\n");
  expect(config).toEqual({ ...DEFAULT_CONFIG, agent: { ...DEFAULT_CONFIG.agent, max_turns: 7 } });
});

test("the model may be a word or a map", () => {
  expect(read("model: some/model").config.model).toEqual({ ...DEFAULT_CONFIG.model, default: "some/model" });
  expect(
    read("model: {default: m, provider: custom, base_url: http://x/v1, context_length: 8000}").config.model,
  ).toMatchObject({ default: "m", provider: "custom", context_length: 8000 });
});

test("old spellings mean the new keys and never override them", () => {
  const { config, warnings } = read(
    "model: m\nprovider: custom\nbase_url: http://x\nmax_turns: 5\nfallback_model: {provider: a, model: b}\nmemory: {write_mode: approve}\n",
  );
  expect(warnings).toEqual([]);
  expect(config.model).toMatchObject({ default: "m", provider: "custom", base_url: "http://x" });
  expect(config.agent.max_turns).toBe(5);
  expect(config.fallback_providers).toMatchObject([{ provider: "a", model: "b" }]);
  expect(config.memory.write_approval).toBe(true);
  expect(read("max_turns: 5\nagent: {max_turns: 6}\nmodel: {provider: x}\nprovider: y\n").config).toMatchObject({
    agent: { max_turns: 6 },
    model: { provider: "x" },
  });
});

test("a list of custom providers joins the table of providers", () => {
  const { config } = read(
    "custom_providers:\n  - {name: mine, base_url: http://a}\n  - {name: other, base_url: http://b}\nproviders: {other: {base_url: http://c}}\n",
  );
  expect(config.providers.mine?.base_url).toBe("http://a");
  expect(config.providers.other?.base_url).toBe("http://c");
});

test("words and numbers are taken the way people write them", () => {
  const { config, warnings } = read(
    "memory: {memory_enabled: no, nudge_interval: '12'}\napprovals: {mode: off, timeout: 1.5e1}\ntoolsets: web\nagent: {environment_hint: 42, coding_context: true}\nlogging: {level: debug}\n",
  );
  expect(warnings).toEqual([]);
  expect(config).toMatchObject({
    memory: { memory_enabled: false, nudge_interval: 12 },
    approvals: { mode: "off", timeout: 15 },
    toolsets: ["web"],
    agent: { environment_hint: "42", coding_context: "on" },
    logging: { level: "DEBUG" },
  });
});

test("variables fill in values of any type", () => {
  const text = `approvals: {timeout: "${ref("T")}"}\nmodel: {api_key: "${ref("KEY")}", base_url: "http://${ref("HOST:-localhost")}/v1"}\n`;
  expect(read(text, { T: "30", KEY: "k" }).config).toMatchObject({
    approvals: { timeout: 30 },
    model: { api_key: "k", base_url: "http://localhost/v1" },
  });
  expect(said(`model: {api_key: "${ref("KEY")}"}`)).toEqual([
    "config.yaml line 1: model.api_key refers to KEY, which is not set; it stays as written.",
  ]);
});

test("ids too long for a number keep their digits", () => {
  expect(read("discord: {allowed_channels: 123456789012345678}").raw).toEqual({
    discord: { allowed_channels: "123456789012345678" },
  });
});

test("a bad value costs only itself, and says where, what and what instead", () => {
  const text = "# top\nagent:\n  max_turns: many\n  api_max_retries: 5\n";
  expect(read(text).config.agent).toEqual({ ...DEFAULT_CONFIG.agent, api_max_retries: 5 });
  expect(said(text)).toEqual([
    'config.yaml line 3: agent.max_turns must be a whole number of at least 1, not "many"; using 90.',
  ]);
  expect(said("max_turns: 0")).toEqual([
    "config.yaml line 1: agent.max_turns must be a whole number of at least 1, not 0; using 90.",
  ]);
  expect(said("approvals: {mode: sometimes}")).toEqual([
    'config.yaml line 1: approvals.mode must be one of manual, smart, off, not "sometimes"; using "manual".',
  ]);
});

test("a bad entry of a list leaves the others, each reported on its own line", () => {
  const text =
    "fallback_providers:\n  - {provider: a, model: b}\n  - {provider: c}\n  - 7\n  - {provider: d, model: e}\n";
  expect(read(text).config.fallback_providers.map(({ provider }) => provider)).toEqual(["a", "d"]);
  expect(
    read(text)
      .warnings.map(({ line, path }) => [line, path])
      .sort(),
  ).toEqual([
    [3, "fallback_providers.1.model"],
    [4, "fallback_providers.2"],
  ]);
});

test("a section of the wrong kind is a default section", () => {
  expect(read("display: 5\nagent: [1]\n").config).toEqual(DEFAULT_CONFIG);
});

test("a wrong secret is not repeated", () => {
  const [warning] = said("model: {api_key: [sk-verysecretverysecret]}");
  expect(warning).toContain("model.api_key");
  expect(warning).not.toContain("verysecret");
});

test("unknown keys are kept, reported and guessed at; the reference's own are not reported", () => {
  expect(said("agnt: {}\nagent:\n  max_turs: 1\nmemory_enabled: true\ndiscord: {x: 1}\n_config_version: 29\n")).toEqual(
    [
      "config.yaml line 1: agnt is not a known key (did you mean agent?); it is kept but has no effect.",
      "config.yaml line 3: agent.max_turs is not a known key (did you mean max_turns?); it is kept but has no effect.",
      "config.yaml line 4: memory_enabled is not a known key (did you mean memory.memory_enabled?); it is kept but has no effect.",
    ],
  );
  expect(read("agnt: {x: 1}").raw).toEqual({ agnt: { x: 1 } });
});

test("a key written twice counts last and is reported", () => {
  expect(read("agent: {max_turns: 1, max_turns: 2}").config.agent.max_turns).toBe(2);
  expect(said("toolsets: [a]\ntoolsets: [b]\n")).toEqual([
    "config.yaml line 2: toolsets is written twice; the last one counts.",
  ]);
});

test("hostile keys stay data", () => {
  const { raw } = read(
    "__proto__: {polluted: true}\nproviders: {__proto__: {base_url: x}, constructor: {base_url: y}}\n",
  );
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(Object.hasOwn(raw, "__proto__")).toBe(true);
});

test("whatever a section holds, the result is a whole config", () => {
  const section = fc.constantFrom(...Object.keys(SECTIONS));
  fc.assert(
    fc.property(section, fc.jsonValue({ maxDepth: 4 }), (name, value) => {
      const { config } = read(stringify({ [name]: value }, { lineWidth: 0 }));
      for (const [key, build] of Object.entries(SECTIONS))
        expect(z.safeParse(build() as z.core.$ZodType, Reflect.get(config, key)).success).toBe(true);
    }),
    { numRuns: 60 },
  );
});
