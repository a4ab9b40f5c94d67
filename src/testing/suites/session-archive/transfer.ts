// Out of one store and into another: nothing is lost on the way, twice is once, and no line breaks it.

import { beforeEach, expect, test } from "vitest";
import { textOf, userMessage } from "../../../kernel/message.ts";
import { OWNER } from "../../../kernel/principal.ts";
import type { FakeClock } from "../../fakes.ts";
import { headOf, messagesOf, newSession } from "../session-store/kit.ts";
import { type ArchivedStore, bring, collect, compaction, LONG, linesOf, RICH } from "./kit.ts";

interface TransferKit {
  readonly store: ArchivedStore;
  readonly clock: FakeClock;
  /** An empty store of the same kind. */
  elsewhere(): Promise<ArchivedStore>;
}

export function transferSuite(kit: () => TransferKit): void {
  let store: ArchivedStore;
  const elsewhere = () => kit().elsewhere();
  beforeEach(() => {
    store = kit().store;
  });

  test("an export brought elsewhere gives the same conversations, and a second time changes nothing", async () => {
    const { clock } = kit();
    await store.create(newSession("a", { title: "tax", model: "m", provider: "p", settings: { x: 1 } }));
    const seqs = await store.append("a", RICH, 0);
    await store.continueFrom("a", newSession("b", { startedAt: clock.now() + 5 }), compaction(seqs));
    const lines = await linesOf(store);
    expect(lines.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(lines[0]?.messages[0]).toMatchObject({ id: seqs[0], role: "user", timestamp: 1 });
    expect(lines[0]?.messages[2]?.content).toBe(LONG);

    const other = await elsewhere();
    expect((await bring(other, [...lines].reverse())).map(({ type }) => type)).toEqual(["created", "created"]);
    expect(await messagesOf(other, "a")).toEqual(RICH);
    expect(await other.get("b")).toMatchObject({ parentId: "a", title: "tax #2" });
    expect(await other.get("a")).toMatchObject({ ...(await store.get("a")) });
    expect((await bring(other, lines)).map(({ type }) => type)).toEqual(["unchanged", "unchanged"]);
    const found = await other.search({ principal: OWNER, query: "character", limit: 3 });
    expect(found.map(({ sessionId }) => sessionId)).toEqual(["a"]);
  });

  test("what a branch shares with its original is found and counted once after the way, too", async () => {
    await store.create(newSession("trunk", { startedAt: 1_000_000 }));
    const kettle = { ...userMessage("a copper kettle", 1_000_000_000) };
    await store.append("trunk", [kettle, userMessage("and tea", 1_000_001_000)], 0);
    await store.branch("trunk", newSession("twig", { startedAt: 1_000_002_000 }));
    const head = await headOf(store, "twig");
    await store.append("twig", [userMessage("a copper kettle", 1_000_003_000)], head);
    const lines = await linesOf(store);
    const other = await elsewhere();
    await bring(other, [...lines].reverse());
    for (const one of [store, other]) {
      const found = await one.search({ principal: OWNER, query: "copper kettle", limit: 9 });
      expect(found.map(({ sessionId }) => sessionId).sort()).toEqual(["trunk", "twig"]);
      const use = await one.use({ from: 0, to: 2_000_000_000 });
      expect(Object.values(use.messagesByDay).reduce((sum, count) => sum + count, 0)).toBe(3);
      expect(await one.check()).toEqual([]);
    }
    await other.removeConversation("trunk");
    const left = await other.search({ principal: OWNER, query: "tea", limit: 9 });
    expect(left.map(({ sessionId }) => sessionId)).toEqual(["twig"]);
  });

  test("sessions that call each other their parent all arrive, and the eldest is listed", async () => {
    const named = (id: string, parent: string) => ({
      ...{ id, source: "cli", started_at: 1700000000, parent_session_id: parent },
      messages: [{ role: "user", content: `I am ${id}`, timestamp: 1700000001 }],
    });
    const ring = [named("x", "y"), named("y", "z"), named("z", "x"), named("alone", "alone")];
    expect((await bring(store, ring)).map(({ type }) => type)).toEqual(Array(4).fill("created"));
    const listed = await store.list({ principal: OWNER, tipsOnly: true, limit: 9 });
    expect(listed.map(({ id }) => id).sort()).toEqual(["alone", "z"]);
    expect((await bring(store, ring)).map(({ type }) => type)).toEqual(Array(4).fill("unchanged"));
    for (const id of ["x", "y", "z", "alone"]) expect(await store.find(id, OWNER)).toMatchObject({ type: "found" });
  });

  test("an import needs little, extends what it continues, and never overwrites what differs", async () => {
    const said = (content: string, timestamp = 1700000001) => ({ role: "user", content, timestamp });
    const minimal = { id: "x", source: "cli", started_at: 1700000000, messages: [said("hello")] };
    const reply = { role: "assistant", content: "hi", timestamp: 1700000002 };
    const longer = { ...minimal, messages: [...minimal.messages, reply] };
    const other = { ...minimal, messages: [said("something else")] };
    const outcomes = await bring(store, [minimal, minimal, longer, other, { id: "y" }, 5]);
    expect(outcomes.map(({ type }) => type)).toEqual([
      "created",
      "unchanged",
      "extended",
      "differs",
      "refused",
      "refused",
    ]);
    expect((await messagesOf(store, "x")).map(({ role }) => role)).toEqual(["user", "assistant"]);
    const fine = { ...minimal, id: "z", messages: [said("hello", 1700000001.123456)] };
    expect((await bring(store, [fine, fine])).map(({ type }) => type)).toEqual(["created", "unchanged"]);
    const exported = await collect(store.exportSessions({ sessionId: "z" }));
    expect(exported).toMatchObject([{ messages: [{ timestamp: 1700000001.123456 }] }]);
  });

  test("columns that only another program fills are carried through, whichever store they pass", async () => {
    const theirs = {
      ...{ id: "theirs", source: "discord", user_id: "u1", started_at: 1700000000, ended_at: 1700000009 },
      ...{
        system_prompt: "You are somebody else.",
        billing_base_url: "http://localhost:1",
        billing_mode: "metered",
      },
      ...{ actual_cost_usd: 0.25, cost_status: "final", cost_source: "bill", pricing_version: "v2" },
      ...{
        handoff_state: "done",
        handoff_platform: "discord",
        handoff_error: "none",
        rewind_count: 2,
        archived: 1,
      },
    };
    const message = {
      ...{ role: "assistant", content: "Hello.", timestamp: 1700000001.25, token_count: 7, observed: 1 },
      ...{ reasoning_content: "Greet.", reasoning_details: '[{"a":1}]', codex_reasoning_items: "[1]" },
      ...{ codex_message_items: "[2]", platform_message_id: "m-1" },
    };
    await bring(store, [{ ...theirs, messages: [message] }]);
    const other = await elsewhere();
    await bring(other, await linesOf(store));
    for (const one of [store, other]) expect(await linesOf(one)).toMatchObject([{ ...theirs, messages: [message] }]);
  });

  test("what is no part of a conversation comes out as it came in, also where it is no text", async () => {
    const contents = ["plain", { tools: ["a"] }, [1, null], "a\u0000b"];
    const messages = contents.map((content, n) => ({ role: "session_meta", content, timestamp: 1700000000 + n }));
    await bring(store, [{ id: "a", source: "cli", started_at: 1700000000, messages }]);
    const [line] = await linesOf(store);
    expect(line?.messages.map(({ content }) => content)).toEqual(contents);
  });

  test("what a column cannot hold is left to its default, and nothing is its own parent", async () => {
    const minimal = { source: "cli", started_at: 1700000000, messages: [] };
    const empty = { ...minimal, id: "empty", rewind_count: null, archived: null, message_count: null, title: null };
    const words = { rewind_count: "x", archived: {}, input_tokens: "many", ended_at: "never", cwd: 5 };
    const message = { role: "user", content: "hi", timestamp: 1700000000, token_count: 2 ** 53 };
    const large = {
      api_call_count: 2 ** 53,
      rewind_count: 1.5,
      input_tokens: -1e300,
      archived: 7,
      messages: [message],
    };
    const outcomes = await bring(store, [
      empty,
      { ...minimal, ...words, id: "words", parent_session_id: "words" },
      { ...minimal, ...large, id: "large" },
    ]);
    expect(outcomes.map(({ type }) => type)).toEqual(["created", "created", "created"]);
    expect(await linesOf(store)).toHaveLength(3);
    const rows = await store.list({ principal: OWNER, tipsOnly: true });
    expect(rows.map(({ id, archived, usage }) => [id, archived, usage.input])).toEqual([
      ["words", false, 0],
      ["large", false, 0],
      ["empty", false, 0],
    ]);
  });

  test("odd characters stand anywhere in a line; one that cannot be taken keeps no other out", async () => {
    const odd = (id: string) => ({
      ...{ id, source: "cli\u0000", user_id: "\ud800", cwd: "/x\u0000", title: `t\u0000${id}`, model: "m\u0000" },
      ...{ model_config: { a: "\u0000\ud800" }, started_at: 1700000000, parent_session_id: "other\u0000" },
      messages: [
        { role: "session\u0000meta", content: "\u0000", timestamp: 1700000001 },
        {
          ...{ role: "assistant", content: "a\u0000b", finish_reason: "tool_calls\u0000", timestamp: 1700000002 },
          tool_calls: [
            { id: "c\u0000", type: "function", function: { name: "x\u0000", arguments: '{"a":"\\u0000"}' } },
          ],
        },
        { role: "tool", tool_call_id: "c\u0000", tool_name: "x\u0000", content: "r\u0000", timestamp: 1700000003 },
      ],
    });
    const lines = [odd("one"), odd("other\u0000"), { id: "last", source: "cli", started_at: 1, messages: [] }];
    expect((await bring(store, lines)).map(({ type }) => type)).toEqual(["created", "created", "created"]);
    expect((await bring(store, lines)).map(({ type }) => type)).toEqual(["unchanged", "unchanged", "unchanged"]);
    expect((await messagesOf(store, "one")).map(textOf)).toEqual(["a\u0000b", "r\u0000"]);
    expect((await store.get("one"))?.parentId).toMatch(/^other.$/su);
    const half = { id: "half", source: "cli", started_at: 1, api_call_count: "no number", messages: [] };
    const outcomes = (await bring(store, [half, { ...half, id: "whole", api_call_count: 3 }])).map(({ type }) => type);
    expect(outcomes.at(-1)).toBe("created");
  });

  test("results without a name take that of the call they answer, a title too long its beginning; twice is once", async () => {
    const call = { id: "c1", type: "function", function: { name: "terminal", arguments: "{}" } };
    const messages = [
      { role: "user", content: [{ type: "text", text: "list" }], timestamp: 11 },
      { role: "assistant", content: null, tool_calls: [call], timestamp: 12 },
      { role: "tool", content: "out", tool_call_id: "c1", timestamp: 13 },
    ];
    const line = { id: "x", source: "cli", started_at: 10, title: "t ".repeat(150), messages };
    expect((await bring(store, [line, line])).map(({ type }) => type)).toEqual(["created", "unchanged"]);
    expect((await messagesOf(store, "x")).at(-1)).toMatchObject({ role: "tool", tool: "terminal" });
    expect((await store.get("x"))?.title).toBe("t ".repeat(50).trim());
  });

  test("a long message from before 1970 comes in like any other", async () => {
    const content = "long ".repeat(60_000);
    await bring(store, [
      { id: "x", source: "cli", started_at: -10, messages: [{ role: "user", content, timestamp: -9 }] },
    ]);
    expect((await messagesOf(store, "x")).map(textOf)).toEqual([content]);
  });

  test("rows that are no part of a conversation go along, those taken back stay taken back", async () => {
    const row = (role: string, content: string, active: number) => ({ role, content, timestamp: 11, active });
    const messages = [row("session_meta", "facts", 1), row("user", "kept", 1), row("user", "regretted", 0)];
    await bring(store, [{ id: "x", source: "cli", started_at: 10, messages }]);
    expect((await messagesOf(store, "x")).map(textOf)).toEqual(["kept"]);
    expect(await store.get("x")).toMatchObject({ preview: "kept" });
    const [line] = await linesOf(store);
    expect(line?.messages.map(({ role, content }) => [role, content])).toEqual([
      ["session_meta", "facts"],
      ["user", "kept"],
    ]);
    expect(await store.restoreRewound("x")).toEqual({ count: 1 });
    expect((await messagesOf(store, "x")).map(textOf)).toEqual(["kept", "regretted"]);
  });
}
