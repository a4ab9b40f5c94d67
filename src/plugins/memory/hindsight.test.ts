// Hindsight against a loopback server that speaks the documented endpoints.

import { expect, test } from "vitest";
import type { MemorySession } from "../../contracts/memory.ts";
import type { Message } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { type ContractCall, type ContractServer, startContractServer } from "../../testing/contract-server.ts";
import { openMemoryPlugin } from "../../testing/open-plugin.ts";
import { memoryProviderSuite, servedHarness } from "../../testing/suites/memory-provider-suite.ts";
import { hindsight } from "./hindsight.ts";

interface Item {
  readonly content: string;
  readonly document_id: string;
  readonly tags: readonly string[];
}

function service(version: string) {
  const banks = new Map<string, Item[]>();
  return (call: ContractCall) => {
    if (call.path === "/version") return { json: { version } };
    if (call.headers.authorization !== "Bearer h-key") return { status: 401, json: {} };
    const [, bank = "", rest = ""] = /^\/v1\/default\/banks\/([^/]+)(\/.*)$/.exec(call.path) ?? [];
    const items = banks.get(bank) ?? [];
    if (call.method === "POST" && rest === "/memories") {
      banks.set(bank, [...items, ...(call.body as { items: Item[] }).items]);
      return { json: { success: true } };
    }
    if (rest === "/memories/recall") return { json: { results: items.map(({ content }) => ({ text: content })) } };
    if (rest === "/reflect") return { json: { text: items.map(({ content }) => content).join(" ") } };
    const id = /^\/documents\/(.+)$/.exec(rest)?.[1];
    if (call.method !== "DELETE" || !items.some((item) => item.document_id === id)) return undefined;
    banks.set(
      bank,
      items.filter((item) => item.document_id !== id),
    );
    return { json: { success: true } };
  };
}

const open = (server: ContractServer) =>
  openMemoryPlugin(hindsight, { config: { api_url: server.url }, env: { HINDSIGHT_API_KEY: "h-key" } });

memoryProviderSuite("hindsight", async () => servedHarness(await startContractServer(service("0.6.1")), open), {
  shows: "recall",
  faults: true,
});

test.each([
  ["0.6.1", "session-s2", "append"],
  ["0.4.22", "session-s2-7", undefined],
])(
  "turns after a session switch land in the new session, tagged with their parent (server %s)",
  async (version, document, mode) => {
    const server = await startContractServer(service(version));
    const provider = await open(server);
    const signal = new AbortController().signal;
    const at = (id: string): MemorySession => ({ id, principal: OWNER, cwd: "/" });
    const said = (text: string): Message => ({ role: "user", parts: [{ type: "text", text }], at: 7 });
    await provider.observe?.([said("one")], at("s1"), signal);
    await provider.switchSession?.(at("s1"), at("s2"), signal);
    await provider.observe?.([said("two")], at("s2"), signal);
    const last = server.calls.findLast((call) => call.path.endsWith("/memories"));
    expect(last?.body).toMatchObject({
      async: true,
      items: [
        { tags: ["session:s2", "parent:s1"], document_id: document, content: '[[{"role":"user","content":"two"}]]' },
      ],
    });
    const [item] = ((last?.body ?? {}) as { items?: { update_mode?: string }[] }).items ?? [];
    expect(item?.update_mode).toBe(mode);
    await server.stop();
  },
);
