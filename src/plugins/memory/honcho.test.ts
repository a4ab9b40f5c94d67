// Honcho against a loopback server that speaks version 3 of the API.

import { expect, test } from "vitest";
import type { MemorySession } from "../../contracts/memory.ts";
import type { ToolContext } from "../../contracts/tool.ts";
import type { Message } from "../../kernel/message.ts";
import { OWNER, type Principal } from "../../kernel/principal.ts";
import { type ContractCall, type ContractServer, startContractServer } from "../../testing/contract-server.ts";
import { openMemoryPlugin } from "../../testing/open-plugin.ts";
import { memoryProviderSuite, servedHarness } from "../../testing/suites/memory-provider-suite.ts";
import { honcho } from "./honcho.ts";

interface Conclusion {
  readonly id: string;
  readonly content: string;
  readonly observer_id: string;
  readonly observed_id: string;
}

function service() {
  let conclusions: Conclusion[] = [];
  const made = new Set<string>();
  let count = 0;
  return (call: ContractCall) => {
    if (call.headers.authorization !== "Bearer ho-key") return { status: 401, json: {} };
    const rest = call.path.replace(/^\/v3\/workspaces\/hermes/, "");
    const body = (call.body ?? {}) as {
      id?: string;
      conclusions?: Omit<Conclusion, "id">[];
      filters?: { observed_id: string };
    };
    const own = conclusions.filter((one) => one.observed_id === body.filters?.observed_id);
    if (call.path === "/v3/workspaces" || rest === "/peers" || rest === "/sessions") {
      made.add(`${call.path} ${body.id}`);
      return { json: { id: body.id } };
    }
    if (/^\/sessions\/[^/]+\/(peers|messages)$/.test(rest)) return { json: [] };
    if (/^\/sessions\/[^/]+\/context$/.test(rest))
      return { json: { peer_representation: "", summary: null, messages: [] } };
    if (/^\/peers\/[^/]+\/chat$/.test(rest)) return { json: { content: "" } };
    if (rest === "/conclusions") {
      const added = (body.conclusions ?? []).map((one) => ({ ...one, id: `c${++count}` }));
      conclusions.push(...added);
      return { json: added };
    }
    if (rest === "/conclusions/query") return { json: own };
    if (rest === "/conclusions/list") return { json: { items: own, total: own.length, page: 1, size: 100, pages: 1 } };
    const id = /^\/conclusions\/(.+)$/.exec(rest)?.[1];
    if (call.method !== "DELETE" || !conclusions.some((one) => one.id === id)) return undefined;
    conclusions = conclusions.filter((one) => one.id !== id);
    return { status: 204 };
  };
}

const open = (server: ContractServer, config: Readonly<Record<string, unknown>> = {}) =>
  openMemoryPlugin(honcho, {
    config: { baseUrl: `${server.url}/v3/`, ...config },
    env: { HONCHO_API_KEY: "ho-key" },
  });

memoryProviderSuite("honcho", async () => servedHarness(await startContractServer(service()), open), {
  shows: "recall",
  faults: true,
});

test("what was said is kept per session, by peers, and follows a session switch", async () => {
  const server = await startContractServer(service());
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
  const server = await startContractServer(service());
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
