// RetainDB against its endpoints, newer and older, played back on loopback.

import { afterEach, describe, expect, test } from "vitest";
import type { ToolContext } from "../../contracts/tool.ts";
import type { Message } from "../../kernel/message.ts";
import { OWNER, type Principal } from "../../kernel/principal.ts";
import type { ContractServer } from "../../testing/contract-server.ts";
import { type TempDir, tempDir } from "../../testing/fakes.ts";
import { openMemoryPlugin } from "../../testing/open-plugin.ts";
import { filled, type PlayedCall, readRecording, startRecordedServer } from "../../testing/recorded-contract.ts";
import { memoryProviderSuite } from "../../testing/suites/memory-provider-suite.ts";
import { retaindb } from "./retaindb.ts";

const NEWER = readRecording(new URL("./fixtures/retaindb.json", import.meta.url));
const OLDER = readRecording(new URL("./fixtures/retaindb-legacy.json", import.meta.url));

function service(recording = NEWER) {
  let memories: { id: string; user: string; content: string }[] = [];
  let count = 0;
  const own = (user: string) => memories.filter((memory) => memory.user === user);
  const userIn = ({ body }: PlayedCall) => (body as { user_id: string }).user_id;
  return startRecordedServer(recording, "r-key", {
    remember(call) {
      const memory = { id: `m${++count}`, user: userIn(call), content: (call.body as { content: string }).content };
      memories.push(memory);
      const made = filled(call.example.memory, { id: memory.id });
      return filled(call.example, { memory: made, ...("memory_id" in call.example ? { memory_id: memory.id } : {}) });
    },
    context(call) {
      const [item] = call.example.results;
      return filled(call.example, { results: own(userIn(call)).map(({ content }) => filled(item, { content })) });
    },
    search(call) {
      const [item] = call.example.results;
      const results = own(userIn(call)).map(({ id, content }) =>
        filled(item, { memory: filled(item.memory, { id, content }) }),
      );
      return filled(call.example, { results });
    },
    profile({ part, query, example }) {
      const user = part.user_id ?? query.get("user_id") ?? "";
      const [item] = example.memories;
      return filled(example, { memories: own(user).map(({ id, content }) => filled(item, { id, content })) });
    },
    forget({ part, example }) {
      if (!memories.some((memory) => memory.id === part.memory_id)) return "missing";
      memories = memories.filter((memory) => memory.id !== part.memory_id);
      return example;
    },
  });
}

let place: TempDir | undefined;
afterEach(() => place?.remove());

const open = (server: ContractServer, dataDir: string) =>
  openMemoryPlugin(retaindb, { dataDir, env: { RETAINDB_BASE_URL: server.url, RETAINDB_API_KEY: "r-key" } });

describe.each([
  ["newer", NEWER],
  ["older", OLDER],
])("%s server", (name, recording) => {
  memoryProviderSuite(
    `retaindb, ${name}`,
    async () => {
      const server = await service(recording);
      const dir = await tempDir();
      const opened = [await open(server, dir.path)];
      return {
        provider: opened[0] ?? (await open(server, dir.path)),
        async again() {
          const next = await open(server, dir.path);
          opened.push(next);
          return next;
        },
        settle: async () => undefined,
        fault: server.fault,
        async dispose() {
          for (const provider of opened) await provider.dispose?.();
          await server.stop();
          await dir.remove();
          expect(server.complaints).toEqual([]);
        },
      };
    },
    { shows: "recall", faults: true },
  );
});

test("what could not be delivered waits on disk and is delivered by the next process", async () => {
  place = await tempDir();
  const server = await service();
  const signal = new AbortController().signal;
  const said = (text: string): Message => ({ role: "user", parts: [{ type: "text", text }], at: 1 });
  const first = await open(server, place.path);
  server.fault("server-error");
  await expect(first.observe?.([said("one")], { id: "s1", principal: OWNER, cwd: "/" }, signal)).rejects.toThrow();
  await first.dispose?.();
  server.fault("none");
  const second = await open(server, place.path);
  await second.switchSession?.(
    { id: "s1", principal: OWNER, cwd: "/" },
    { id: "s2", principal: OWNER, cwd: "/" },
    signal,
  );
  expect(server.calls.at(-1)).toMatchObject({
    path: "/v1/memory/ingest/session",
    body: {
      session_id: "s1",
      user_id: "default",
      messages: [{ role: "user", content: "one", timestamp: "1970-01-01T00:00:00.001Z" }],
    },
  });
  await second.dispose?.();
  await server.stop();
});

test("a guest cannot forget the owner's memory by guessing its id", async () => {
  place = await tempDir();
  const server = await service();
  const provider = await open(server, place.path);
  const signal = new AbortController().signal;
  await provider.changed?.(
    { type: "add", target: "user", text: "Owner's" },
    { id: "s", principal: OWNER, cwd: "/" },
    signal,
  );
  const forget = provider.tools?.find((tool) => tool.name === "retaindb_forget");
  const as = (principal: Principal) => ({ principal, signal }) as unknown as ToolContext;
  expect(JSON.stringify(await forget?.run({ memory_id: "m1" }, as({ type: "guest", id: "eve" })))).toContain(
    "no such memory",
  );
  expect(JSON.stringify(await forget?.run({ memory_id: "m1" }, as(OWNER)))).toContain("Forgotten");
  await provider.dispose?.();
  await server.stop();
});
