// Mem0 against its documented endpoints, played back on loopback.

import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { OWNER } from "../../kernel/principal.ts";
import type { ContractServer } from "../../testing/contract-server.ts";
import { openMemoryPlugin } from "../../testing/open-plugin.ts";
import { filled, type PlayedCall, readRecording, startRecordedServer } from "../../testing/recorded-contract.ts";
import { memoryProviderSuite, servedHarness } from "../../testing/suites/memory-provider-suite.ts";
import { mem0 } from "./mem0.ts";

const RECORDING = readRecording(new URL("./fixtures/mem0.json", import.meta.url));

function platform() {
  let stored: { id: string; user_id: string; memory: string }[] = [];
  let count = 0;
  const body = ({ body: sent }: PlayedCall) =>
    sent as { user_id: string; messages: { content: string }[]; filters: { user_id: string } };
  const own = (call: PlayedCall) => {
    const [item] = call.example.results;
    const results = stored.filter(({ user_id }) => user_id === body(call).filters.user_id);
    return filled(call.example, { results: results.map((one) => filled(item, one)) });
  };
  return startRecordedServer(RECORDING, "m0-key", {
    add(call) {
      const { user_id, messages } = body(call);
      stored.push(...messages.map(({ content }) => ({ id: `m${++count}`, user_id, memory: content })));
      return call.example;
    },
    search: own,
    list: own,
    delete({ part }) {
      if (!stored.some((one) => one.id === part.memory_id)) return "missing";
      stored = stored.filter((one) => one.id !== part.memory_id);
      return undefined;
    },
  });
}

const open = (server: ContractServer) =>
  openMemoryPlugin(mem0, { config: { base_url: server.url }, env: { MEM0_API_KEY: "m0-key" } });

memoryProviderSuite("mem0", async () => servedHarness(await platform(), open), {
  shows: "recall",
  faults: true,
});

test("turns are handed over under the user's name, with the documented headers and fields", async () => {
  const server = await platform();
  const provider = await open(server);
  await provider.observe?.(
    [{ role: "user", parts: [{ type: "text", text: "I like tea" }], at: 1 }],
    { id: "s1", principal: OWNER, cwd: "/" },
    new AbortController().signal,
  );
  expect(server.calls[0]).toMatchObject({
    method: "POST",
    path: "/v3/memories/add/",
    headers: { authorization: "Token m0-key", "mem0-user-id": hash("md5", "m0-key", "hex") },
    body: { messages: [{ role: "user", content: "I like tea" }], user_id: "hermes-user", agent_id: "hermes" },
  });
  await server.stop();
});

test("a service that fails again and again is left alone for a while", async () => {
  const server = await platform();
  const provider = await open(server);
  server.fault("server-error");
  const ask = () => provider.recall?.("x", { id: "s", principal: OWNER, cwd: "/" }, new AbortController().signal);
  for (let i = 0; i < 8; i++) await expect(ask()).rejects.toMatchObject({ name: "ApiFailure" });
  expect(server.calls).toHaveLength(5);
  await expect(ask()).rejects.toMatchObject({ kind: "paused" });
  await server.stop();
});
