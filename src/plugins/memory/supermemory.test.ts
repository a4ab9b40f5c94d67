// Supermemory against a loopback server that speaks the documented endpoints.

import { expect, test } from "vitest";
import type { MemorySession } from "../../contracts/memory.ts";
import type { Message } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { type ContractCall, type ContractServer, startContractServer } from "../../testing/contract-server.ts";
import { openMemoryPlugin } from "../../testing/open-plugin.ts";
import { memoryProviderSuite, servedHarness } from "../../testing/suites/memory-provider-suite.ts";
import { supermemory } from "./supermemory.ts";

function service() {
  let documents: { id: string; tag: string; memory: string }[] = [];
  return (call: ContractCall) => {
    if (call.headers.authorization !== "Bearer sm-key" || call.headers["x-sm-source"] !== "hermes")
      return { status: 401, json: {} };
    const body = (call.body ?? {}) as {
      content?: string;
      customId?: string;
      containerTags?: string[];
      containerTag?: string;
    };
    const own = documents.filter(({ tag }) => tag === body.containerTag);
    switch (`${call.method} ${call.path}`) {
      case "POST /v3/documents": {
        const id = body.customId ?? `d${documents.length}`;
        documents = [
          ...documents.filter((one) => one.id !== id),
          { id, tag: body.containerTags?.[0] ?? "", memory: body.content ?? "" },
        ];
        return { json: { id, status: "queued" } };
      }
      case "POST /v4/profile":
        return { json: { profile: { static: [], dynamic: [] }, searchResults: { results: own } } };
      case "POST /v4/search":
        return { json: { results: own } };
      case "POST /v4/conversations":
        return { json: { id: "c1" } };
    }
    const id = decodeURIComponent(/^\/v3\/documents\/(.+)$/.exec(call.path)?.[1] ?? "");
    if (call.method !== "DELETE" || !documents.some((one) => one.id === id)) return undefined;
    documents = documents.filter((one) => one.id !== id);
    return { status: 204 };
  };
}

const open = (server: ContractServer) =>
  openMemoryPlugin(supermemory, { config: { base_url: server.url }, env: { SUPERMEMORY_API_KEY: "sm-key" } });

memoryProviderSuite("supermemory", async () => servedHarness(await startContractServer(service()), open), {
  shows: "recall",
  faults: true,
});

test("a conversation is handed over whole, under its own id, when the session moves on", async () => {
  const server = await startContractServer(service());
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
