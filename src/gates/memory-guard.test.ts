// Whose memory files a file tool may touch.

import { expect, test } from "vitest";
import type { Tool, ToolContext } from "../contracts/tool.ts";
import { OWNER, type Principal } from "../kernel/principal.ts";
import { fakeEnvironment } from "../testing/fake-environment.ts";
import { memoryGuard } from "./memory-guard.ts";
import { taintGate } from "./taint-gate.ts";

const GUEST: Principal = { type: "guest", id: "eve" };
const tool: Tool = {
  name: "read_file",
  toolset: "file",
  description: "",
  input: { decode: (value) => ({ type: "ok", value }), json: {} },
  effect: "read",
  output: "foreign",
  touches: (input) => [(input as { path: string }).path],
  run: async () => ({ parts: [], isError: false }),
};

function contextOf(principal: Principal, links: Readonly<Record<string, string>> = {}): ToolContext {
  const env = fakeEnvironment({ cwd: "/place", files: {} });
  return {
    ...{ sessionId: "s", callId: "c", principal },
    env: { ...env, realPath: async (path) => links[env.resolve(path)] ?? env.resolve(path) },
    signal: new AbortController().signal,
    ask: async () => ({ type: "unanswered", why: "nobody is here" }),
    progress: () => undefined,
    taints: () => ["web page"],
  };
}

const guard = memoryGuard({ memories: "/home/ann/.hermes/memories", pending: "/home/ann/.hermes/pending" });
const judge = (path: string, principal: Principal, links = {}) =>
  Promise.resolve(guard.check({ id: "c", tool: "read_file", input: { path } }, tool, contextOf(principal, links)));

test.each([
  ["/home/ann/.hermes/memories/MEMORY.md", "allow", "deny"],
  ["/home/ann/.hermes/memories/guests/bob/USER.md", "deny", "deny"],
  ["/home/ann/.hermes/pending/guests/bob/memory/00000000.json", "deny", "deny"],
  ["/home/ann/.hermes/memories/../memories/MEMORY.md", "allow", "deny"],
  ["/home/ann", "allow", "deny"],
  ["/place/notes.md", "allow", "allow"],
  ["/home/ann/.hermes/memories-of-summer.txt", "allow", "allow"],
])("%s: owner %s, guest %s", async (path, owner, guest) => {
  expect((await judge(path, OWNER)).type).toBe(owner);
  expect((await judge(path, GUEST)).type).toBe(guest);
});

test("a link does not lead around it", async () => {
  const links = { "/place/innocent.txt": "/home/ann/.hermes/memories/USER.md" };
  expect(await judge("innocent.txt", GUEST, links)).toMatchObject({ type: "deny" });
});

test("a tool that asks by itself is not asked about twice; its siblings are", async () => {
  const gate = taintGate({ home: "/home/ann", controlHomes: [] });
  const memory: Tool = {
    ...tool,
    name: "memory",
    toolset: "memory",
    effect: "write",
    touches: () => [],
    asksItself: true,
  };
  const call = { id: "c", tool: "memory", input: { action: "add", target: "user", content: "x" } };
  expect(await gate.check(call, memory, contextOf(OWNER))).toEqual({ type: "allow" });
  const { asksItself: _own, ...other } = memory;
  expect(await gate.check(call, { ...other, name: "mem0_conclude" }, contextOf(OWNER))).toMatchObject({ type: "ask" });
});
