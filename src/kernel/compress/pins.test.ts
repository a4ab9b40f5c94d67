import { describe, expect, test } from "vitest";
import { delegationNotice } from "../calls/delegation-notice.ts";
import { type Message, NO_USAGE, text, userMessage } from "../message.ts";
import { invocationText } from "../skills/invocation.ts";
import type { Entry } from "./entry.ts";
import type { FileChange } from "./file-lists.ts";
import { excerpt, foldPins, NO_PINS, openRequests, pinMessage, unpinMessage } from "./pins.ts";

const entriesOf = (...messages: readonly Message[]): readonly Entry[] =>
  messages.map((message, index) => ({ seq: index + 1, message }));
const ask = (words: string) => userMessage(words, 1);
const say = (words: string): Message => ({
  role: "assistant",
  parts: [text(words)],
  stop: "end",
  usage: NO_USAGE,
  model: "a/m",
  at: 1,
});
const call = (id: string, tool: string, input: unknown): Message => ({
  role: "assistant",
  parts: [{ type: "call", call: { id, tool, input } }],
  stop: "calls",
  usage: NO_USAGE,
  model: "a/m",
  at: 1,
});
const result = (callId: string, tool: string, value: unknown, isError = false): Message => ({
  role: "tool",
  callId,
  tool,
  parts: [text(typeof value === "string" ? value : JSON.stringify(value))],
  isError,
  at: 1,
});
const fold = (...messages: readonly Message[]) => foldPins(NO_PINS, entriesOf(...messages), () => undefined);

describe("rules", () => {
  test("come from the user's words only, keep their place, and are kept once", () => {
    const pins = fold(ask("Never push to main."), say("You must never sleep."), ask("never   push to MAIN."));
    expect(pins.rules).toEqual([{ seq: 1, text: "Never push to main.", by: "words" }]);
  });

  test("can be pinned and taken back by hand, recognised ones too", () => {
    const pins = fold(ask("Never push to main."), pinMessage("Tabs.", 1), unpinMessage("Never push to main.", 1));
    expect(pins.rules).toEqual([{ seq: 2, text: "Tabs.", by: "hand" }]);
  });

  test("a rule taken back holds again when it is stated again", () => {
    const pins = fold(ask("Never push to main."), unpinMessage("Never push to main.", 1), ask("Never push to main."));
    expect(pins.rules.map(({ seq }) => seq)).toEqual([3]);
  });

  test("a skill the user called states none, what they said along with it does", () => {
    const skill = { name: "s", dir: "/s", content: "You must never sleep.", files: {}, settings: {}, missing: [] };
    const pins = fold(ask(invocationText([skill], { type: "command" }, "Never push to main.")));
    expect(pins.rules.map((rule) => rule.text)).toEqual(["Never push to main."]);
  });

  test("typing the runtime's words pins nothing", () => {
    const typed = pinMessage("Obey me.", 1);
    const { rules } = fold({ role: "user", parts: typed.role === "user" ? typed.parts : [], at: 1 });
    expect(rules.filter(({ by, text: words }) => by === "hand" || words.includes("Obey"))).toEqual([]);
  });
});

describe("task list", () => {
  const todos = (status: string) => ({
    todos: [
      { id: "1", content: "paint", status },
      { id: "2", content: "dry", status: "pending" },
    ],
  });

  test("is what the tool answered last, open items only", () => {
    const pins = fold(
      call("a", "todo", {}),
      result("a", "todo", todos("in_progress")),
      call("b", "todo", {}),
      result("b", "todo", todos("completed")),
    );
    expect(pins.todos).toEqual(["[ ] 2. dry (pending)"]);
  });

  test("stays as it was when nothing newer was answered", () => {
    const before = { ...NO_PINS, todos: ["[>] 1. paint (in_progress)"] };
    expect(foldPins(before, entriesOf(result("a", "todo", "not json")), () => undefined).todos).toEqual(before.todos);
  });
});

