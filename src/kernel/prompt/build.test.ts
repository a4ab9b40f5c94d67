// The assembled prompt: what is in it, in which order, and what must never be.

import { describe, expect, test } from "vitest";
import { estimateText } from "../tokens.ts";
import { buildPrompt, dateLine, type PromptInput } from "./build.ts";
import { DEFAULT_IDENTITY, FINISHING, MEMORY, RECALL, SKILLS_UPKEEP } from "./guidance.data.ts";

const tools = ["read_file", "terminal", "memory", "session_search", "skill_manage", "skills_list"];
const input: PromptInput = {
  tools,
  model: "some-vendor/claude-x",
  environment: { type: "local", host: "Linux 6.1 (x64)", home: "/home/ada", cwd: "/home/ada/p" },
  platform: { key: "cli" },
  startedAt: Date.UTC(2026, 5, 19, 12),
};
const whole = (change: Partial<PromptInput> = {}) => buildPrompt({ ...input, ...change }).system.join("\n\n");

describe("the fixed prompt", () => {
  test("costs at most 1,500 tokens without project, memory and skills, whatever the model", () => {
    for (const model of ["claude", "gpt-x", "gemini-x", "grok-x", "unknown"]) {
      expect(estimateText(whole({ model, coding: {} }))).toBeLessThanOrEqual(1_500);
    }
  });

  test("never names the model", () => {
    expect(whole({ model: "openrouter/zebra-9000", profile: "work" })).not.toMatch(/zebra|openrouter/i);
  });

  test("guidance follows the tools", () => {
    const none = whole({ tools: [] });
    for (const text of [FINISHING, MEMORY, RECALL, SKILLS_UPKEEP]) {
      expect(whole()).toContain(text);
      expect(none).not.toContain(text);
    }
    expect(whole({ finishing: false })).not.toContain(FINISHING);
    expect(whole({ tools: ["read_file"] })).not.toContain(MEMORY);
  });
});

describe("tool-use enforcement", () => {
  const on = (model: string, toolUseEnforcement?: PromptInput["toolUseEnforcement"]) =>
    whole({ model, ...(toolUseEnforcement === undefined ? {} : { toolUseEnforcement }) }).includes(
      "# Tool-use enforcement",
    );

  test.each(["gpt-5", "o/codex-mini", "Gemini-3", "gemma", "grok-4", "glm-5", "Qwen3", "deepseek-v4"])(
    "auto: %s",
    (model) => expect(on(model)).toBe(true),
  );
  test.each(["claude-x", "hermes-4", "llama"])("auto leaves %s alone", (model) =>
    expect(on(model, "auto")).toBe(false),
  );
  test.each([true, "true", "Always", "yes", "on"])("%s: always", (setting) => expect(on("claude", setting)).toBe(true));
  test.each([false, "false", "never", "no", "OFF"])("%s: never", (setting) => expect(on("gpt", setting)).toBe(false));
  test("a list names parts of model ids", () => {
    expect(on("CLAUDE-x", ["claude"])).toBe(true);
    expect(on("gpt", ["claude"])).toBe(false);
  });
  test("families get their own section", () => {
    expect(whole({ model: "gpt-x" })).toContain("# Execution discipline");
    expect(whole({ model: "gemini-x" })).toContain("# Google model operational directives");
    expect(whole({ model: "qwen" })).not.toMatch(/# Execution discipline|# Google model/);
  });
});

test("an own identity replaces the default, a blank one does not", () => {
  const soul = buildPrompt({ ...input, identity: { text: "I am Ada's.", source: "SOUL.md" } });
  expect(soul.system[0]).toMatch(/^I am Ada's\./);
  expect(soul.layers[0]).toMatchObject({ name: "identity", source: "SOUL.md" });
  expect(whole({ identity: { text: "  " } })).toContain(DEFAULT_IDENTITY);
});

test("sessions that differ in place, time and memory share the first block", () => {
  const one = buildPrompt({ ...input, memory: { text: "MEMORY a" } });
  const two = buildPrompt({
    ...input,
    environment: { type: "remote", kind: "docker", cwd: "/place" },
    profile: "work",
    platform: { key: "telegram" },
    coding: {},
    project: { files: [{ text: "## AGENTS.md\n\nUse tabs." }] },
    startedAt: 0,
  });
  expect(one.sharedThrough).toBe(0);
  expect(two.system[0]).toBe(one.system[0]);
});

test("context and volatile parts come in the documented order", () => {
  const text = whole({
    callerSystem: "CALLER",
    project: { files: [{ text: "## AGENTS.md\n\nRULES", source: "AGENTS.md", note: "cut" }] },
    memory: { text: "MEMORY" },
    userProfile: { text: "PROFILE" },
    externalMemory: { text: "EXTERNAL" },
    sessionId: "s1",
  });
  const order = [
    "CALLER",
    "# Project Context",
    "RULES",
    "MEMORY",
    "PROFILE",
    "EXTERNAL",
    "Conversation started: Friday, June 19, 2026\nSession ID: s1",
  ];
  const places = order.map((part) => text.lastIndexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(text.endsWith(order.at(-1) ?? "")).toBe(true);
});

test("no project files, no wrapper", () =>
  expect(whole({ project: { files: [{ text: " " }] } })).not.toContain("# Project Context"));

test("platform hints can be replaced, extended and silenced", () => {
  expect(whole({ platform: { key: "cli", override: "Be green." } })).toContain("Be green.");
  expect(whole({ platform: { key: "telegram", override: { append: "Be brief." } } })).toMatch(/Telegram.*Be brief\./);
  expect(whole({ platform: { key: "telegram", override: "" } })).not.toContain("Telegram");
  expect(whole({ platform: { key: "irc", own: "You are on IRC." } })).toContain("You are on IRC.");
});

test("the date is a date in the configured zone, and an unknown zone is no failure", () => {
  const late = Date.UTC(2026, 5, 19, 23);
  expect(dateLine(late, "Asia/Tokyo")).toBe("Conversation started: Saturday, June 20, 2026");
  expect(dateLine(late, "Not/AZone")).toBe("Conversation started: Friday, June 19, 2026");
});
