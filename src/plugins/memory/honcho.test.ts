// Honcho against version 3 of its documented API, played back on loopback.

import { expect, test } from "vitest";
import type { MemorySession } from "../../contracts/memory.ts";
import type { ToolContext } from "../../contracts/tool.ts";
import type { Message } from "../../kernel/message.ts";
import { OWNER, type Principal } from "../../kernel/principal.ts";
import type { ContractServer } from "../../testing/contract-server.ts";
import { openMemoryPlugin } from "../../testing/open-plugin.ts";
import { filled, type PlayedCall, readRecording, startRecordedServer } from "../../testing/recorded-contract.ts";
import { memoryProviderSuite, servedHarness } from "../../testing/suites/memory-provider-suite.ts";
import { honcho } from "./honcho.ts";

const RECORDING = readRecording(new URL("./fixtures/honcho.json", import.meta.url));

interface Conclusion {
  readonly id: string;
  readonly content: string;
  readonly observer_id: string;
  readonly observed_id: string;
}

function service() {
  let conclusions: Conclusion[] = [];
  let count = 0;
  const about = ({ body }: PlayedCall) => {
    const { observed_id } = (body as { filters: { observed_id: string } }).filters;
    return conclusions.filter((one) => one.observed_id === observed_id);
  };
  return startRecordedServer(RECORDING, "ho-key", {
    context: ({ example }) => filled(example, { summary: null, peer_representation: null, peer_card: null }),
    chat: ({ example }) => filled(example, { content: "" }),
    conclude({ body, example: [item] }) {
      const { conclusions: sent } = body as { conclusions: Omit<Conclusion, "id">[] };
      const added = sent.map((one) => ({ ...one, id: `c${++count}` }));
      conclusions.push(...added);
      return added.map((one) => filled(item, one));
    },
    "query conclusions": (call) => about(call).map((one) => filled(call.example[0], { ...one })),
    "list conclusions": (call) =>
      filled(call.example, { items: about(call).map((one) => filled(call.example.items[0], { ...one })) }),
    "delete conclusion"({ part }) {
      if (!conclusions.some((one) => one.id === part.conclusion_id)) return "missing";
      conclusions = conclusions.filter((one) => one.id !== part.conclusion_id);
      return undefined;
    },
  });
}

const open = (server: ContractServer, config: Readonly<Record<string, unknown>> = {}) =>
  openMemoryPlugin(honcho, {
    config: { baseUrl: `${server.url}/v3/`, ...config },
    env: { HONCHO_API_KEY: "ho-key" },
  });

memoryProviderSuite("honcho", async () => servedHarness(await service(), open), {
  shows: "recall",
  faults: true,
});

test("what was said is kept per session, by peers, and follows a session switch", async () => {
  const server = await service();
  const provider = await open(server, { sessionStrategy: "per-session" });
  const signal = new AbortController().signal;
  const at = (id: string): MemorySession => ({ id, principal: OWNER, cwd: "/place" });
  const said = (text: string): Message => ({ role: "user", parts: [{ type: "text", text }], at: 1 });
  await provider.observe?.([said("one")], at("s1"), signal);
  await provider.switchSession?.(at("s1"), at("s2"), signal);
  await provider.observe?.([said("two")], at("s2"), signal);
  const sent = server.calls.filter((call) => call.path.endsWith("/messages"));
  expect(sent.map((call) => [call.path, call.body])).toMatchObject([
    ["/v3/workspaces/hermes/sessions/s1/messages", { messages: [{ peer_id: "user", content: "one" }] }],
    ["/v3/workspaces/hermes/sessions/s2/messages", { messages: [{ peer_id: "user", content: "two" }] }],
  ]);
  await server.stop();
});

test("a guest cannot delete the owner's conclusion by guessing its id", async () => {
  const server = await service();
  const provider = await open(server);
  const signal = new AbortController().signal;
  await provider.changed?.(
    { type: "add", target: "user", text: "Owner's" },
    { id: "s", principal: OWNER, cwd: "/" },
    signal,
  );
  const tool = provider.tools?.find((one) => one.name === "honcho_conclude");
  const as = (principal: Principal) =>
    ({ sessionId: "s", principal, env: { cwd: "/" }, signal }) as unknown as ToolContext;
  const result = await tool?.run({ delete_id: "c1" }, as({ type: "guest", id: "mallory" }));
  expect(JSON.stringify(result)).toContain("no such conclusion");
  expect(await provider.recall?.("what about the owner", { id: "s", principal: OWNER, cwd: "/" }, signal)).toContain(
    "Owner's",
  );
  await server.stop();
});
