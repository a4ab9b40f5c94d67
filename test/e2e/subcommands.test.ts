// The commands around a conversation, run as a person or a script runs them.

import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makePlace, type Place } from "./program.ts";

let place: Place;
const servers: Server[] = [];
beforeEach(async () => {
  place = await makePlace();
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await place.remove();
});

const json = async (...args: string[]) => {
  const ran = await place.run(args);
  expect(ran.stderr).toBe("");
  return JSON.parse(ran.stdout);
};

/** An endpoint that lists models and hands out device codes. */
async function serve(answer: (path: string, body: string) => { status: number; body: unknown }): Promise<string> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const { status, body: said } = answer(request.url ?? "", body);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("every command", () => {
  test("has help that ends in examples, and reads nothing to show it", async () => {
    const { stdout } = await place.run(["--help"]);
    const names = [...stdout.matchAll(/^ {2}([a-z][a-z-]*) {2,}/gm)]
      .map((match) => match[1] ?? "")
      .filter((name) => name !== "chat");
    expect(names.length).toBeGreaterThan(20);
    for (const name of names.filter((one) => one !== "help")) {
      const help = await place.run([name, "--help"]);
      expect({ name, code: help.code, err: help.stderr }).toEqual({ name, code: 0, err: "" });
      expect(help.stdout, name).toMatch(/^Usage: hermes /);
      expect(help.stdout, name).toContain("Examples:");
    }
    await expect(stat(place.home)).rejects.toMatchObject({ code: "ENOENT" });
  }, 60_000);
  test("an unknown verb or flag is one sentence and exit 2", async () => {
    for (const args of [
      ["sessions", "nope", "--what"],
      ["model", "--nope"],
      ["profile", "create"],
    ]) {
      const ran = await place.run(args);
      expect(ran.code, args.join(" ")).toBe(2);
      expect(ran.stderr.trim().split("\n"), args.join(" ")).toHaveLength(1);
    }
  });
});

describe("model", () => {
  test("without anything set up the offline model answers; a model can be chosen and is used", async () => {
    expect((await json("model", "--json")).current).toMatchObject({ type: "ready", provider: "offline" });
    await place.run(["auth", "add", "openrouter", "--api-key", "sk-or-canary-000000000001"]);
    expect((await place.run(["model", "openrouter:openai/gpt-5.5"])).code).toBe(0);
    expect((await json("model", "--json")).current).toMatchObject({ provider: "openrouter", model: "openai/gpt-5.5" });
    const { providers } = await json("model", "--json");
    expect(providers[0]).toMatchObject({ id: "openrouter", ready: true });
  });
  test("choosing another provider leaves the old endpoint behind", async () => {
    await place.configure(
      "model:\n  provider: custom\n  base_url: http://127.0.0.1:9/v1\n  default: one\n  context_length: 9000\n",
    );
    await place.run(["auth", "add", "groq", "--api-key", "gsk_canary0000000001"]);
    await place.run(["model", "groq:llama"]);
    const config = await readFile(join(place.home, "config.yaml"), "utf8");
    expect(config).not.toContain("127.0.0.1");
    expect(config).not.toContain("9000");
  });
  test("the window of a server on this machine is the one it has set up", async () => {
    const url = await serve((path) =>
      path === "/props"
        ? { status: 200, body: { default_generation_settings: { n_ctx: 24_576 } } }
        : { status: 404, body: {} },
    );
    await place.configure(`model:\n  provider: llama.cpp\n  base_url: ${url}/v1\n  default: qwen3\n`);
    expect((await json("model", "--json")).current.window).toBe(24_576);
  });
  test("--list asks the server; a silent one is said to be silent", async () => {
    const url = await serve((path) =>
      path.endsWith("/models")
        ? { status: 200, body: { data: [{ id: "tiny" }, { id: "large" }] } }
        : { status: 404, body: {} },
    );
    await place.configure(`model:\n  provider: custom\n  base_url: ${url}/v1\n  default: tiny\n`);
    const { models } = await json("model", "--list", "--json");
    expect(models.map((model: { id: string }) => model.id)).toEqual(["tiny", "large"]);
    await place.configure("model:\n  provider: custom\n  base_url: http://127.0.0.1:9/v1\n  default: tiny\n");
    expect(await place.run(["model", "--list"])).toMatchObject({ code: 1, stdout: "" });
  });
});

