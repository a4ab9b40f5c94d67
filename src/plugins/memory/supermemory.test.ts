// Supermemory against its documented endpoints, played back on loopback.

import { expect, test } from "vitest";
import type { MemorySession } from "../../contracts/memory.ts";
import type { Message } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import type { ContractServer } from "../../testing/contract-server.ts";
import { openMemoryPlugin } from "../../testing/open-plugin.ts";
import { filled, type PlayedCall, readRecording, startRecordedServer } from "../../testing/recorded-contract.ts";
import { memoryProviderSuite, servedHarness } from "../../testing/suites/memory-provider-suite.ts";
import { supermemory } from "./supermemory.ts";

const RECORDING = readRecording(new URL("./fixtures/supermemory.json", import.meta.url));

function service() {
  let documents: { id: string; tag: string; memory: string }[] = [];
  const found = (call: PlayedCall, example: { results: object[] }) => {
    const { containerTag } = call.body as { containerTag: string };
    const own = documents.filter(({ tag }) => tag === containerTag);
    const [item = {}] = example.results;
    return filled(example, { results: own.map(({ id, memory }) => filled(item, { id, memory })) });
  };
  return startRecordedServer(RECORDING, "sm-key", {
    "add document"({ body, example }) {
      const { customId, containerTag, content } = body as { customId?: string; containerTag: string; content: string };
      const id = customId ?? `d${documents.length}`;
      documents = [...documents.filter((one) => one.id !== id), { id, tag: containerTag, memory: content }];
      return filled(example, { id });
    },
    profile: (call) =>
      filled(call.example, {
        profile: { static: [], dynamic: [] },
        searchResults: found(call, call.example.searchResults),
      }),
    search: (call) => found(call, call.example),
    "delete document"({ part }) {
      if (!documents.some((one) => one.id === part.id)) return "missing";
      documents = documents.filter((one) => one.id !== part.id);
      return undefined;
    },
  });
}

const open = (server: ContractServer) =>
  openMemoryPlugin(supermemory, { config: { base_url: server.url }, env: { SUPERMEMORY_API_KEY: "sm-key" } });

memoryProviderSuite("supermemory", async () => servedHarness(await service(), open), {
  shows: "recall",
  faults: true,
});

test("a conversation is handed over whole, under its own id, when the session moves on", async () => {
  const server = await service();
  const provider = await open(server);
  const signal = new AbortController().signal;
  const at = (id: string): MemorySession => ({ id, principal: OWNER, cwd: "/" });
  const said = (text: string): Message => ({ role: "user", parts: [{ type: "text", text }], at: 1 });
  await provider.observe?.([said("one")], at("s1"), signal);
  await provider.observe?.([said("two")], at("s1"), signal);
  expect(server.calls).toHaveLength(0);
  await provider.switchSession?.(at("s1"), at("s2"), signal);
  await provider.observe?.([said("three")], at("s2"), signal);
  await provider.dispose?.();
  expect(server.calls.map((call) => [call.path, call.body])).toMatchObject([
    ["/v4/conversations", { conversationId: "s1", messages: [{ content: "one" }, { content: "two" }] }],
    ["/v4/conversations", { conversationId: "s2", messages: [{ content: "three" }] }],
  ]);
  await server.stop();
});
