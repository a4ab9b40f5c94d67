import { execFile, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ConfigFailure } from "../kernel/failure.ts";
import { type Home, homeAt } from "./home.ts";
import { loadConfig } from "./load.ts";
import { setKey, unsetKey } from "./save.ts";
import { loadSecrets } from "./secrets.ts";

let home: Home;
const ref = (inner: string) => `$\{${inner}}`;

beforeEach(() => {
  home = homeAt(mkdtempSync(join(tmpdir(), "save-")), "default", process.platform);
});
afterEach(() => rmSync(home.root, { recursive: true, force: true }));

const query = () => ({ home, env: {} });
const file = () => readFileSync(home.config, "utf8");
const config = () => loadConfig({ home, env: {} }).config;

test.each([
  ["agent.max_turns", "12", 12],
  ["agent.environment_hint", "12", "12"],
  ["approvals.mode", "off", "off"],
  ["memory.memory_enabled", "no", false],
  ["limits.day.usd", "1.10", 1.1],
  ["limits.day.usd", "null", null],
  ["toolsets", "web, file", ["web", "file"]],
  ["toolsets", '["web"]', ["web"]],
  ["providers.mine.extra_body", '{"a": [1, -2]}', { a: [1, -2] }],
  ["display.runtime_footer.fields.1", "cwd", "cwd"],
])("%s = %s is stored as what it means", (key, typed, value) => {
  if (key.includes("fields")) setKey(query(), "display.runtime_footer.fields", "model,tokens");
  expect(setKey(query(), key, typed)).toMatchObject({ type: "config", value, warnings: [] });
  const found = key.split(".").reduce<unknown>((node, segment) => Reflect.get(node as object, segment), config());
  expect(found).toEqual(value);
});

test("an unknown key takes the type it looks like, is written, and is reported", () => {
  expect(setKey(query(), "custom.level", "-3")).toMatchObject({
    value: -3,
    path: "custom.level",
    warnings: [{ type: "unknown-key", path: "custom" }],
  });
  expect(file()).toBe("custom:\n  level: -3\n");
  expect(setKey(query(), "agent.max_turs", "3")).toMatchObject({ warnings: [{ type: "unknown-key" }] });
});

test("a value that does not fit is refused with the reason, and nothing is written", () => {
  writeFileSync(home.config, "# mine\nagent: {max_turns: 5}\n");
  expect(() => setKey(query(), "agent.max_turns", "many")).toThrow(
    'agent.max_turns must be a whole number of at least 1, not "many". Nothing was changed.',
  );
  expect(() => setKey(query(), "agent.max_turns", "-1")).toThrow(ConfigFailure);
  expect(() => setKey(query(), "agent..max", "1")).toThrow("not a setting");
  expect(file()).toBe("# mine\nagent: {max_turns: 5}\n");
  expect(readdirSync(home.root)).toEqual(["config.yaml"]);
});

test("a broken file is refused and stays byte for byte", () => {
  const broken = "agent:\n  max_turns: [1\n# keep\n";
  writeFileSync(home.config, broken);
  for (const change of [
    () => setKey(query(), "agent.max_turns", "5"),
    () => unsetKey(query(), "agent.max_turns"),
    () => setKey(query(), "model.api_key", "sk-0123456789abcdef0123"),
  ]) {
    expect(change).toThrow(expect.objectContaining({ kind: "broken-yaml" }));
  }
  expect(file()).toBe(broken);
  expect(existsSync(home.env)).toBe(false);
});

test("an old fault elsewhere does not stand in the way", () => {
  writeFileSync(home.config, "agent: {max_turns: many}\n");
  setKey(query(), "memory.nudge_interval", "4");
  expect(config().memory.nudge_interval).toBe(4);
});

test("naming the model keeps its map, and setting beside a bare name makes one", () => {
  writeFileSync(home.config, "model:\n  default: a # main\n  provider: custom\n");
  setKey(query(), "model", "b");
  expect(file()).toBe("model:\n  default: b # main\n  provider: custom\n");
  writeFileSync(home.config, "model: a\n");
  setKey(query(), "model.provider", "custom");
  expect(config().model).toMatchObject({ default: "a", provider: "custom" });
});

test("old root keys are set where they now live", () => {
  expect(setKey(query(), "max_turns", "7")).toMatchObject({ path: "agent.max_turns" });
  expect(config().agent.max_turns).toBe(7);
});

test("a secret goes to .env, private, and the setting refers to it", () => {
  const secret = "sk-abcdefghijklmnop1234";
  expect(setKey(query(), "model.api_key", secret)).toMatchObject({
    type: "secret",
    name: "MODEL_API_KEY",
    path: "model.api_key",
  });
  expect(file()).not.toContain(secret);
  expect(file()).toContain(ref("MODEL_API_KEY"));
  expect(statSync(home.env).mode & 0o777).toBe(0o600);
  expect(config().model.api_key).toBe(secret);
  setKey(query(), "model.api_key", "another-key-entirely");
  expect(loadSecrets(home)).toEqual(new Map([["MODEL_API_KEY", "another-key-entirely"]]));
});

