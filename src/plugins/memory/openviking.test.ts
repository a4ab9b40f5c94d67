// OpenViking against its documented endpoints, played back on loopback.

import { expect, test } from "vitest";
import type { MemorySession } from "../../contracts/memory.ts";
import type { ToolContext } from "../../contracts/tool.ts";
import type { Message } from "../../kernel/message.ts";
import { OWNER, type Principal } from "../../kernel/principal.ts";
import type { ContractServer } from "../../testing/contract-server.ts";
import { openMemoryPlugin } from "../../testing/open-plugin.ts";
import { filled, readRecording, startRecordedServer } from "../../testing/recorded-contract.ts";
import { memoryProviderSuite, servedHarness } from "../../testing/suites/memory-provider-suite.ts";
import { openviking } from "./openviking.ts";

const RECORDING = readRecording(new URL("./fixtures/openviking.json", import.meta.url));

function service() {
  const files = new Map<string, string>();
  return startRecordedServer(RECORDING, "ov-key", {
    write({ body, example }) {
      const { uri, content } = body as { uri: string; content: string };
      files.set(uri, content);
      return filled(example, { result: filled(example.result, { uri }) });
    },
    find({ headers, example }) {
      const [item] = example.result.memories;
      const memories = [...files]
        .filter(([uri]) => uri.startsWith(`viking://user/${headers["x-openviking-user"]}/`))
        .map(([uri, abstract]) => filled(item, { uri, abstract }));
      return filled(example, { result: filled(example.result, { memories, total: memories.length }) });
    },
    remove: ({ query, example }) => (files.delete(query.get("uri") ?? "") ? example : "missing"),
    read: ({ query, example }) => filled(example, { result: files.get(query.get("uri") ?? "") ?? "" }),
  });
}

const open = (server: ContractServer) =>
  openMemoryPlugin(openviking, { env: { OPENVIKING_ENDPOINT: server.url, OPENVIKING_API_KEY: "ov-key" } });

memoryProviderSuite("openviking", async () => servedHarness(await service(), open), {
  shows: "recall",
  faults: true,
});

test("messages go to their session; a session is committed when it is left", async () => {
  const server = await service();
  const provider = await open(server);
  const signal = new AbortController().signal;
  const at = (id: string): MemorySession => ({ id, principal: OWNER, cwd: "/" });
  const said = (text: string): Message => ({ role: "user", parts: [{ type: "text", text }], at: 1 });
  await provider.observe?.([said("x".repeat(5_000))], at("s1"), signal);
  await provider.switchSession?.(at("s1"), at("s2"), signal);
  await provider.observe?.([said("two")], at("s2"), signal);
  await provider.dispose?.();
  expect(server.calls.map((call) => call.path)).toEqual([
    "/api/v1/sessions/s1/messages",
    "/api/v1/sessions/s1/commit",
    "/api/v1/sessions/s2/messages",
    "/api/v1/sessions/s2/commit",
  ]);
  expect(server.calls[0]?.body).toMatchObject({ content: "x".repeat(4_000) });
  await server.stop();
});

test("nobody reads another's addresses, whatever the server would allow", async () => {
  const server = await service();
  const provider = await open(server);
  const signal = new AbortController().signal;
  const guest: Principal = { type: "guest", id: "eve" };
  const add = (text: string, principal: Principal) =>
    provider.changed?.({ type: "add", target: "user", text }, { id: "s", principal, cwd: "/" }, signal);
  await add("Owner's own", OWNER);
  await add("Eve's own", guest);
  const read = provider.tools?.find((tool) => tool.name === "viking_read");
  const uris = server.calls.map((call) => (call.body as { uri: string }).uri);
  const text = async (principal: Principal, uri: string | undefined) =>
    JSON.stringify(await read?.run({ uri, level: "full" }, { principal, signal } as unknown as ToolContext));
  expect(await text(OWNER, uris[0])).toContain("Owner's own");
  expect(await text(guest, uris[0])).toContain("not yours");
  expect(await text(OWNER, uris[1])).toContain("not yours");
  await server.stop();
});
