// One plugin that brings something of every kind, in the built command: all of it is there, and gone when it is removed.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../src/testing/model-server.ts";
import { call, calls, reply } from "../src/testing/script.ts";
import { customModel } from "./e2e/program.ts";
import { servedPlace } from "./e2e/served-place.ts";

const here = servedPlace();
let server: ModelServer;
beforeEach(async () => {
  server = await here.serve([]);
});

const TOOL = (name: string) => `({
  name: "${name}", toolset: "everything", description: "says it louder", effect: "read", output: "own",
  input: { json: { type: "object", properties: { word: { type: "string" } } }, decode: (value) => ({ type: "ok", value }) },
  touches: () => [],
  run: async ({ word }) => ({ parts: [{ type: "text", text: JSON.stringify({ loud: word.toUpperCase() }) }], isError: false }),
})`;

const EVERYTHING = `
import { join } from "node:path";
const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
export default {
  name: "everything",
  setup: ({ dir }) => ({
    tools: [${TOOL("shout")}],
    gates: [{ name: "hush", check: (call) => JSON.stringify(call.input).includes("secret")
      ? { type: "deny", why: "hush says no" } : { type: "allow" } }],
    hooks: { preModelCall: async () => ({ context: "hooked context" }) },
    commands: [{ name: "hey", summary: "greets", group: "info", whileBusy: true,
      run: async () => ({ type: "text", text: "hey from everything" }) }],
    models: [{ id: "parrot", endpoint: "a perch", cacheStyle: "automatic",
      info: (id) => ({ id, window: 64000, maxOutput: 1000, images: false, reasoning: false }),
      async *stream({ messages, model }) {
        const text = "parrot " + messages.filter((one) => one.role === "user").at(-1).parts[0].text;
        yield { type: "text", delta: text };
        yield { type: "done", message: { role: "assistant", parts: [{ type: "text", text }], stop: "end", usage,
          model: "parrot/" + model, at: 0 } };
      } }],
    memory: { name: "elephant", snapshot: async () => "the elephant remembers" },
    context: { name: "everything", tools: [${TOOL("engine_tool")}], assess: () => "fits",
      compact: async () => ({ type: "unchanged", why: "never" }) },
    platforms: [{ id: "pigeon", traits: {}, start: async () => {}, stop: async () => {}, send: async () => "1" }],
    skillDirs: [join(dir, "skills")],
  }),
};
`;
const SKILL = "---\nname: pigeon-care\ndescription: How to feed pigeons.\n---\n\nFeed them corn.\n";

async function install(name: string, files: Readonly<Record<string, string>>, root = join(here.place.home, "plugins")) {
  for (const [path, body] of Object.entries({ "plugin.yaml": `name: ${name}\n`, ...files })) {
    const file = join(root, name, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, body);
  }
}
const ask = async (...args: string[]) => {
  const ran = await here.place.run([...args, "-z", "hi"]);
  return { ...ran, sent: JSON.stringify(server.requests.at(-1)?.body ?? "") };
};
const TRACES = ["shout", "engine_tool", "hooked context", "the elephant remembers", "pigeon-care"];

test("tools, gates, hooks, commands, models, memory, engine, platform and skills come and go with it", async () => {
  await here.place.configure(customModel(server.url, "context:\n  engine: everything\n"));
  await install("everything", { "index.mjs": EVERYTHING, "skills/pigeon-care/SKILL.md": SKILL });
  const verb = async (...args: string[]) => JSON.parse((await here.place.run(["plugins", ...args, "--json"])).stdout);
  await verb("disable", "everything");
  expect(await verb("info", "everything")).toMatchObject({ state: "disabled" });
  await verb("enable", "everything");
  expect(await verb("info", "everything")).toMatchObject({ name: "everything", state: "on" });

  server.push(calls(call("shout", { word: "secret" }), call("shout", { word: "corn" })), reply("done"));
  const first = await ask();
  expect(first).toMatchObject({ code: 0, stdout: "done\n" });
  expect(TRACES.filter((trace) => !first.sent.includes(trace))).toEqual([]);
  expect(first.sent).toContain("hush says no");
  expect(first.sent).toContain("CORN");
  expect(first.stderr).toContain("pigeon");
  expect((await ask("-m", "parrot:grey")).stdout).toMatch(/^parrot /);
  expect((await here.place.run(["chat"], { stdin: "/hey\n" })).stdout).toContain("hey from everything");

  await verb("remove", "everything");
  expect((await verb("list")).plugins).toEqual([]);
  await here.place.configure(customModel(server.url));
  server.push(reply("bare"));
  const after = await ask();
  expect(after).toMatchObject({ code: 0, stdout: "bare\n", stderr: "" });
  expect(TRACES.filter((trace) => after.sent.includes(trace))).toEqual([]);
  expect((await ask("--provider", "parrot", "-m", "grey")).code).toBe(1);
  expect((await here.place.run(["chat"], { stdin: "/hey\n" })).stdout).not.toContain("hey from everything");
}, 90_000);