describe("fallback", () => {
  test("add, order, remove by number and by name, clear", async () => {
    await place.run(["fallback", "add", "openrouter:a/b"]);
    await place.run(["fallback", "add", "groq:c"]);
    await place.run(["fallback", "add", "mistral:d", "--at", "1"]);
    const names = async () =>
      (await json("fallback", "--json")).fallbacks.map((one: { provider: string }) => one.provider);
    expect(await names()).toEqual(["mistral", "openrouter", "groq"]);
    await place.run(["fallback", "remove", "openrouter:a/b"]);
    await place.run(["fallback", "rm", "1"]);
    expect(await names()).toEqual(["groq"]);
    expect((await place.run(["fallback", "add", "groq:c"])).code).toBe(1);
    expect((await place.run(["fallback", "remove", "7"])).code).toBe(1);
    await place.run(["fallback", "clear"]);
    expect(await names()).toEqual([]);
  });
});

describe("debug", () => {
  test("the report holds what was found, changed and logged, and no key, even when masking is off", async () => {
    const kept = "Quartz7Heather2Falcon9Birch4";
    const written = "sk-or-v1-8c1f09e7d26b4a5390ff7712ab34cd56";
    await mkdir(join(place.home, "logs"), { recursive: true });
    await writeFile(join(place.home, ".env"), `DATABASE_PASSWORD=${kept}\n`, { mode: 0o600 });
    await writeFile(join(place.home, "logs", "errors.log"), `tried ${kept} and ${written}\nthe last line\n`);
    await place.configure(
      `security:\n  redact_secrets: false\nmodel:\n  provider: openrouter\n  api_key: ${written}\n`,
    );
    for (const more of [[], ["--json"], ["-o", "report.md"]]) {
      const ran = await place.run(["debug", ...more]);
      const text = more[0] === "-o" ? await readFile(join(place.cwd, "report.md"), "utf8") : ran.stdout;
      expect(ran.code).toBe(0);
      for (const part of ["the last line", "redact_secrets", "secret-in-config"]) expect(text).toContain(part);
      for (const secret of [kept, written]) expect(text + ran.stdout + ran.stderr).not.toContain(secret);
    }
    expect((await stat(join(place.cwd, "report.md"))).mode & 0o077).toBe(0);
    expect(await place.run(["debug", "-o", "missing/report.md"])).toMatchObject({ code: 1, stdout: "" });
  });
});

