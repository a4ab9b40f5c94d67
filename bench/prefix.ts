// The prefix lab: a scripted session of 100 turns with tools, hints, memory writes, restarts and resumes on every wire.
// What one request sent must come again, byte for byte, at the start of the next; anything else is a break and is shown.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Agent, createAgent } from "../src/entries/index.ts";
import { type ModelServer, startModelServer } from "../src/testing/model-server.ts";
import { call, calls, forever, reply } from "../src/testing/script.ts";

const TURNS = 100;
const RESTART_EVERY = 25;
const REVIEW = "Background review.";
const RULES = "Rules of the project: be brief.\n";

interface WireCase {
  readonly name: string;
  config(url: string): string;
}

const WIRES: readonly WireCase[] = [
  { name: "chat_completions", config: (url) => custom(`${url}/v1`, "chat_completions") },
  { name: "anthropic_messages", config: (url) => custom(url, "anthropic_messages") },
  { name: "codex_responses", config: (url) => custom(`${url}/v1`, "codex_responses") },
  {
    name: "gemini",
    config: (url) =>
      `model:\n  provider: gemini\n  default: gemini-3-pro\n  base_url: ${url}/v1beta\n  api_key: key\n  context_length: 1000000\n`,
  },
];

function custom(url: string, mode: string): string {
  return `model:\n  provider: custom\n  base_url: ${url}\n  api_key: key\n  default: test-model\n  api_mode: ${mode}\n  context_length: 1000000\n`;
}

export async function run(args: readonly string[]): Promise<void> {
  const turns = Number(args[0] ?? TURNS);
  console.log(
    `Prefix, ${turns} turns with a restart every ${RESTART_EVERY}; share of each request that is repeated at the start of the next`,
  );
  for (const wire of WIRES) console.log(`  ${wire.name.padEnd(20)} ${await measure(wire, turns)}`);
}

async function measure(wire: WireCase, turns: number): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "hermes-prefix-"));
  const server = await startModelServer([forever((request) => answer(request.index))]);
  try {
    await layOut(root, wire, server);
    await talk(root, turns);
    const within = compare(bodies(server));
    const seen = server.requests.length;
    await writeFile(join(root, "work", "AGENTS.md"), RULES);
    await talk(root, 1);
    const across = shared(promptOf(server.requests[0]?.body), promptOf(server.requests[seen]?.body));
    const breaks =
      within.breaks.length === 0
        ? "0 breaks"
        : `${within.breaks.length} BREAKS at ${within.breaks.slice(0, 5).join(", ")}`;
    return `min ${percent(within.min)}, mean ${percent(within.mean)}, ${breaks}; across two sessions ${percent(across)} (${seen} requests; ${reviewShare(server)})`;
  } finally {
    await server.close();
    await rm(root, { recursive: true, force: true });
  }
}

/** Every third turn works: reads in a new folder (a hint), runs a command, remembers something. */
function answer(index: number) {
  if (index % 3 !== 0) return reply(`answer ${index} ${"words ".repeat(20)}`);
  const folder = `area${index % 12}`;
  return calls(
    call("read_file", { path: `${folder}/note.txt` }),
    call("terminal", { command: `echo turn ${index}` }),
    call("memory", { action: "add", target: "memory", content: `fact number ${index} is worth keeping` }),
  );
}

async function layOut(root: string, wire: WireCase, server: ModelServer): Promise<void> {
  await mkdir(join(root, "home"));
  await writeFile(
    join(root, "home", "config.yaml"),
    `${wire.config(server.url)}auxiliary:\n  title_generation:\n    timeout: 1\n`,
  );
  await mkdir(join(root, "work"));
  await writeFile(join(root, "work", "AGENTS.md"), RULES);
  for (let area = 0; area < 12; area++) {
    const dir = join(root, "work", `area${area}`);
    await mkdir(dir);
    await writeFile(join(dir, "note.txt"), `notes of area ${area}\n`.repeat(20));
    await writeFile(join(dir, "AGENTS.md"), `Rules of area ${area}.\n`);
  }
}

async function talk(root: string, turns: number): Promise<void> {
  const open = (resume?: string): Promise<Agent> =>
    createAgent({ home: join(root, "home"), cwd: join(root, "work"), ...(resume === undefined ? {} : { resume }) });
  let agent = await open();
  for (let turn = 1; turn <= turns; turn++) {
    await agent.chat(`question ${turn}`);
    if (turn % RESTART_EVERY !== 0 || turn === turns) continue;
    const id = agent.sessionId;
    await agent.close();
    // What changes on disk between runs must not reach the frozen prompt.
    await writeFile(join(root, "work", "AGENTS.md"), `Rules of the project: changed after turn ${turn}.\n`);
    agent = await open(id);
  }
  await agent.close();
}

function bodies(server: ModelServer): readonly string[] {
  // Side requests are not part of the conversation: titles carry no tools, reviews end in a question of their own.
  return server.requests
    .map((request) => request.body)
    .filter((body) => JSON.stringify(body).includes("read_file") && !JSON.stringify(body).includes(REVIEW))
    .map(promptOf);
}

/** A review must ride on the cache of the request before it: how much of that one it repeats. */
function reviewShare(server: ModelServer): string {
  const all = server.requests.map((request) => JSON.stringify(request.body));
  const shares = all.flatMap((body, index) => {
    if (!body.includes(REVIEW)) return [];
    const parent = server.requests
      .slice(0, index)
      .findLast((_, at) => !all[at]?.includes(REVIEW) && all[at]?.includes("read_file"));
    return [shared(promptOf(parent?.body), promptOf(server.requests[index]?.body))];
  });
  return shares.length === 0
    ? "no reviews"
    : `${shares.length} review requests, at least ${percent(Math.min(...shares))} shared`;
}

/** The part a vendor caches, in its order: tools, system, messages; marks are not content. */
function promptOf(body: unknown): string {
  const value = (body ?? {}) as Record<string, unknown>;
  const parts = [
    value.tools,
    value.system ?? value.instructions ?? value.systemInstruction,
    value.messages ?? value.input ?? value.contents,
  ];
  return JSON.stringify(parts, (key, inner: unknown) => (key === "cache_control" ? undefined : inner));
}

function compare(requests: readonly string[]): { min: number; mean: number; breaks: readonly number[] } {
  const shares = requests.slice(1).map((next, index) => shared(requests[index] ?? "", next));
  const breaks = shares.flatMap((share, index) => (share < 0.99 ? [index + 1] : []));
  return {
    min: Math.min(1, ...shares),
    mean: shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length),
    breaks,
  };
}

function shared(before: string, after: string): number {
  let same = 0;
  while (same < before.length && before.charCodeAt(same) === after.charCodeAt(same)) same++;
  return before.length === 0 ? 1 : same / before.length;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
