// ByteRover against a stand-in for its program: the documented invocations, lines kept in the folder it runs in.

import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import type { ToolContext } from "../../contracts/tool.ts";
import { OWNER, type Principal } from "../../kernel/principal.ts";
import { type TempDir, tempDir } from "../../testing/fakes.ts";
import { openMemoryPlugin } from "../../testing/open-plugin.ts";
import { memoryProviderSuite } from "../../testing/suites/memory-provider-suite.ts";
import { byterover } from "./byterover.ts";

const recorded = (name: string) => readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), "utf8");

/** Knows the recorded invocations and nothing else: whatever differs is noted and refused. Looks for its tree as the real one does. */
const program = (recording: string) => `#!/usr/bin/env node
const fs = require("node:fs");
const { dirname, join } = require("node:path");
const { invocations, refusal } = ${recording};
const given = process.argv.slice(2);
const fault = fs.existsSync(__dirname + "/fault") ? fs.readFileSync(__dirname + "/fault", "utf8") : "none";

function projectRoot() {
  for (let dir = process.cwd(); ; dir = dirname(dir)) {
    if (fs.existsSync(join(dir, ".brv", "config.json"))) return dir;
    if (fs.existsSync(join(dir, ".git")) || dirname(dir) === dir) return process.cwd();
  }
}
const brv = join(projectRoot(), ".brv");
fs.mkdirSync(brv, { recursive: true });
fs.writeFileSync(join(brv, "config.json"), "{}");
const read = (name, none) => (fs.existsSync(join(brv, name)) ? JSON.parse(fs.readFileSync(join(brv, name), "utf8")) : none);
const write = (name, value) => fs.writeFileSync(join(brv, name), JSON.stringify(value));

const fits = (wanted, arg) => (/^\\{\\w+\\}$/.test(wanted) ? arg.trim() !== "" : wanted === arg);
const invocation = invocations.find(({ args }) => args.length === given.length && args.every((arg, i) => fits(arg, given[i])));
const at = (placeholder) => given[invocation.args.indexOf(placeholder)];
const print = (answer, values = {}) =>
  console.log("Update available: 9.9.9\\n" + JSON.stringify(answer, (_key, value) => (typeof value === "string" && value in values ? values[value] : value)));

const tree = read("tree.json", {});
const text = (html) => html.replace(/<[^>]*>/g, " ").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
const FORGET = "Forget this, it no longer holds: ";
const byItself = !invocations.some(({ name }) => name === "write");

function topicIn(envelope) {
  const { html } = JSON.parse(envelope);
  const roots = html.match(/<bv-topic /g) ?? [];
  const path = /^<bv-topic path="([a-z0-9_/]+)" title="[^"<>]+">/.exec(html)?.[1];
  return roots.length === 1 && html.endsWith("</bv-topic>") ? { path, html } : {};
}

const acts = {
  query(it) {
    const known = Object.values(tree).map(text).join("\\n");
    print(known === "" ? it.nothing : it.stdout, { "{answer}": known });
  },
  curate(it) {
    const words = at("{text}");
    if (byItself && words.startsWith(FORGET)) delete tree[words.slice(FORGET.length)];
    else if (byItself) tree[words] = words;
    if (byItself) write("tree.json", tree);
    else write("sessions.json", [...read("sessions.json", []), "s" + words.length]);
    print(it.stdout, { "{session}": "s" + words.length });
  },
  write(it, over) {
    const session = at("{session}");
    const { path, html } = topicIn(at("{envelope}"));
    if (!read("sessions.json", []).includes(session) || path === undefined) return print(invocations.find(({ name }) => name === "write").invalid, { "{session}": session });
    if (path in tree && !over) return print(it.taken, { "{session}": session });
    write("tree.json", { ...tree, [path]: html });
    print(it.stdout);
  },
  "write over": (it) => acts.write(it, true),
  status: (it) => print(it.stdout),
};

if (fault === "hang") setInterval(() => undefined, 1000);
else if (fault === "unauthorised") print(refusal.stdout);
else if (fault === "garbage") console.log("<html>not today</html>");
else if (fault !== "none") process.exit(3);
else if (invocation === undefined) {
  fs.appendFileSync(__dirname + "/complaints", JSON.stringify(given) + "\\n");
  process.exit(2);
} else acts[invocation.name](invocation);
`;