test("a secret is also known by its shape, and variables by their names", () => {
  expect(setKey(query(), "mcp_servers.x.env.THING", "ghp_0123456789abcdef0123")).toMatchObject({ type: "secret" });
  expect(file()).not.toContain("ghp_");
  expect(setKey(query(), "OPENROUTER_API_KEY", "or-key")).toMatchObject({ type: "secret", name: "OPENROUTER_API_KEY" });
  expect(setKey(query(), "groq_api_key", "g-key")).toMatchObject({ name: "GROQ_API_KEY" });
  expect(loadSecrets(home).get("OPENROUTER_API_KEY")).toBe("or-key");
  expect(() => setKey(query(), "NODE_OPTIONS", "--require x")).toThrow("may not be set");
});

test("a variable, a path to a key and an empty key are no secrets", () => {
  for (const [key, typed] of [
    ["model.api_key", ref("MY_KEY")],
    ["model.api_key", ""],
    ["terminal.ssh_key", "~/.ssh/id_ed25519"],
    ["model.key_env", "MY_KEY"],
    ["model.max_tokens", "4000"],
  ] as const) {
    expect(setKey(query(), key, typed).type).toBe("config");
  }
  expect(existsSync(home.env)).toBe(false);
});

test("unset removes from the right file and says when there was nothing", () => {
  writeFileSync(home.config, "# a\nagent:\n  max_turns: 5\n# b\n");
  setKey(query(), "GROQ_API_KEY", "k");
  expect(unsetKey(query(), "agent.max_turns").type).toBe("removed");
  expect(file()).toBe("# a\n# b\n");
  expect(unsetKey(query(), "agent.max_turns").type).toBe("absent");
  expect(unsetKey(query(), "GROQ_API_KEY").type).toBe("removed");
  expect(unsetKey(query(), "GROQ_API_KEY").type).toBe("absent");
});

test("a linked file is written through and keeps its mode", () => {
  const real = join(home.root, "real.yaml");
  writeFileSync(real, "agent: {max_turns: 5}\n");
  chmodSync(real, 0o640);
  symlinkSync("real.yaml", home.config);
  setKey(query(), "agent.max_turns", "6");
  expect(lstatSync(home.config).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, "utf8")).toBe("agent: {max_turns: 6}\n");
  expect(statSync(real).mode & 0o777).toBe(0o640);
});

test("managed homes are left alone", () => {
  expect(() => setKey({ home, env: { HERMES_MANAGED: "1" } }, "agent.max_turns", "5")).toThrow("managed");
  writeFileSync(home.path(".managed"), "");
  expect(() => unsetKey(query(), "agent.max_turns")).toThrow("managed");
});

test("a lock whose holder died does not stand in the way", async () => {
  const dead = spawnSync(process.execPath, ["-e", "0"]).pid;
  writeFileSync(`${home.config}.lock`, String(dead));
  setKey(query(), "agent.max_turns", "5");
  expect(readdirSync(home.root)).toEqual(["config.yaml"]);
});

test("a disk that takes no more leaves no lock behind, and an empty lock holds nobody up for long", async () => {
  const script = `
    const { setKey } = await import(process.argv[1]);
    const { homeAt } = await import(process.argv[2]);
    const home = homeAt(process.argv[3], "default", process.platform);
    try { setKey({ home, env: {} }, "agent.max_turns", "5"); } catch (error) { process.stdout.write(error.name); }
  `;
  const paths = [join(import.meta.dirname, "save.ts"), join(import.meta.dirname, "home.ts"), home.root];
  // No file may grow: files can be made, nothing can be written into them.
  const full = `trap '' XFSZ; ulimit -f 0; exec "$0" "$@"`;
  const ran = await promisify(execFile)("bash", [
    ...["-c", full, process.execPath],
    ...["--input-type=module", "-e", script, ...paths],
  ]);
  expect(ran.stdout).toBe("ConfigFailure");
  expect(readdirSync(home.root)).toEqual([]);
  writeFileSync(`${home.config}.lock`, "");
  setKey(query(), "agent.max_turns", "6");
  expect(readdirSync(home.root)).toEqual(["config.yaml"]);
});

test("writers in several processes lose nothing of each other", async () => {
  const script = `
    const { setKey } = await import(process.argv[1]);
    const { homeAt } = await import(process.argv[2]);
    const home = homeAt(process.argv[3], "default", process.platform);
    for (let n = 0; n < 5; n++) setKey({ home, env: {} }, "personalities.p" + process.argv[4] + "_" + n, "x");
  `;
  const paths = [new URL("save.ts", import.meta.url).href, new URL("home.ts", import.meta.url).href, home.root];
  await Promise.all(
    [0, 1, 2].map((n) =>
      promisify(execFile)(process.execPath, ["--input-type=module", "-e", script, ...paths, String(n)]),
    ),
  );
  expect(Object.keys(config().personalities)).toHaveLength(15);
  expect(readdirSync(home.root)).toEqual(["config.yaml"]);
}, 60_000);