describe("auth", () => {
  const SECRET = "sk-or-canary-abcdefghijkl";
  test("keys come in on stdin and never out in full; the file is private", async () => {
    const added = await place.run(["auth", "add", "openrouter", "--stdin", "--label", "work"], {
      stdin: `${SECRET}\n`,
    });
    expect(added.code).toBe(0);
    const shown = [
      added,
      await place.run(["auth"]),
      await place.run(["auth", "list", "--json"]),
      await place.run(["status"]),
      await place.run(["doctor"]),
    ];
    for (const ran of shown) expect(ran.stdout + ran.stderr).not.toContain(SECRET);
    expect((await stat(join(place.home, "auth.json"))).mode & 0o077).toBe(0);
    expect((await place.run(["auth", "status", "openrouter"])).code).toBe(0);
    expect((await place.run(["auth", "remove", "openrouter", "work"])).code).toBe(0);
    expect((await place.run(["auth", "status", "openrouter"])).code).toBe(1);
    expect(await place.run(["auth", "add", "nobody", "--api-key", "x".repeat(20)])).toMatchObject({ code: 1 });
  });
  test("signing in with a code, against an issuer on this machine", async () => {
    const asked: string[] = [];
    const url = await serve((path, body) => {
      asked.push(path);
      if (path.includes("device"))
        return {
          status: 200,
          body: {
            device_code: "d",
            user_code: "ABCD-1234",
            verification_uri: "http://x/",
            interval: 0.01,
            expires_in: 60,
          },
        };
      expect(body).toContain("device_code=d");
      return asked.length < 3
        ? { status: 400, body: { error: "authorization_pending" } }
        : { status: 200, body: { access_token: "token-canary-000000001", refresh_token: "r", expires_in: 3600 } };
    });
    const ran = await place.run(["auth", "add", "nous", "--portal-url", url]);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stderr).toContain("ABCD-1234");
    expect(ran.stdout + ran.stderr).not.toContain("token-canary-000000001");
    expect((await json("auth", "list", "--json")).providers[0].credentials[0]).toMatchObject({ authType: "oauth" });
  });
});

describe("profile", () => {
  test("create, use, work apart, rename, export without secrets, import, delete", async () => {
    await place.run(["config", "set", "OPENROUTER_API_KEY", "sk-or-canary-zzzzzzzzzzzz"]);
    expect((await place.run(["profile", "create", "work", "--clone", "--description", "office"])).code).toBe(0);
    await place.run(["-p", "work", "memory", "add", "only here"]);
    expect((await place.run(["memory"])).stdout).not.toContain("only here");
    await place.run(["profile", "use", "work"]);
    expect((await place.run(["memory"])).stdout).toContain("only here");
    await place.run(["profile", "rename", "work", "office"]);
    expect(await json("profile", "show", "--json")).toMatchObject({ name: "office", isActive: true });
    await place.run(["profile", "export", "office", "-o", "office.tar.gz"]);
    await place.run(["profile", "import", "office.tar.gz", "--name", "copy"]);
    expect((await place.run(["-p", "copy", "memory"])).stdout).toContain("only here");
    await expect(readFile(join(place.home, "profiles/copy/.env"), "utf8")).rejects.toMatchObject({ code: "ENOENT" });
    expect(await place.run(["profile", "delete", "copy"])).toMatchObject({ code: 2 });
    expect((await place.run(["profile", "delete", "copy", "-y"])).code).toBe(0);
    expect((await json("profile", "--json")).profiles.map((one: { name: string }) => one.name)).toEqual([
      "default",
      "office",
    ]);
  });
});

describe("tools", () => {
  test("a toolset that is off is not offered, and comes back", async () => {
    const isOn = async (name: string) =>
      (await json("tools", "--json")).toolsets.find((one: { name: string }) => one.name === name).enabled;
    expect(await isOn("todo")).toBe(true);
    await place.run(["tools", "disable", "todo"]);
    expect(await isOn("todo")).toBe(false);
    const { tools } = await json("context", "--json");
    expect(tools.map((tool: { name: string }) => tool.name)).not.toContain("todo");
    await place.run(["tools", "enable", "todo"]);
    expect(await isOn("todo")).toBe(true);
    expect(await place.run(["tools", "disable", "nonsense"])).toMatchObject({ code: 1, stdout: "" });
  });
});