async function install(
  recording = "byterover",
): Promise<{ dir: TempDir; open(): ReturnType<typeof openMemoryPlugin> }> {
  const dir = await tempDir();
  const command = dir.join("brv");
  writeFileSync(command, program(recorded(recording)));
  chmodSync(command, 0o755);
  return {
    dir,
    open: () =>
      openMemoryPlugin(byterover, {
        dataDir: dir.join("data"),
        config: { command },
        env: { PATH: dirname(process.execPath) },
      }),
  };
}

describe.each(["byterover", "byterover-legacy"])("%s", (recording) => {
  memoryProviderSuite(
    recording,
    async () => {
      const { dir, open } = await install(recording);
      return {
        provider: await open(),
        again: open,
        settle: async () => undefined,
        fault: (kind) => writeFileSync(dir.join("fault"), kind),
        async dispose() {
          expect(existsSync(dir.join("complaints"))).toBe(false);
          await dir.remove();
        },
      };
    },
    { shows: "recall", faults: true },
  );
});

const at = (principal: Principal) => ({ id: "s", principal, cwd: "/" });
const signal = new AbortController().signal;

test("what the program prints about its trouble is no memory", async () => {
  const { dir, open } = await install();
  const provider = await open();
  writeFileSync(dir.join("fault"), "unauthorised");
  await expect(provider.recall?.("a question of some length", at(OWNER), signal)).rejects.toThrow("Token has expired");
  await dir.remove();
});

test("a guest's tree is not looked for in the owner's, though its folder is below", async () => {
  const { dir, open } = await install();
  const provider = await open();
  await provider.changed?.({ type: "add", target: "user", text: "The owner likes quince" }, at(OWNER), signal);
  const guest = { type: "guest", id: "eve" } as const;
  expect(await provider.recall?.("what does the owner like?", at(guest), signal)).toBe("");
  expect(await provider.recall?.("what does the owner like?", at(OWNER), signal)).toContain("quince");
  await dir.remove();
});

test("the same words twice are kept once, and taken back the words themselves are gone", async () => {
  const { dir, open } = await install();
  const provider = await open();
  const text = 'Says "<b>quince</b>" & means it';
  await provider.changed?.({ type: "add", target: "memory", text }, at(OWNER), signal);
  await provider.changed?.({ type: "add", target: "memory", text }, at(OWNER), signal);
  const tree = () => readFileSync(dir.join("data/.brv/tree.json"), "utf8");
  expect(tree().match(/bv-topic path/g)).toHaveLength(1);
  expect(await provider.recall?.("what about quince?", at(OWNER), signal)).toContain(text);
  await provider.changed?.({ type: "remove", target: "memory", before: text }, at(OWNER), signal);
  expect(tree()).not.toContain("quince");
  await dir.remove();
});

test("a program that is not installed is a failure that says what to do", async () => {
  const provider = await openMemoryPlugin(byterover, {
    dataDir: (await tempDir()).path,
    config: { command: "/nowhere/brv" },
  });
  await expect(
    provider.recall?.(
      "a question of some length",
      { id: "s", principal: OWNER, cwd: "/" },
      new AbortController().signal,
    ),
  ).rejects.toThrow("npm install -g byterover-cli");
});

test("every tool is a documented invocation", async () => {
  const { dir, open } = await install();
  const provider = await open();
  const context = { principal: OWNER, signal: new AbortController().signal } as unknown as ToolContext;
  const run = async (name: string, input: unknown) =>
    JSON.stringify(await provider.tools?.find((tool) => tool.name === name)?.run(input, context));
  expect(await run("brv_status", {})).toContain("cliVersion");
  expect(await run("brv_curate", { content: "--help is documented" })).toContain("Curated");
  expect(await run("brv_query", { query: "what is documented?" })).toContain("--help is documented");
  expect(existsSync(dir.join("complaints"))).toBe(false);
  await dir.remove();
});
