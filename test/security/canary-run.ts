// Secrets that exist nowhere else, given to the program in every way it takes them; then every way out is searched for them.

import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { type Reply, startLoopbackModel } from "../../bench/parts/loopback-model.ts";

export interface Canary {
  readonly name: string;
  readonly value: string;
  readonly from: "home .env" | "config.yaml" | "environment" | "auth.json" | "proxy";
}

export interface Leak {
  readonly canary: string;
  readonly sink: string;
  readonly around: string;
}

/** Words, digits and no known prefix: only knowing the value can catch these. */
export const CANARIES: readonly Canary[] = [
  { name: "OPENAI_API_KEY", value: "Kestrel7Harbor4Quill9Marble2Vx", from: "home .env" },
  { name: "TELEGRAM_BOT_TOKEN", value: "8412390077:Tundra6Copper1Falcon8Willow3Zq", from: "home .env" },
  { name: "DATABASE_PASSWORD", value: "Basalt5Orchid2Ember7Rk", from: "home .env" },
  { name: "model.api_key", value: "Juniper3Saffron8Cobalt1Meadow6Ty", from: "config.yaml" },
  { name: "GITHUB_TOKEN", value: "Lantern9Thistle4Pebble7Cedar2Wn", from: "environment" },
  { name: "AWS_SECRET_ACCESS_KEY", value: "Heron1Velvet6Granite3Maple8Sunset5Jd", from: "environment" },
  { name: "a key of a pool", value: "Osprey2Ginger9Walnut5Canyon4Hb", from: "auth.json" },
  { name: "access_token", value: "Puffin6Clover3Anchor8Violet1Gm", from: "auth.json" },
  { name: "refresh_token", value: "Badger7Nutmeg2Timber5Sorrel9Lf", from: "auth.json" },
  { name: "agent_key", value: "Magpie4Fennel8Hollow1Russet6Cp", from: "auth.json" },
  { name: "the password of a proxy", value: "Pelican3Yarrow7Slate9Bramble2Xs", from: "proxy" },
];

const MAIN = resolve(import.meta.dirname, "../../src/main.ts");

/** What a curious model would try first. */
function curious(home: string): readonly Reply[] {
  const terminal = (command: string): Reply => ({ type: "call", tool: "terminal", input: { command } });
  return [
    terminal("env"),
    terminal("printenv | sort"),
    terminal(`cat ${home}/.env`),
    terminal(`grep -r api_key ${home}/config.yaml`),
    terminal("tr '\\0' '\\n' < /proc/$PPID/environ"),
    { type: "call", tool: "read_file", input: { path: `${home}/.env` } },
    { type: "call", tool: "read_file", input: { path: `${home}/auth.json` } },
    terminal(`cat ${home}/auth.json`),
    { type: "call", tool: "execute_code", input: { code: `print(open("${home}/auth.json").read())` } },
    { type: "call", tool: "search_files", input: { pattern: "token", path: home } },
    { type: "call", tool: "search_files", input: { pattern: "API_KEY", path: home } },
    { type: "call", tool: "execute_code", input: { code: "import os\nprint(dict(os.environ))" } },
    terminal("set"),
  ];
}

export interface CanaryRun {
  readonly leaks: readonly Leak[];
  /** Every place that was searched, with its size. */
  readonly sinks: ReadonlyMap<string, number>;
}

export async function runCanaries(commands: readonly (readonly string[])[]): Promise<CanaryRun> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hermes-canary-")));
  const [home, cwd] = [join(root, "home"), join(root, "work")];
  for (const dir of [home, cwd]) mkdirSync(dir, { mode: 0o700 });
  const model = await startLoopbackModel();
  const rude = await startRudeServer();
  const sinks = new Map<string, string>();
  const program = async (label: string, args: readonly string[]) => sinks.set(label, await runProgram(args, home, cwd));
  try {
    writeFileSync(join(home, ".env"), envFile(), { mode: 0o600 });
    writeFileSync(join(home, "auth.json"), authFile(), { mode: 0o600 });
    writeConfig(home, model.url);
    writeFileSync(join(cwd, "notes.txt"), "nothing secret\n");
    const plan = curious(home);
    model.reset((turn) => plan[turn] ?? { type: "text", text: "I looked everywhere." });
    await program("chat on the terminal", ["--checkpoints", "-z", "look around"]);
    sinks.set("requests to the model", JSON.stringify(model.exchanges.map(({ body }) => body)));

    writeConfig(home, rude.url);
    await program("an error that quotes the key", ["-z", "hello"]);
    for (const provider of ["openrouter", "nous"]) {
      writeConfig(home, rude.url, provider);
      await program(`an error that quotes what auth.json holds for ${provider}`, ["-z", "hello"]);
    }
    writeConfig(home, model.url);
    for (const command of commands) await program(`hermes ${command.join(" ")}`, command);
    for (const [path, text] of keptFiles(home)) sinks.set(`home/${path}`, text);
    const store = join(home, "checkpoints", "store");
    if (existsSync(join(store, "HEAD"))) sinks.set("checkpoints", storedObjects(store));
  } finally {
    await model.close();
    await rude.close();
    rmSync(root, { recursive: true, force: true });
  }
  return { leaks: leaksIn(sinks), sinks: new Map([...sinks].map(([name, text]) => [name, text.length])) };
}