test("a provider of a plugin can be the one in config.yaml", async () => {
  await here.place.configure("model:\n  provider: parrot\n  default: grey\n");
  await install("everything", { "index.mjs": EVERYTHING });
  await here.place.run(["plugins", "enable", "everything"]);
  expect((await ask()).stdout).toMatch(/^parrot /);
});

test("what fails in use is told and costs nothing else: a gate, a model, an odd return", async () => {
  await here.place.configure(customModel(server.url, "agent:\n  api_max_retries: 0\n"));
  await install("faulty", {
    "index.mjs": `export default { name: "faulty", setup: () => ({
      tools: [${TOOL("shout")}],
      gates: [{ name: "broken", check: () => { throw new Error("out of order"); } }],
      models: [{ id: "mute", endpoint: "nowhere", cacheStyle: "automatic", info: () => { throw new Error("?"); },
        async *stream() { throw new Error("lost its voice"); } }],
    }) };`,
  });
  await install("odd", {
    "index.mjs": 'export default { name: "odd", setup: () => ({ commands: ["not a command"] }) };',
  });
  for (const name of ["faulty", "odd"]) await here.place.run(["plugins", "enable", name]);
  server.push(calls(call("shout", { word: "a" })), calls(call("shout", { word: "b" })), reply("survived"));
  const ran = await ask();
  expect(ran).toMatchObject({ code: 0, stdout: "survived\n" });
  expect(ran.stderr).toContain("Plugin odd is off");
  expect(JSON.stringify(server.requests[1]?.body)).toContain("out of order");
  expect(ran.sent).toMatch(/\\"loud\\":\\"B\\"/);
  const mute = await ask("-m", "mute:any");
  expect(mute).toMatchObject({ code: 1, stdout: "" });
  expect(mute.stderr).toContain("lost its voice");
}, 90_000);

test("a project's plugins are loaded only for those who said so", async () => {
  await here.place.configure(customModel(server.url, "plugins:\n  enabled: [local]\n"));
  const code = `export default { name: "local", setup: () => ({ tools: [${TOOL("shout")}] }) };`;
  await install("local", { "index.mjs": code }, join(here.place.cwd, ".hermes", "plugins"));
  server.push(reply("one"), reply("two"));
  expect((await ask()).sent).not.toContain("shout");
  await here.place.run(["-z", "hi"], { env: { HERMES_ENABLE_PROJECT_PLUGINS: "1" } });
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain("shout");
});

test("what the agent changed in a plugin's skill is learned, and taken back", async () => {
  await install("keeper", {
    "index.mjs": `import { join } from "node:path";
export default { name: "keeper", setup: ({ dir }) => ({ skillDirs: [join(dir, "skills")] }) };`,
    "skills/pigeon-care/SKILL.md": SKILL,
  });
  const patch = { action: "patch", name: "pigeon-care", old_string: "corn", new_string: "peas" };
  const keeper = await startModelServer([calls(call("skill_manage", patch)), reply("Noted.")]);
  try {
    await here.place.configure(customModel(keeper.url));
    await here.place.run(["plugins", "enable", "keeper"]);
    expect(await here.place.run(["--yolo", "-z", "they prefer peas"])).toMatchObject({ code: 0, stdout: "Noted.\n" });
    const file = join(here.place.home, "plugins/keeper/skills/pigeon-care/SKILL.md");
    expect(await readFile(file, "utf8")).toContain("Feed them peas.");
    const [id] = /learn_\w+/.exec((await here.place.run(["learned"])).stdout) ?? [];
    expect(await here.place.run(["learned", "undo", id ?? ""])).toMatchObject({ code: 0 });
    expect(await readFile(file, "utf8")).toBe(SKILL);
  } finally {
    await keeper.close();
  }
});
