// The first steps of the program, run from its source in a process of its own: whatever goes wrong there is one sentence.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startModelServer } from "../src/testing/model-server.ts";
import { root } from "./source-text.ts";

/** No model server on this machine may answer in these tests. */
const NOBODY = { OLLAMA_BASE_URL: "http://127.0.0.1:9/v1", LM_BASE_URL: "http://127.0.0.1:9/v1" };

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hermes-start-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const environment = () => ({
  ...{ PATH: process.env.PATH, HOME: home, HERMES_HOME: home, NODE_NO_WARNINGS: "1" },
  ...NOBODY,
});

/** As below, while this process goes on serving. */
async function hermesBeside(args: readonly string[]) {
  const child = spawn(process.execPath, [join(root, "src/main.ts"), ...args], { cwd: home, env: environment() });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.stdout.resume();
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stderr };
}

/** `before` is JavaScript that runs before the program does. */
function hermes(args: readonly string[], before = "") {
  const first = before === "" ? [] : ["--import", `data:text/javascript,${encodeURIComponent(before)}`];
  return spawnSync(process.execPath, [...first, join(root, "src/main.ts"), ...args], {
    encoding: "utf8",
    cwd: home,
    stdio: ["ignore", "pipe", "pipe"],
    env: environment(),
  });
}

test.each([[["-p"]], [["-p", "../../etc"]], [["--profile=a b"]]])("%j is answered in one sentence", (args) => {
  const { status, stderr } = hermes(args);
  expect(status).toBe(2);
  expect(stderr).toMatch(/^hermes: [^\n]*profile[^\n]*\n$/);
});

describe("a profile in use that is gone", () => {
  beforeEach(() => writeFileSync(join(home, "active_profile"), "gone\n"));

  test("stops commands with advice that works", () => {
    const stopped = hermes(["config", "path"]);
    expect(stopped.status).toBe(1);
    expect(stopped.stderr).toContain('"hermes profile use default"');
    const back = hermes(["profile", "use", "default"]);
    expect(back.status).toBe(0);
    expect(back.stderr).toMatch(/^hermes: [^\n]*gone[^\n]*\n$/);
    expect(hermes(["config", "path"])).toMatchObject({ status: 0, stderr: "" });
  });

  test("can be listed past and made anew", () => {
    expect(hermes(["profile", "list"]).stdout).toContain("default");
    expect(hermes(["profile", "create", "gone"]).status).toBe(0);
    expect(hermes(["config", "path"]).stdout).toContain(join("profiles", "gone"));
  });
});

test("what nobody foresaw is one sentence, exit 1 and a line in the log", () => {
  const broken = "process.stdout.write = () => { throw new Error('unforeseen'); };";
  const { status, stderr } = hermes(["config", "show", "--all"], broken);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^hermes: Something broke inside Hermes: [^\n]*unforeseen[^\n]*errors\.log\.\n$/);
  expect(readFileSync(join(home, "logs/errors.log"), "utf8")).toContain("unforeseen");
});

describe("a model named by hand", () => {
  test.each(["list", "nonsense"])("`hermes model %s` is no model of offline", (word) => {
    const { status, stderr } = hermes(["model", word]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^hermes: [^\n]*provider:[^\n]*\n$/);
    expect(hermes(["config", "get", "model.default"]).stdout).not.toContain(word);
  });

  test("is compared with what the server in use lists, when it says", async () => {
    await using server = await startModelServer([], { models: ["tiny", "large:latest"] });
    const config = `model:\n  provider: custom\n  base_url: ${server.url}/v1\n  default: tiny\n`;
    writeFileSync(join(home, "config.yaml"), config);
    const asked = await hermesBeside(["model", "list"]);
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('no model "list"') });
    expect(readFileSync(join(home, "config.yaml"), "utf8")).toBe(config);
    expect(await hermesBeside(["model", "large"])).toMatchObject({ code: 0, stderr: "" });
  });

  test("is not answered by somebody else", () => {
    const { status, stdout, stderr } = hermes(["-m", "foo/bar", "-z", "hello"]);
    expect(status).not.toBe(0);
    expect(stdout).toBe("");
    expect(stderr).toContain("foo/bar");
  });
});

test("settings asked for as a map keep their secrets; one asked for by name is shown", () => {
  writeFileSync(join(home, "config.yaml"), "model:\n  provider: custom\n  api_key: words-without-a-shape\n");
  expect(hermes(["config", "get", "model"]).stdout).not.toContain("words-without-a-shape");
  expect(hermes(["config", "get", "model", "--json"]).stdout).toContain("custom");
  expect(hermes(["config", "get", "model.api_key"]).stdout).toBe("words-without-a-shape\n");
});
