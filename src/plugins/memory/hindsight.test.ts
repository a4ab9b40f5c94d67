// Hindsight against its documented endpoints, played back on loopback.

import { expect, test } from "vitest";
import type { MemorySession } from "../../contracts/memory.ts";
import type { Message } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import type { ContractServer } from "../../testing/contract-server.ts";
import { openMemoryPlugin } from "../../testing/open-plugin.ts";
import { filled, type PlayedCall, readRecording, startRecordedServer } from "../../testing/recorded-contract.ts";
import { memoryProviderSuite, servedHarness } from "../../testing/suites/memory-provider-suite.ts";
import { hindsight } from "./hindsight.ts";

const RECORDING = readRecording(new URL("./fixtures/hindsight.json", import.meta.url));

interface Item {
  readonly content: string;
  readonly document_id: string;
}

function service(version: string) {
  const banks = new Map<string, readonly Item[]>();
  const itemsOf = ({ part }: PlayedCall) => banks.get(part.bank_id ?? "") ?? [];
  return startRecordedServer(RECORDING, "h-key", {
    version: ({ example }) => filled(example, { api_version: version }),
    retain(call) {
      banks.set(call.part.bank_id ?? "", [...itemsOf(call), ...(call.body as { items: Item[] }).items]);
      return call.example;
    },
    recall(call) {
      const [item] = call.example.results;
      return filled(call.example, { results: itemsOf(call).map(({ content }) => filled(item, { text: content })) });
    },
    reflect: (call) =>
      filled(call.example, {
        text: itemsOf(call)
          .map(({ content }) => content)
          .join(" "),
      }),
    "delete document"(call) {
      const left = itemsOf(call).filter((item) => item.document_id !== call.part.document_id);
      if (left.length === itemsOf(call).length) return "missing";
      banks.set(call.part.bank_id ?? "", left);
      return call.example;
    },
  });
}

const open = (server: ContractServer) =>
  openMemoryPlugin(hindsight, { config: { api_url: server.url }, env: { HINDSIGHT_API_KEY: "h-key" } });

memoryProviderSuite("hindsight", async () => servedHarness(await service("0.6.1"), open), {
  shows: "recall",
  faults: true,
});

test.each([
  ["0.6.1", "session-s2", "append"],
  ["0.4.22", "session-s2-7", undefined],
])(
  "turns after a session switch land in the new session, tagged with their parent (server %s)",
  async (version, document, mode) => {
    const server = await service(version);
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