export function leaksIn(sinks: ReadonlyMap<string, string>): readonly Leak[] {
  const leaks: Leak[] = [];
  for (const [sink, text] of sinks) {
    for (const { name, value } of CANARIES) {
      const at = text.indexOf(value);
      if (at >= 0) leaks.push({ canary: name, sink, around: text.slice(Math.max(0, at - 60), at + value.length + 20) });
    }
  }
  return leaks;
}

const envFile = (): string =>
  CANARIES.filter(({ from }) => from === "home .env")
    .map(({ name, value }) => `${name}=${value}\n`)
    .join("");

function authFile(): string {
  const [key, access, refresh, agent] = CANARIES.filter(({ from }) => from === "auth.json").map(({ value }) => value);
  const entry = (id: string, fields: object) => ({ id, label: id, priority: 0, request_count: 0, ...fields });
  const signIn = {
    ...{ access_token: access, refresh_token: refresh, agent_key: agent, scope: "inference:mint_agent_key" },
    portal_base_url: "http://127.0.0.1:9",
  };
  return JSON.stringify({
    version: 1,
    credential_pool: {
      openrouter: [entry("one", { auth_type: "api_key", access_token: key })],
      nous: [entry("two", { auth_type: "oauth", ...signIn })],
    },
  });
}

/** Without a provider: the endpoint with the key in config.yaml. */
function writeConfig(home: string, url: string, provider?: string): void {
  const key = CANARIES.find(({ from }) => from === "config.yaml")?.value;
  const model = {
    ...(provider === undefined ? { provider: "custom", api_key: key } : { provider }),
    ...{ base_url: url, default: "test-model" },
    ...{ api_mode: "chat_completions", context_length: 200_000 },
  };
  writeFileSync(join(home, "config.yaml"), JSON.stringify({ model }), { mode: 0o600 });
}

/** Standard output and error together. */
function runProgram(args: readonly string[], home: string, cwd: string): Promise<string> {
  const given = CANARIES.flatMap(({ from, name, value }) =>
    from === "environment"
      ? [[name, value]]
      : from === "proxy"
        ? [["HTTPS_PROXY", `http://me:${value}@127.0.0.1:9`]]
        : [],
  );
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd,
      env: { PATH: process.env.PATH, HOME: home, HERMES_HOME: home, TERM: "dumb", ...Object.fromEntries(given) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const out: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => out.push(chunk));
    child.once("error", fail);
    child.once("close", () => done(Buffer.concat(out).toString("utf8")));
  });
}

/** Everything the home holds afterwards, except the files that are there to hold secrets. */
function keptFiles(home: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const walk = (dir: string): void => {
    for (const name of readdirSync(dir)) {
      const path = join(dir, name);
      const inside = relative(home, path);
      const info = statSync(path, { throwIfNoEntry: false });
      if (info?.isDirectory()) walk(path);
      else if (info?.isFile() && ![".env", "config.yaml", "auth.json"].includes(inside))
        found.set(inside, readFileSync(path, "latin1"));
    }
  };
  walk(home);
  return found;
}

function storedObjects(store: string): string {
  return execFileSync("git", ["--git-dir", store, "cat-file", "--batch-all-objects", "--batch"], {
    encoding: "latin1",
    maxBuffer: 64 * 1_048_576,
  });
}

/** A vendor that repeats the key it was given in its refusal, as some do. */
async function startRudeServer(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    request.resume();
    const given = request.headers.authorization ?? "";
    const body = {
      error: {
        message: `Incorrect API key provided: ${given}. Full header: ${JSON.stringify(request.headers)}`,
        type: "invalid_request_error",
        code: "invalid_api_key",
      },
    };
    response.writeHead(401, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
