// Mem0 against a loopback server that speaks the documented endpoints.

import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { OWNER } from "../../kernel/principal.ts";
import { type ContractCall, type ContractServer, startContractServer } from "../../testing/contract-server.ts";
import { openMemoryPlugin } from "../../testing/open-plugin.ts";
import { memoryProviderSuite, servedHarness } from "../../testing/suites/memory-provider-suite.ts";
import { mem0 } from "./mem0.ts";

interface Stored {
  readonly id: string;
  readonly user: string;
  readonly memory: string;
}

function platform() {
  let stored: Stored[] = [];
  let count = 0;
  return (call: ContractCall) => {
    const body = (call.body ?? {}) as {
      user_id?: string;
      filters?: { user_id: string };
      messages?: { content: string }[];
    };
    if (call.headers.authorization !== "Token m0-key") return { status: 401, json: {} };
    if (call.method === "POST" && call.path === "/v1/memories/") {
      const made = (body.messages ?? []).map(({ content }) => ({
        id: `m${++count}`,
        user: body.user_id ?? "",
        memory: content,
      }));
      stored.push(...made);
      return { json: made };
    }
    const own = stored.filter(({ user }) => user === body.filters?.user_id);
    if (call.path === "/v2/memories/search/") return { json: { results: own } };
    if (call.path === "/v2/memories/") return { json: own };
    const id = /^\/v1\/memories\/(.+)\/$/.exec(call.path)?.[1];
    if (call.method === "DELETE" && stored.some((one) => one.id === id)) {
      stored = stored.filter((one) => one.id !== id);
      return { status: 204 };
    }
    return undefined;
  };
}

const open = (server: ContractServer) =>
  openMemoryPlugin(mem0, { config: { base_url: server.url }, env: { MEM0_API_KEY: "m0-key" } });

memoryProviderSuite("mem0", async () => servedHarness(await startContractServer(platform()), open), {
  shows: "recall",
  faults: true,
});

test("turns are handed over under the user's name, with the documented headers and fields", async () => {
  const server = await startContractServer(platform());
  const provider = await open(server);
  await provider.observe?.(
    [{ role: "user", parts: [{ type: "text", text: "I like tea" }], at: 1 }],
    { id: "s1", principal: OWNER, cwd: "/" },
    new AbortController().signal,
  );
  expect(server.calls[0]).toMatchObject({
    method: "POST",
    path: "/v1/memories/",
    headers: { authorization: "Token m0-key", "mem0-user-id": hash("md5", "m0-key", "hex") },
    body: { messages: [{ role: "user", content: "I like tea" }], user_id: "hermes-user", agent_id: "hermes" },
  });
  await server.stop();
});

test("a service that fails again and again is left alone for a while", async () => {
  const server = await startContractServer(platform());
  const provider = await open(server);
  server.fault("server-error");
  const ask = () => provider.recall?.("x", { id: "s", principal: OWNER, cwd: "/" }, new AbortController().signal);
  for (let i = 0; i < 8; i++) await expect(ask()).rejects.toMatchObject({ name: "ApiFailure" });
  expect(server.calls).toHaveLength(5);
  await expect(ask()).rejects.toMatchObject({ kind: "paused" });
  await server.stop();
});
