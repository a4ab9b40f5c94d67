// RetainDB against a loopback server that speaks the documented endpoints, in their newer and older spelling.

import { afterEach, describe, expect, test } from "vitest";
import type { ToolContext } from "../../contracts/tool.ts";
import type { Message } from "../../kernel/message.ts";
import { OWNER, type Principal } from "../../kernel/principal.ts";
import { type ContractCall, type ContractServer, startContractServer } from "../../testing/contract-server.ts";
import { type TempDir, tempDir } from "../../testing/fakes.ts";
import { openMemoryPlugin } from "../../testing/open-plugin.ts";
import { memoryProviderSuite } from "../../testing/suites/memory-provider-suite.ts";
import { retaindb } from "./retaindb.ts";

function service(isOld = false) {
  let memories: { id: string; user: string; content: string }[] = [];
  const root = isOld ? "/v1/memories" : "/v1/memory";
  let count = 0;
  return (call: ContractCall) => {
    if (call.headers.authorization !== "Bearer r-key" || call.headers["x-api-key"] !== "r-key")
      return { status: 401, json: {} };
    const body = (call.body ?? {}) as { user_id?: string; content?: string };
    const own = memories.filter(({ user }) => user === (body.user_id ?? call.query.get("user_id")));
    if (call.method === "POST" && call.path === root) {
      const memory = { id: `m${++count}`, user: body.user_id ?? "", content: body.content ?? "" };
      memories.push(memory);
      return { json: { memory_id: memory.id } };
    }
    if (call.path === "/v1/context/query") return { json: { results: own.map((memory) => ({ memory })) } };
    if (call.path === `${root}/search`) return { json: { results: own } };
    if (call.path === "/v1/memory/ingest/session") return { json: { ok: true } };
    if (call.method === "GET" && (isOld ? call.path === root : call.path.startsWith("/v1/memory/profile/")))
      return { json: { memories: own } };
    const id = call.path.startsWith(`${root}/`) ? call.path.slice(root.length + 1) : "";
    if (call.method !== "DELETE" || !memories.some((memory) => memory.id === id)) return undefined;
    memories = memories.filter((memory) => memory.id !== id);
    return { json: { deleted: true } };
  };
}

let place: TempDir | undefined;
afterEach(() => place?.remove());

const open = (server: ContractServer, dataDir: string) =>
  openMemoryPlugin(retaindb, { dataDir, env: { RETAINDB_BASE_URL: server.url, RETAINDB_API_KEY: "r-key" } });

describe.each([
  ["newer", false],
  ["older", true],
])("%s server", (name, isOld) => {
  memoryProviderSuite(
    `retaindb, ${name}`,
    async () => {
      const server = await startContractServer(service(isOld));
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
        },
      };
    },
    { shows: "recall", faults: true },
  );
});

test("what could not be delivered waits on disk and is delivered by the next process", async () => {
  place = await tempDir();
  const server = await startContractServer(service());
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
    body: { session_id: "s1", user_id: "default", messages: [{ role: "user", content: "one" }] },
  });
  await second.dispose?.();
  await server.stop();
});

test("a guest cannot forget the owner's memory by guessing its id", async () => {
  place = await tempDir();
  const server = await startContractServer(service());
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
