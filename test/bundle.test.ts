// The built program loads npm packages when they are first needed; each of those loads is made here, through dist/.

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../src/testing/model-server.ts";
import { call, calls, reply } from "../src/testing/script.ts";
import { findChromium } from "../src/tools/browser/find-chromium.ts";
import { customModel, makePlace, type Place } from "./e2e/program.ts";
import { root } from "./source-text.ts";

const PAGE = `<!doctype html><title>Tides</title><body><article><h1>Tides</h1>
<p>${"The moon pulls the sea twice a day. ".repeat(12)}</p><p>Read <a href="/more">more</a>.</p></article></body>`;

let place: Place;
let site: Server;
let address = "";
const servers: ModelServer[] = [];
beforeEach(async () => {
  place = await makePlace();
  site = createServer((_request, response) => response.setHeader("content-type", "text/html").end(PAGE));
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  site.closeAllConnections();
  await new Promise((done) => site.close(done));
  await place.remove();
});

const OPEN_WEB = "security:\n  allow_private_urls: true\n";

async function serve(extra: string, ...script: Parameters<typeof startModelServer>[0]): Promise<ModelServer> {
  const server = await startModelServer(script);
  servers.push(server);
  await place.configure(customModel(server.url, extra));
  return server;
}

interface Sent {
  readonly role: string;
  readonly content: string;
}

const sent = (server: ModelServer, request: number, role: string): readonly string[] =>
  ((server.requests[request]?.body.messages ?? []) as Sent[])
    .filter((message) => message.role === role)
    .map(({ content }) => content);

/** The JSON of each tool result in the second request, in order. */
// biome-ignore lint/suspicious/noExplicitAny: results are checked field by field
const resultsOf = (server: ModelServer): any[] => sent(server, 1, "tool").map((content) => JSON.parse(content));

test("every chunk that can be reached from the program loads", () => {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(/["'](\.{1,2}\/[\w./-]+\.[mc]js)["']/g)) {
      const next = join(dirname(file), specifier);
      if (existsSync(next)) visit(next);
    }
  };
  visit(join(root, "dist/hermes.mjs"));
  const chunks = [...seen].filter((file) => dirname(file).endsWith("chunks"));
  expect(chunks.length).toBeGreaterThan(50);
  const program = JSON.stringify(join(root, "dist/program.cjs"));
  const load = `await import(${program}); await Promise.all(${JSON.stringify(chunks)}.map((chunk) => import(chunk))); process.exit(0);`;
  execFileSync(process.execPath, ["--input-type=module", "--eval", load], { stdio: "pipe" });
});

test("a package carries the program and nothing that fits only the machine it was built on", () => {
  const packed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: root, stdio: "pipe" });
  const [{ files }] = JSON.parse(packed.toString("utf8"));
  const paths = files.map(({ path }: { readonly path: string }) => path);
  expect(paths).toEqual(expect.arrayContaining(["bin/hermes", "dist/hermes.mjs", "dist/program.cjs", "LICENSE"]));
  expect(paths.filter((path: string) => /program\.(?:blob|stamp)|compile-cache/.test(path))).toEqual([]);
});

const BOOT = "/proc/sys/kernel/random/boot_id";

