import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DEFAULT_CONFIG } from "./defaults.data.ts";
import { type Home, homeAt } from "./home.ts";
import { loadConfig } from "./load.ts";
import { getSetting, listSettings } from "./settings.ts";

let home: Home;
const ref = (inner: string) => `$\{${inner}}`;

beforeEach(() => {
  home = homeAt(mkdtempSync(join(tmpdir(), "load-")), "default", process.platform);
});
afterEach(() => {
  process.seteuid?.(process.getuid?.() ?? 0);
  rmSync(home.root, { recursive: true, force: true });
});

test("no file, or a file to be ignored, is the defaults", () => {
  expect(loadConfig({ home, env: {} })).toEqual({ config: DEFAULT_CONFIG, raw: {}, warnings: [] });
  writeFileSync(home.config, "agent: [broken");
  expect(loadConfig({ home, env: {}, ignoreUserConfig: true }).config).toEqual(DEFAULT_CONFIG);
  expect(loadConfig({ home, env: { HERMES_IGNORE_USER_CONFIG: "1" } }).config).toEqual(DEFAULT_CONFIG);
});

test("variables come from .env before the shell, and afresh each time", () => {
  writeFileSync(home.config, `model: {api_key: "${ref("K")}", base_url: "${ref("B")}"}\n`);
  writeFileSync(home.env, "K=from-file\n");
  const env = { K: "from-shell", B: "shell" };
  expect(loadConfig({ home, env }).config.model).toMatchObject({ api_key: "from-file", base_url: "shell" });
  expect(loadConfig({ home, env: { B: "changed" } }).config.model.base_url).toBe("changed");
});

test("the few variables that beat the file", () => {
  writeFileSync(home.config, "timezone: Europe/Paris\nsecurity: {redact_secrets: true}\n");
  const { config } = loadConfig({
    home,
    env: { HERMES_TIMEZONE: "Asia/Tokyo", HERMES_REDACT_SECRETS: "off", HERMES_ENVIRONMENT_HINT: "a boat" },
  });
  expect(config).toMatchObject({
    timezone: "Asia/Tokyo",
    security: { redact_secrets: false },
    agent: { environment_hint: "a boat", max_turns: 90 },
  });
});

test("two homes are read side by side", () => {
  const other = homeAt(home.root, "other", process.platform);
  mkdirSync(other.root, { recursive: true });
  writeFileSync(home.config, "agent: {max_turns: 1}\n");
  writeFileSync(other.config, "agent: {max_turns: 2}\n");
  expect([home, other].map((one) => loadConfig({ home: one, env: {} }).config.agent.max_turns)).toEqual([1, 2]);
});

test("what cannot be read is one sentence with the right kind", () => {
  writeFileSync(home.config, "agent: [");
  expect(() => loadConfig({ home, env: {} })).toThrow(expect.objectContaining({ kind: "broken-yaml" }));
  writeFileSync(home.config, Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe]));
  expect(() => loadConfig({ home, env: {} })).toThrow("not UTF-8");
  rmSync(home.config);
  mkdirSync(home.config);
  expect(() => loadConfig({ home, env: {} })).toThrow("is a folder");
});

test("a file of someone else is said to be unreadable", () => {
  writeFileSync(home.config, "agent: {}\n");
  chmodSync(home.config, 0o000);
  chmodSync(home.root, 0o755);
  if (process.getuid?.() === 0) process.seteuid?.(65_534);
  expect(() => loadConfig({ home, env: {} })).toThrow(
    expect.objectContaining({ kind: "unreadable", message: expect.stringContaining(home.config) }),
  );
});

test("settings are listed with where they come from, secrets masked, unknown keys included", () => {
  writeFileSync(
    home.config,
    "model: {default: m, api_key: sk-0123456789abcdef}\nagent: {max_turns: 5}\nmine: {x: 1}\n",
  );
  const loaded = loadConfig({ home, env: {} });
  const changed = Object.fromEntries(
    listSettings(loaded, { changedOnly: true }).map(({ path, value }) => [path, value]),
  );
  expect(changed).toEqual({ "model.default": "m", "model.api_key": "sk-0…cdef", "agent.max_turns": 5, "mine.x": 1 });
  expect(listSettings(loaded)).toContainEqual({ path: "memory.nudge_interval", value: 10, source: "default" });
  expect(getSetting(loaded, "model.api_key")).toEqual({
    type: "found",
    setting: { path: "model.api_key", value: "sk-0123456789abcdef", source: "file" },
  });
  expect(getSetting(loaded, "toolsets.0")).toMatchObject({ setting: { value: "hermes-cli", source: "default" } });
  expect(getSetting(loaded, "mine.x")).toMatchObject({ setting: { value: 1 } });
  expect(getSetting(loaded, "agent.nope")).toEqual({ type: "unknown", path: "agent.nope" });
});
