// Every client against the whole recording of its service: each documented exchange is used, none is used wrongly.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { MemoryProvider, MemorySession } from "../../contracts/memory.ts";
import type { Plugin } from "../../contracts/plugin.ts";
import type { ToolContext } from "../../contracts/tool.ts";
import type { Message } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { tempDir } from "../../testing/fakes.ts";
import { openMemoryPlugin, type PluginSurroundings } from "../../testing/open-plugin.ts";
import { type RecordedExchange, readRecording, startRecordedServer } from "../../testing/recorded-contract.ts";
import { hindsight } from "./hindsight.ts";
import { honcho } from "./honcho.ts";
import { mem0 } from "./mem0.ts";
import { openviking } from "./openviking.ts";
import { retaindb } from "./retaindb.ts";
import { supermemory } from "./supermemory.ts";

interface Case {
  readonly plugin: Plugin;
  readonly recording: string;
  around(url: string, dir: string): PluginSurroundings;
  /** Words of an entry in the recorded answers, so that its removal finds something. */
  readonly known: string;
  readonly calls: readonly (readonly [tool: string, input: unknown])[];
}

const CASES: readonly Case[] = [
  {
    plugin: mem0,
    recording: "mem0",
    around: (url) => ({ config: { base_url: url }, env: { MEM0_API_KEY: "key" } }),
    known: "Vegetarian. Allergic to nuts.",
    calls: [
      ["mem0_profile", {}],
      ["mem0_search", { query: "food", rerank: false, top_k: 3 }],
      ["mem0_conclude", { conclusion: "Likes tea" }],
    ],
  },
  {
    plugin: honcho,
    recording: "honcho",
    around: (url) => ({ config: { baseUrl: url, peerName: "alice" }, env: { HONCHO_API_KEY: "key" } }),
    known: "Likes tea",
    calls: [
      ["honcho_profile", { card: ["Name: Alice"] }],
      ["honcho_search", { query: "tea" }],
      ["honcho_reasoning", { query: "x".repeat(20_000), reasoning_level: "high" }],
      ["honcho_context", { query: "tea" }],
      ["honcho_context", {}],
      ["honcho_conclude", { conclusion: "Likes coffee" }],
      ["honcho_conclude", { delete_id: "c1" }],
    ],
  },
  {
    plugin: hindsight,
    recording: "hindsight",
    around: (url) => ({ config: { api_url: url }, env: { HINDSIGHT_API_KEY: "key" } }),
    known: "Alice works at Google on the AI team",
    calls: [
      ["hindsight_retain", { content: "Likes tea", context: "drinks", tags: ["drinks"] }],
      ["hindsight_recall", { query: "drinks" }],
      ["hindsight_reflect", { query: "drinks" }],
    ],
  },
  {
    plugin: supermemory,
    recording: "supermemory",
    around: (url) => ({
      config: { base_url: url, entity_context: "Notes of one person" },
      env: { SUPERMEMORY_API_KEY: "key" },
    }),
    known: "Prefers dark mode",
    calls: [
      ["supermemory_store", { content: "Likes tea" }],
      ["supermemory_search", { query: "tea", limit: 3 }],
      ["supermemory_forget", { id: "mem_abc123" }],
      ["supermemory_profile", { query: "tea" }],
    ],
  },
  {
    plugin: openviking,
    recording: "openviking",
    around: (url) => ({ env: { OPENVIKING_ENDPOINT: url, OPENVIKING_API_KEY: "key" } }),
    known: "Likes tea",
    calls: [
      ["viking_search", { query: "tea", top_k: 3, target_uri: "viking://resources/docs" }],
      ["viking_search", { query: "tea", mode: "deep" }],
      ["viking_read", { uri: "viking://resources/docs/api.md", level: "full" }],
      ["viking_read", { uri: "viking://resources/docs/", level: "abstract" }],
      ["viking_read", { uri: "viking://resources/docs/" }],
      ["viking_browse", { action: "list" }],
      ["viking_browse", { action: "tree", uri: "viking://resources/docs/" }],
      ["viking_browse", { action: "stat", uri: "viking://resources/docs/" }],
      ["viking_remember", { content: "Likes coffee", category: "events" }],
      [
        "viking_add_resource",
        { path: "https://example.com/guide.md", reason: "guide", to: "viking://resources/guide" },
      ],
      ["viking_add_resource", { path: "notes.md" }],
    ],
  },
  {
    plugin: retaindb,
    recording: "retaindb",
    around: (url, dataDir) => ({ dataDir, env: { RETAINDB_BASE_URL: url, RETAINDB_API_KEY: "key" } }),
    known: "Prefers short answers.",
    calls: [
      ["retaindb_profile", {}],
      ["retaindb_search", { query: "answers", top_k: 3 }],
      ["retaindb_context", { query: "answers" }],
      ["retaindb_remember", { content: "Likes tea", memory_type: "preference" }],
      ["retaindb_forget", { memory_id: "m1" }],
      ["retaindb_upload_file", { path: "notes.md" }],
      ["retaindb_list_files", {}],
      ["retaindb_read_file", { file_id: "f1" }],
      ["retaindb_ingest_file", { file_id: "f1" }],
      ["retaindb_delete_file", { file_id: "f1" }],
    ],
  },
];