describe("logs", () => {
  const LINES = [
    "2026-01-01 10:00:00.000 INFO [a1] started",
    "2026-01-02 10:00:00.000 WARNING [b2] odd",
    "2026-01-03 10:00:00.000 ERROR [a1] broken",
  ];
  test("the end, filtered by level, session and time, across rotated files", async () => {
    await mkdir(join(place.home, "logs"), { recursive: true });
    await writeFile(join(place.home, "logs/agent.log"), `${LINES.slice(1).join("\n")}\n`);
    await writeFile(join(place.home, "logs/agent.log.1"), `${LINES[0]}\n`);
    const lines = async (...args: string[]) => (await place.run(["logs", ...args])).stdout.trim().split("\n");
    expect(await lines()).toEqual(LINES);
    expect(await lines("-n", "1")).toEqual([LINES[2]]);
    expect(await lines("--level", "WARNING")).toEqual(LINES.slice(1));
    expect(await lines("--session", "a1")).toEqual([LINES[0], LINES[2]]);
    expect(await lines("--since", "2026-01-02T12:00:00Z")).toEqual([LINES[2]]);
    expect(JSON.parse((await lines("-n", "1", "--json"))[0] ?? "")).toEqual({
      ...{ time: "2026-01-03 10:00:00.000", level: "ERROR", session: "a1", message: "broken" },
    });
    expect(await place.run(["logs", "nothing"])).toMatchObject({ code: 1 });
    expect(await place.run(["logs", "--since", "whenever"])).toMatchObject({ code: 2 });
  });
  test("-f goes on with what is written, and stops at a signal", async () => {
    await mkdir(join(place.home, "logs"), { recursive: true });
    const path = join(place.home, "logs/agent.log");
    await writeFile(path, `${LINES[0]}\n`);
    const child = place.start(["logs", "-f"]);
    let out = "";
    const grown = (text: string) =>
      new Promise<void>((done) => {
        const look = () => {
          if (out.includes(text)) done();
        };
        child.stdout?.on("data", (chunk: Buffer) => {
          out += chunk.toString();
          look();
        });
        look();
      });
    await grown("started");
    await writeFile(path, `${LINES[0]}\n${LINES[1]}\n`);
    await grown("odd");
    const closed = new Promise<number | null>((done) => child.on("close", done));
    child.kill("SIGINT");
    expect(await closed).toBe(0);
  });
});

describe("insights and usage", () => {
  test("count what happened, per model and tool", async () => {
    expect((await place.run(["insights"])).stdout).toBe("No sessions found in the last 30 days.\n");
    await place.run(["-z", "run echo hi"]);
    await place.run(["-z", "remember that I like plums"]);
    const insights = await json("insights", "--days", "2", "--json");
    expect(insights.totals).toMatchObject({ sessions: 2, toolCalls: 2, calls: 4 });
    expect(insights.tools.map((tool: { tool: string }) => tool.tool).sort()).toEqual(["memory", "terminal"]);
    expect(insights.days).toHaveLength(2);
    expect(insights.models[0]).toMatchObject({ model: "offline/offline" });
    expect((await place.run(["insights"])).stdout).toContain("terminal");
    expect((await json("usage", "--json")).usage.map((one: { sessions: number }) => one.sessions)).toEqual([2, 2, 2]);
    expect((await place.run(["insights", "--days", "many"])).code).toBe(2);
  });
});

describe("setup and demo", () => {
  test("without a person: flags are taken, and what will answer is said", async () => {
    expect(await place.run(["setup"])).toMatchObject({ code: 2, stdout: "" });
    const done = await json(
      "setup",
      "--non-interactive",
      "--provider",
      "custom",
      "--base-url",
      "http://127.0.0.1:9/v1",
      "--model",
      "m",
      "--api-key",
      "sk-canary-000000000000",
      "--json",
    );
    expect(done).toMatchObject({ created: true, model: { type: "ready", provider: "custom", model: "m" } });
    expect(await readFile(join(place.home, "config.yaml"), "utf8")).not.toContain("sk-canary");
  });
  test("the tour runs through and leaves nothing behind", async () => {
    const ran = await place.run(["demo", "--no-pause"]);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    for (const sign of [
      "Thursday",
      "coffee black",
      "compacted",
      "messages from before are back",
      "Took back",
      "tokens",
    ])
      expect(ran.stdout).toContain(sign);
    await expect(stat(place.home)).rejects.toMatchObject({ code: "ENOENT" });
  }, 120_000);
});
