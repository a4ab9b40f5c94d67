import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryTranscript } from "../../testing/suites/arbitrary-transcript.ts";
import { type Message, NO_USAGE, text, textOf } from "../message.ts";
import { estimateMessages } from "../tokens.ts";
import { digestOf } from "./digest.ts";
import type { Entry } from "./entry.ts";
import { pruneBefore, squeezeResult } from "./prune.ts";

const MODELS = ["a/m", "b/n"];
const entriesOf = (messages: readonly Message[]): readonly Entry[] =>
  messages.map((message, index) => ({ seq: index + 1, message }));

function called(tool: string, input: unknown, result: string, id = "c1"): readonly Message[] {
  return [
    {
      role: "assistant",
      parts: [{ type: "call", call: { id, tool, input } }],
      stop: "calls",
      usage: NO_USAGE,
      model: "a/m",
      at: 1,
    },
    { role: "tool", callId: id, tool, parts: [text(result)], isError: false, at: 1 },
  ];
}

const long = "line of output\n".repeat(400);

test.each([
  [
    "terminal",
    { command: "npm test" },
    JSON.stringify({ output: long, exit_code: 1 }),
    "[terminal] ran `npm test` -> exit 1, 400 lines output [#2]",
  ],
  ["read_file", { path: "a.ts", offset: 7 }, long, "[read_file] read a.ts from line 7 (6,000 chars) [#2]"],
  ["write_file", { path: "a.ts", content: "x\ny\n" }, long, "[write_file] wrote to a.ts (2 lines) [#2]"],
  [
    "search_files",
    { pattern: "foo", path: "src" },
    JSON.stringify({ total_count: 12, x: long }),
    "[search_files] content search for 'foo' in src -> 12 matches [#2]",
  ],
  ["web_extract", { urls: ["http://a", "http://b"] }, long, "[web_extract] http://a (+1 more) (6,000 chars) [#2]"],
  ["memory", { action: "add", target: "user" }, long, "[memory] add on user [#2]"],
  ["mcp_odd", { one: 1, two: "b", three: 3 }, long, "[mcp_odd] one=1 two=b (6,000 chars result) [#2]"],
])("%s: an old result becomes one line that says what happened and where it is", (tool, input, result, digest) => {
  const pruned = pruneBefore(entriesOf(called(tool, input, result)), 2);
  expect(textOf(pruned[1] as Message)).toBe(digest);
});

test("arguments of any shape are no reason to fail", () => {
  for (const input of ["", "{", '"text"', "[1]", [], 3, null, true, { command: { deep: [1] } }, { urls: "x" }])
    for (const tool of ["terminal", "web_extract", "read_file", "other", ""])
      expect(digestOf({ tool, call: { id: "x", tool, input }, result: long })).not.toContain("\n");
});

test("short results, newer results and known placeholders stay as they are", () => {
  const messages = [
    ...called("terminal", {}, "ok", "c1"),
    ...called("terminal", {}, "[Old tool output cleared to save context space]", "c2"),
    ...called("terminal", { command: "ls" }, long, "c3"),
  ];
  expect(pruneBefore(entriesOf(messages), 4)).toEqual(messages);
});

test("of identical results only the newest stays, wherever it is", () => {
  const messages = [
    ...called("read_file", { path: "a" }, long, "c1"),
    ...called("read_file", { path: "a" }, long, "c2"),
  ];
  const pruned = pruneBefore(entriesOf(messages), 0);
  expect(textOf(pruned[1] as Message)).toContain("[#2]");
  expect(pruned[3]).toBe(messages[3]);
});

test("long arguments are cut inside, their shape stays", () => {
  const input = { path: "a", edits: [{ text: "x".repeat(900) }], count: 3 };
  const [call] = pruneBefore(entriesOf(called("patch", input, "ok")), 2);
  const part = call?.role === "assistant" ? call.parts[0] : undefined;
  expect(part?.type === "call" && part.call.input).toEqual({
    path: "a",
    edits: [{ text: `${"x".repeat(200)}...[truncated]` }],
    count: 3,
  });
});

test("any transcript: same messages in the same order, never larger, and a second time changes nothing", () => {
  fc.assert(
    fc.property(arbitraryTranscript({ models: MODELS }), fc.nat(20), (messages, until) => {
      const padded = messages.map(
        (message): Message =>
          message.role === "tool" ? { ...message, parts: [...message.parts, text(long)] } : message,
      );
      const once = pruneBefore(entriesOf(padded), until);
      expect(once.map(({ role }) => role)).toEqual(padded.map(({ role }) => role));
      expect(estimateMessages(once)).toBeLessThanOrEqual(estimateMessages(padded));
      expect(pruneBefore(entriesOf(once), until)).toEqual(once);
    }),
  );
});

test("a squeezed result keeps both ends, says where the rest is, and stays within its size", () => {
  const [, result] = called("terminal", {}, `BEGIN${long}END`);
  const squeezed = squeezeResult({ seq: 77, message: result as Message }, 300);
  expect(textOf(squeezed)).toMatch(/^BEGIN[\s\S]*#77[\s\S]*END$/);
  expect(textOf(squeezed).length).toBeLessThanOrEqual(300);
  expect(squeezeResult({ seq: 77, message: squeezed }, 300)).toBe(squeezed);
});