const signal = new AbortController().signal;
const at = (id: string): MemorySession => ({ id, principal: OWNER, cwd: "/place" });
const TURN: readonly Message[] = [
  { role: "user", parts: [{ type: "text", text: "I like tea" }], at: 1_700_000_000_000 },
];

test.each(CASES)("$recording", async ({ plugin, recording, around, known, calls }) => {
  await using dir = await tempDir();
  const server = await startRecordedServer(
    readRecording(new URL(`./fixtures/${recording}.json`, import.meta.url)),
    "key",
    {},
  );
  try {
    const provider = await openMemoryPlugin(plugin, around(server.url, dir.path));
    await live(provider, known);
    for (const [name, input] of calls) expect(await answerOf(provider, name, input), name).not.toContain('"error"');
    await provider.dispose?.();
    expect(server.complaints).toEqual([]);
    expect(server.unplayed()).toEqual([]);
  } finally {
    await server.stop();
  }
});

const BYTEROVER = /^https:\/\/(docs\.byterover\.dev\/|github\.com\/campfirein\/byterover-cli)/;
const RETAINDB = /^(https:\/\/www\.retaindb\.com\/docs\/|RetainDB's open (server|SDK)\b)/;
const OWN_PAGES: Readonly<Record<string, RegExp>> = {
  byterover: BYTEROVER,
  "byterover-legacy": BYTEROVER,
  hindsight: /^https:\/\/hindsight\.vectorize\.io\//,
  honcho: /^https:\/\/docs\.honcho\.dev\//,
  mem0: /^https:\/\/docs\.mem0\.ai\//,
  openviking: /^https:\/\/github\.com\/volcengine\/OpenViking\//,
  retaindb: RETAINDB,
  "retaindb-legacy": RETAINDB,
  supermemory: /^https:\/\/supermemory\.ai\/docs\//,
};

test("what is recorded from elsewhere than the vendor's own pages says that it is not confirmed", () => {
  const files = readdirSync(new URL("./fixtures/", import.meta.url)).map((file) => file.replace(/\.json$/, ""));
  expect(files.sort()).toEqual(Object.keys(OWN_PAGES).sort());
  for (const [recording, own] of Object.entries(OWN_PAGES)) {
    const { exchanges = [], invocations = [] } = JSON.parse(
      readFileSync(new URL(`./fixtures/${recording}.json`, import.meta.url), "utf8"),
    ) as { readonly exchanges?: readonly Sourced[]; readonly invocations?: readonly Sourced[] };
    const doubtful = [...exchanges, ...invocations].filter(
      ({ source, unconfirmed }) => !own.test(source) && unconfirmed === undefined,
    );
    expect(doubtful, recording).toEqual([]);
  }
});

type Sourced = Pick<RecordedExchange, "source" | "unconfirmed">;

/** What a host does with a provider in the course of a conversation. */
async function live(provider: MemoryProvider, known: string): Promise<void> {
  await provider.snapshot(at("s1"), signal);
  await provider.recall?.("What do I drink?", at("s1"), signal);
  await provider.observe?.(TURN, at("s1"), signal);
  await provider.switchSession?.(at("s1"), at("s2"), signal);
  await provider.observe?.(TURN, at("s2"), signal);
  await provider.beforeCompaction?.(TURN, at("s2"), signal);
  const target = "user";
  await provider.changed?.({ type: "add", target, text: "Likes tea" }, at("s2"), signal);
  await provider.changed?.({ type: "replace", target, before: known, text: "Likes coffee" }, at("s2"), signal);
  await provider.changed?.({ type: "remove", target, before: known }, at("s2"), signal);
}

async function answerOf(provider: MemoryProvider, name: string, input: unknown): Promise<string> {
  const tool = provider.tools?.find((one) => one.name === name);
  const decoded = tool?.input.decode(input);
  if (tool === undefined || decoded?.type !== "ok") throw new Error(`${name} does not take ${JSON.stringify(input)}`);
  const env = { cwd: "/place", read: async () => new TextEncoder().encode("words") };
  const context = { sessionId: "s2", principal: OWNER, signal, env } as unknown as ToolContext;
  return JSON.stringify(await tool.run(decoded.value, context));
}