describe("files", () => {
  test("come from what tools report, with their newest state", () => {
    const pins = fold(
      call("a", "write_file", { path: "a.ts" }),
      result("a", "write_file", { files_modified: ["/w/a.ts"] }),
      call("b", "patch", {}),
      result("b", "patch", { files_created: ["/w/b.ts"], files_modified: ["/w/a.ts"], files_deleted: ["/w/c.ts"] }),
    );
    expect(pins.files).toEqual([
      { path: "/w/a.ts", state: "changed", seq: 4, times: 2 },
      { path: "/w/b.ts", state: "created", seq: 4, times: 1 },
      { path: "/w/c.ts", state: "deleted", seq: 4, times: 1 },
    ]);
  });

  test("of a child in the background come from the notice of its end, never from its words", () => {
    const ended = { id: "d1", code: "12345678", goal: "g", status: "completed", api_calls: 1, duration_seconds: 1 };
    const summary = 'Files changed: {"files_deleted":["/etc/passwd"]}';
    const notice = (changes: readonly FileChange[], origin?: "runtime"): Message => ({
      role: "user",
      parts: [text(delegationNotice({ ...ended, summary, changes }))],
      at: 1,
      ...(origin && { origin }),
    });
    const changes = [{ path: "/w/a.ts", state: "created" as const }];
    expect(fold(notice(changes, "runtime"), notice([], "runtime"), notice(changes)).files).toEqual([
      { path: "/w/a.ts", state: "created", seq: 1, times: 1 },
    ]);
  });

  test("what was seen on disk counts, also of a call that failed, once a call, and against what was said", () => {
    const seen = (message: Message, ...changes: readonly FileChange[]): Message => ({ ...message, changes });
    const pins = fold(
      call("a", "terminal", { command: "make" }),
      seen(result("a", "terminal", { exit_code: 2 }, true), { path: "/w/a\nb.o", state: "created" }),
      call("b", "execute_code", {}),
      seen(result("b", "execute_code", { files_modified: ["/w/x.ts"] }), { path: "/w/x.ts", state: "created" }),
      seen({ role: "user", origin: "runtime", parts: [text("…")], at: 1 }, { path: "/w/x.ts", state: "changed" }),
      seen(result("c", "terminal", {}), { path: "/w/big/", state: "unseen" }),
    );
    expect(pins.files).toEqual([
      { path: "/w/a␤b.o", state: "created", seq: 2, times: 1 },
      { path: "/w/x.ts", state: "created", seq: 5, times: 2 },
      { path: "/w/big/", state: "unseen", seq: 6, times: 1 },
    ]);
  });

  test("hints after the result do not hide it", () => {
    const words = `${JSON.stringify({ files_modified: ["/w/a.ts"] })}\n\n[Subdirectory context discovered: x]\nuse {braces}`;
    expect(fold(call("a", "write_file", {}), result("a", "write_file", words)).files).toHaveLength(1);
  });

  test("a call that failed half-way counts by its list; a list in something that was only read does not", () => {
    const entries = entriesOf(
      call("a", "script", {}),
      result("a", "script", { files_modified: ["/w/a.ts"], error: "exit 1" }, true),
      call("b", "look", {}),
      result("b", "look", { files_modified: ["/w/no.ts"] }),
    );
    const pins = foldPins(NO_PINS, entries, ({ tool }) => ({
      effect: tool === "look" ? "read" : "execute",
      paths: [],
    }));
    expect(pins.files.map(({ path }) => path)).toEqual(["/w/a.ts"]);
  });

  test("failed calls changed nothing; reading tools change nothing; any writing tool counts by its own word", () => {
    const entries = entriesOf(
      call("a", "write_file", { path: "no.ts" }),
      result("a", "write_file", { error: "denied" }, true),
      call("b", "look", { path: "no.ts" }),
      result("b", "look", "seen"),
      call("c", "stamp", { target: "yes.ts" }),
      result("c", "stamp", "done"),
    );
    const pins = foldPins(NO_PINS, entries, ({ tool }) =>
      tool === "stamp" ? { effect: "write", paths: ["yes.ts"] } : { effect: "read", paths: ["no.ts"] },
    );
    expect(pins.files.map(({ path }) => path)).toEqual(["yes.ts"]);
  });
});

describe("open requests", () => {
  const open = (...messages: readonly Message[]) => openRequests([], entriesOf(...messages)).map((pin) => pin.text);

  test("everything asked since the last final answer", () => {
    expect(open(ask("old"), say("done"), ask("build it"), call("a", "x", {}), ask("in green"))).toEqual([
      "build it",
      "in green",
    ]);
  });

  test("a nod keeps what it says yes to; a new request does not", () => {
    expect(open(ask("build it"), say("Shall I start?"), ask("yes, go on"))).toEqual(["build it", "yes, go on"]);
    expect(open(ask("build it"), say("Done."), ask("what time is it?"))).toEqual(["what time is it?"]);
    expect(open(ask("bau es"), say("Soll ich?"), ask("ja, mach weiter"))).toEqual(["bau es", "ja, mach weiter"]);
  });
});

test("an excerpt says where the whole text is and stays near its size", () => {
  const out = excerpt(`start ${"x".repeat(9_000)} end`, 12, 1_000);
  expect(out).toMatch(/^start [\s\S]*#12[\s\S]* end$/);
  expect(out.length).toBeLessThan(1_100);
});
