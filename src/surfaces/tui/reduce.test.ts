import { describe, expect, test } from "vitest";
import type { AgentEvent } from "../../contracts/session.ts";
import { ModelFailure } from "../../kernel/failure.ts";
import { NO_USAGE } from "../../kernel/message.ts";
import { MESSAGES } from "./messages.ts";
import { type Action, createReducer } from "./reduce.ts";
import { EMPTY, isWorking, settledCount, type ViewState } from "./state.ts";

const reduce = createReducer(MESSAGES);

function stateAfter(...actions: readonly (Action | AgentEvent)[]): ViewState {
  return actions.reduce<ViewState>(
    (state, action, index) =>
      reduce(state, isAction(action) ? action : { type: "event", event: action, at: index * 1000 }),
    EMPTY,
  );
}

const ACTIONS = new Set([
  "event",
  "sent",
  "admitted",
  "unsent",
  "said",
  "replied",
  "shell",
  "divider",
  "banner",
  "recalled",
  "choose",
  "write-own",
  "expand",
  "thoughts",
  "busy-mode",
  "flash",
  "facts",
  "cleared",
  "pick",
]);
function isAction(value: Action | AgentEvent): value is Action {
  return ACTIONS.has(value.type);
}

const starts = (...inputs: readonly string[]): AgentEvent => ({ type: "turn-start", sessionId: "s", inputs });
const start = starts();
/** Said under a key of its own, and taken in under its words. */
const sent = (key: number, text: string): readonly Action[] => [
  { type: "sent", key, text, images: [], delivery: "queue" },
  { type: "admitted", key, id: text },
];
const tool = (id: string): AgentEvent => ({ type: "tool-start", call: { id, tool: "terminal", input: {} }, label: id });
const done = (id: string): AgentEvent => ({
  type: "tool-end",
  callId: id,
  tool: "terminal",
  isError: false,
  ms: 5,
  parts: [],
});

describe("a turn", () => {
  test("what was said waits until its turn starts, then stands in the conversation", () => {
    const waiting = stateAfter(...sent(1, "hi"));
    expect(waiting.waiting).toMatchObject([{ text: "hi" }]);
    expect(waiting.blocks).toEqual([]);
    const begun = reduce(waiting, { type: "event", event: starts("hi"), at: 1 });
    expect(begun).toMatchObject({ busy: true, waiting: [], blocks: [{ type: "user", text: "hi" }] });
  });

  test("of several queued messages each turn takes one, in order", () => {
    const state = stateAfter(
      ...sent(1, "a"),
      ...sent(2, "b"),
      starts("a"),
      { type: "turn-end", reason: "answered" },
      starts("b"),
    );
    expect(state.blocks.map((block) => (block.type === "user" ? block.text : block.type))).toEqual(["a", "b"]);
  });

  test("a turn nobody here asked for leaves what waits where it is", () => {
    const state = stateAfter(...sent(1, "mine"), starts("a notice of a job"), { type: "text", delta: "It ended." });
    expect(state.waiting).toMatchObject([{ text: "mine" }]);
    expect(state.blocks.map(({ type }) => type)).toEqual(["answer"]);
  });

  test("the turn may be announced before the message is known to be taken in", () => {
    const state = stateAfter({ type: "sent", key: 1, text: "hi", images: [], delivery: "queue" }, starts("in_1"), {
      type: "admitted",
      key: 1,
      id: "in_1",
    });
    expect(state).toMatchObject({ waiting: [], unclaimed: [], blocks: [{ type: "user", text: "hi" }] });
  });

  test("what could not be sent does not wait", () => {
    expect(
      stateAfter({ type: "sent", key: 1, text: "hi", images: [], delivery: "queue" }, { type: "unsent", key: 1 })
        .waiting,
    ).toEqual([]);
  });

  test("text grows in one block; a tool ends it", () => {
    const state = stateAfter(start, { type: "text", delta: "Let " }, { type: "text", delta: "me look." }, tool("t"));
    expect(state.blocks).toMatchObject([
      { type: "answer", text: "Let me look.", done: true },
      { type: "call", state: "running", done: false },
    ]);
  });

  test("thinking has a length and is over when words come", () => {
    const state = stateAfter(
      start,
      { type: "reasoning", delta: "hm" },
      { type: "reasoning", delta: "m" },
      { type: "text", delta: "Yes." },
    );
    expect(state.blocks[0]).toMatchObject({ type: "thought", text: "hmm", ms: 2000, done: true });
  });

  test("blocks may be printed only up to the first that can still change", () => {
    const running = stateAfter(start, tool("a"), tool("b"), done("b"));
    expect(settledCount(running)).toBe(0);
    expect(settledCount(stateAfter(start, tool("a"), tool("b"), done("b"), done("a")))).toBe(2);
  });

  test("an interrupted turn leaves nothing running", () => {
    const state = stateAfter(
      start,
      tool("a"),
      { type: "text", delta: "half" },
      { type: "turn-end", reason: "aborted" },
    );
    expect(state.busy).toBe(false);
    expect(settledCount(state)).toBe(state.blocks.length);
    expect(state.blocks.at(-1)).toMatchObject({ type: "notice", text: MESSAGES.interrupted });
    expect(state.blocks.find((block) => block.type === "call")).toMatchObject({ state: "failed" });
  });

  test("a failure is said in the provider's words", () => {
    const failure = new ModelFailure("auth", { message: "The key was refused." });
    const state = stateAfter(start, { type: "turn-end", reason: "failed", failure });
    expect(state.blocks.at(-1)).toMatchObject({ type: "notice", level: "error", text: "The key was refused." });
  });

  test("cost and tokens add up over calls, the window is the last one's", () => {
    const usage = { ...NO_USAGE, input: 100, output: 10, cacheRead: 50 };
    const event: AgentEvent = { type: "usage", usage, model: "p/m", window: 1000, costUsd: 0.5 };
    expect(stateAfter(start, event, event)).toMatchObject({
      costUsd: 1,
      totals: { input: 200, output: 20, cacheRead: 100 },
      usage,
      window: 1000,
    });
  });

  test("progress stays with its call, and the plan is the newest one", () => {
    const items = [{ text: "one", status: "pending" }];
    const state = stateAfter(
      start,
      tool("a"),
      tool("b"),
      { type: "tool-progress", callId: "b", line: "50 %" },
      {
        type: "tool-end",
        callId: "a",
        tool: "todo",
        isError: false,
        ms: 1,
        parts: [],
        display: { type: "todo", items },
      },
    );
    expect(state.blocks).toMatchObject([{ progress: [] }, { progress: ["50 %"] }]);
    expect(state.todos).toEqual(items);
  });
});