describe.runIf(existsSync(BOOT))("the start-up snapshot", () => {
  const stamp = join(root, "dist/program.stamp");

  test("was made by the build, for this boot", () => {
    expect(readFileSync(stamp, "utf8").split("\n")[0]).toBe(readFileSync(BOOT, "utf8").trim());
  });

  /** The program in another place, where only the snapshot can start. */
  function move(): string {
    const moved = join(place.cwd, "moved");
    mkdirSync(moved);
    cpSync(join(root, "dist"), join(moved, "dist"), { recursive: true });
    cpSync(join(root, "bin"), join(moved, "bin"), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(moved, "node_modules"));
    symlinkSync(join(root, "skills"), join(moved, "skills"));
    writeFileSync(join(moved, "dist/hermes.mjs"), `throw new Error("loaded, not taken from the snapshot");`);
    return moved;
  }
  const run = (moved: string, args: string[]) => {
    const env = { PATH: process.env.PATH, HERMES_HOME: place.home };
    const options = { cwd: place.cwd, env, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(join(moved, "bin/hermes"), args, options);
    return { status, stdout, stderr };
  };

  test("loads what comes later from where the program lies now", () => {
    const moved = move();
    expect(run(moved, ["--provider", "offline", "-z", "hello"]).stdout).toContain("offline model");
    expect(JSON.parse(run(moved, ["sessions", "list", "--json"]).stdout).sessions).toHaveLength(1);
    expect(run(moved, ["skills", "list"]).stdout).toContain("code-review");
  });

  test("whose later parts are gone ends in a sentence and not as if all were well", () => {
    const moved = move();
    rmSync(join(moved, "dist/chunks"), { recursive: true });
    const { status, stdout, stderr } = run(moved, ["sessions", "list"]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^hermes: Parts of the program are missing[^\n]*\n$/);
  });
});

describe("packages behind a first use", () => {
  test("undici, linkedom, readability and turndown: web_extract", async () => {
    const server = await serve(OPEN_WEB, calls(call("web_extract", { urls: [address] })), reply("Read."));
    expect(await place.run(["-z", "read it"])).toMatchObject({ code: 0, stdout: "Read.\n" });
    const [{ results }] = resultsOf(server);
    expect(results[0]).toMatchObject({ error: null });
    expect(results[0].content).toContain("The moon pulls the sea");
    expect(results[0].content).toContain(`[more](${address}more)`);
  });

  test("undici: @url in a message, and the refusal without the setting", async () => {
    const server = await serve(OPEN_WEB, reply("Seen."), reply("Not seen."));
    expect(await place.run(["-z", `what is @url:${address}`])).toMatchObject({ code: 0, stdout: "Seen.\n" });
    expect(sent(server, 0, "user")[0]).toContain("The moon pulls the sea");
    await place.configure(customModel(server.url));
    expect((await place.run(["-z", `what is @url:${address}`])).code).toBe(0);
    expect(sent(server, 1, "user")[0]).toMatch(/Context Warnings(?:.|\n)*127\.0\.0\.1/);
    expect(sent(server, 1, "user")[0]).not.toContain("moon");
  });

  test("node-pty, diff and yaml: a terminal of its own, a patch with its diff, a checked file", async () => {
    await writeFile(join(place.cwd, "a.yaml"), "a: 1\n");
    const server = await serve(
      "",
      calls(
        call("terminal", { command: "tty", pty: true }),
        call("patch", { path: "a.yaml", old_string: "a: 1", new_string: "a: [1" }),
      ),
      reply("Done."),
    );
    expect(await place.run(["--yolo", "-z", "go"])).toMatchObject({ code: 0, stdout: "Done.\n" });
    const [terminal, patch] = resultsOf(server);
    expect(terminal.output).toContain("/dev/pts/");
    expect(patch.diff).toContain("+a: [1");
    expect(JSON.stringify(patch)).toMatch(/flow|yaml/i);
  });

  test("execute_code in a home that has no folder for it yet", async () => {
    const code =
      'import { terminal } from "hermes_tools"; console.log((await terminal({ command: "echo ran" })).output.trim())';
    const server = await serve("", calls(call("execute_code", { code, language: "javascript" })), reply("Done."));
    expect(await place.run(["--yolo", "-z", "go"])).toMatchObject({ code: 0, stdout: "Done.\n" });
    expect(resultsOf(server)[0]).toMatchObject({ status: "success", output: "ran\n", tool_calls_made: 1 });
  });

  test.skipIf(findChromium(process.env.PATH ?? "") === undefined)("playwright-core: browser_navigate", async () => {
    const server = await serve(OPEN_WEB, calls(call("browser_navigate", { url: address })), reply("Opened."));
    expect(await place.run(["-z", "open it"])).toMatchObject({ code: 0, stdout: "Opened.\n" });
    const [opened] = resultsOf(server);
    expect(opened).toMatchObject({ success: true });
    expect(opened.snapshot).toContain("The moon pulls the sea");
  });

  test("pg: a store that is not there is named, not a broken driver", async () => {
    await serve("store:\n  url: postgres://nobody@127.0.0.1:1/none\n", reply("never"));
    const ran = await place.run(["-z", "hi"]);
    expect(ran.code).not.toBe(0);
    expect(ran.stderr).toMatch(/no server answers there/);
    expect(ran.stderr).not.toMatch(/TypeError|not a (?:constructor|function)/);
  });

  test.each([
    ["anthropic", "anthropic_messages", ""],
    ["openai", "codex_responses", "/v1"],
    ["google", "gemini", "/v1beta"],
  ])("the %s kit", async (_name, mode, prefix) => {
    const server = await startModelServer([reply("Through the kit.")]);
    servers.push(server);
    const model = `model:\n  provider: custom\n  base_url: ${server.url}${prefix}\n  api_key: k\n  default: m\n  api_mode: ${mode}\n`;
    await place.configure(model);
    expect(await place.run(["-z", "hi"])).toMatchObject({ code: 0, stdout: "Through the kit.\n" });
  });
});
