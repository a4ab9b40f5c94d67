// What a store tells about itself in numbers: space by kind, use by day, model and tool.

import { expect, test } from "vitest";
import { type Message, NO_USAGE, userMessage } from "../../../kernel/message.ts";
import { answered, newSession } from "../session-store/kit.ts";
import { type ArchivedStore, bring, compaction, RICH } from "./kit.ts";

export function figuresSuite(current: () => ArchivedStore): void {
  test("what takes the space is told by kind", async () => {
    const store = current();
    await store.create(newSession("a"));
    await store.append("a", RICH, 0);
    await store.freezePrompt("a", { system: ["You are."], tools: [], sharedThrough: 0, layers: [] });
    const { bytes, textBytes, totalBytes } = await store.stats();
    const kinds = ["words", "tool_results", "tool_calls", "reasoning", "prompts", "search_index"];
    const apart = ["images", "large_results", "own_tables"];
    for (const kind of [...kinds, ...apart]) expect(bytes[kind], kind).toBeGreaterThan(0);
    expect(bytes.meanings).toBeGreaterThanOrEqual(0);
    expect(totalBytes).toBeGreaterThan(textBytes);
  });

  test("what was used adds up by session, day, model and tool; what was carried over counts once", async () => {
    const store = current();
    const at = new Date(2024, 4, 17, 13, 30).getTime();
    const said = (message: Message, seconds: number): Message => ({ ...message, at: at + seconds * 1000 });
    const usage = { ...NO_USAGE, input: 100, output: 20, cacheRead: 30, cacheWrite: 4 };
    const call = { type: "call" as const, call: { id: "c", tool: "terminal", input: { odd: "\ud800 \u0000" } } };
    const reply = { role: "assistant", parts: [call], stop: "calls", usage, model: "p/m", at } as const;
    await store.create(newSession("a", { title: "tax", startedAt: at }));
    const seqs = await store.append(
      "a",
      [
        said(userMessage("one", 0), 0),
        said(reply, 3),
        said({ ...answered("c", "no", 0), tool: "terminal", isError: true }, 5),
        said({ ...reply, parts: [{ type: "text", text: "ok" }], stop: "end" }, 9),
        said(userMessage("two", 0), 4_000),
        said({ ...reply, parts: [{ type: "text", text: "ok" }], stop: "end" }, 9_000),
      ],
      0,
    );
    await store.continueFrom("a", newSession("b", { startedAt: at + 9_001_000 }), {
      ...compaction(seqs.slice(0, 3)),
      view: (await store.history("a")).slice(3).map(({ message }) => message),
    });
    const theirs = { input_tokens: 5, output_tokens: 6, api_call_count: 2, model: "theirs", estimated_cost_usd: 0.5 };
    await bring(store, [{ id: "x", source: "discord", started_at: at / 1000, ...theirs, messages: [] }]);
    const span = { from: at - 1000, to: at + 4_001_000 };
    const day = "2024-05-17";
    const { usage: used, sessions, ...rest } = await store.use(span);
    expect(used.filter(({ session }) => session === "a")).toEqual([
      {
        session: "a",
        day,
        model: "p/m",
        calls: 3,
        input: 300,
        output: 60,
        cacheRead: 90,
        cacheWrite: 12,
        ms: 1_807_000,
      },
    ]);
    expect(used.filter(({ session }) => session === "x")).toMatchObject([{ model: "theirs", calls: 2, input: 5, day }]);
    expect(sessions.map(({ id, startedDay, costUsd }) => [id, startedDay, costUsd]).sort()).toEqual([
      ["a", day, undefined],
      ["b", day, undefined],
      ["x", day, 0.5],
    ]);
    expect(rest).toEqual({
      tools: [{ tool: "terminal", calls: 1, failed: 1, ms: 2_000 }],
      messagesByDay: { [day]: 5 },
      hours: Array.from({ length: 24 }, (_, hour) => (hour === 13 || hour === 14 ? 1 : 0)),
    });
    expect((await store.use({ ...span, source: "discord" })).sessions.map(({ id }) => id)).toEqual(["x"]);
  });
}