describe("questions", () => {
  const ask = (id: string): AgentEvent => ({
    type: "question",
    question: { id, type: "clarify", text: id, choices: [] },
  });
  const closed = (id: string): AgentEvent => ({ type: "question-closed", id, answer: { type: "text", text: "x" } });

  test("a second question waits for the first", () => {
    const both = stateAfter(start, ask("1"), ask("2"));
    expect(both.question?.question.id).toBe("1");
    expect(reduce(both, { type: "event", event: closed("1"), at: 0 }).question?.question.id).toBe("2");
  });

  test("a waiting question that was closed elsewhere is never shown", () => {
    const state = stateAfter(start, ask("1"), ask("2"), closed("2"), closed("1"));
    expect(state.question).toBeUndefined();
  });

  test("silence is told", () => {
    const state = stateAfter(start, ask("1"), {
      type: "question-closed",
      id: "1",
      answer: { type: "unanswered", why: "nobody answered in time" },
    });
    expect(state.blocks.at(-1)).toMatchObject({ type: "notice", text: expect.stringContaining("nobody answered") });
  });
});

test("work between turns shows what it does and how long, and a move says nothing of the old fill", () => {
  const usage: AgentEvent = { type: "usage", usage: { ...NO_USAGE, input: 9 }, model: "a/m", window: 10, costUsd: 0 };
  const compacting = stateAfter(
    start,
    usage,
    { type: "turn-end", reason: "answered" },
    { type: "status", text: "Compacting" },
  );
  expect(compacting).toMatchObject({ busy: false, status: "Compacting", turnStartedAt: 3_000 });
  expect(isWorking(compacting)).toBe(true);
  const moved = stateAfter(start, usage, { type: "session-moved", from: "a", to: "b" });
  expect(moved.usage).toBeUndefined();
  expect(isWorking(stateAfter({ type: "status", text: "Compacting" }, { type: "status", text: "" }))).toBe(false);
});
