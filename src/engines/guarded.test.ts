import { describe, expect, test } from "vitest";
import type { CompactRequest, CompactResult, ContextEngine, ContextView } from "../contracts/context.ts";
import { type Message, userMessage } from "../kernel/message.ts";
import { fakeLog } from "../testing/fakes.ts";
import { guardedEngine } from "./guarded.ts";

const messages = ["an old story ".repeat(50), "Paint the shed."].map((words) => userMessage(words, 1));
const VIEW: ContextView = {
  messages: messages.map((message, index) => ({ seq: index + 1, message })),
  window: 32_000,
  estimate: 200,
};
const proposal = (view: readonly Message[]): CompactResult => ({
  type: "compacted",
  compaction: {
    view,
    summary: "",
    replaced: { fromSeq: 1, toSeq: 1 },
    tokensBefore: 200,
    tokensAfter: 20,
    note: "done",
  },
});
const builtIn: ContextEngine = {
  name: "compressor",
  assess: () => "compact",
  compact: async () => proposal([userMessage("Paint the shed. (built-in)", 1)]),
};

function guarded(engine: Partial<ContextEngine>, timeoutMs = 60_000) {
  const log = fakeLog();
  const whole: ContextEngine = {
    name: "tidy",
    assess: () => "fits",
    compact: async () => proposal(messages.slice(1)),
    ...engine,
  };
  return { engine: guardedEngine(whole, { builtIn, log, timeoutMs }), log };
}
const request = (signal = new AbortController().signal): CompactRequest => ({ models: [], signal });

test("an engine that keeps to the contract decides alone", async () => {
  const { engine, log } = guarded({});
  expect(engine.assess(VIEW)).toBe("fits");
  expect(await engine.compact(VIEW, request())).toEqual(proposal(messages.slice(1)));
  expect(log.lines).toEqual([]);
});

describe("one that does not is replaced by the built-in for this time, and the conversation is told", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["throws", () => Promise.reject(new Error("no coffee"))],
    [
      "throws at once",
      () => {
        throw new Error("no coffee");
      },
    ],
    ["returns nothing", async () => undefined],
    ["proposes no view", async () => proposal([])],
    ["proposes no messages", async () => proposal(["hello" as unknown as Message])],
    ["loses the last request", async () => proposal([userMessage("all is well", 1)])],
    ["is no smaller", async () => proposal([...messages, ...messages])],
  ])("%s", async (_name, compact) => {
    const { engine } = guarded({ compact: compact as ContextEngine["compact"] });
    const result = await engine.compact(VIEW, request());
    expect(result).toMatchObject({
      type: "compacted",
      warnings: [expect.stringContaining("The context engine tidy failed")],
    });
  });

  test("never answers", async () => {
    const { engine } = guarded({ compact: () => new Promise(() => undefined) }, 5);
    expect(await engine.compact(VIEW, request())).toMatchObject({
      type: "compacted",
      warnings: [expect.stringContaining("no answer")],
    });
  });

  test("an assessment that throws or is none", () => {
    const thrower = guarded({
      assess: () => {
        throw new Error("no coffee");
      },
    });
    expect(thrower.engine.assess(VIEW)).toBe("compact");
    expect(guarded({ assess: () => "perhaps" as "fits" }).engine.assess(VIEW)).toBe("compact");
  });
});

test("stopped by the user, an engine that ignores it is not waited for and nothing takes its place", async () => {
  const stop = new AbortController();
  const { engine } = guarded({ compact: () => new Promise(() => undefined) });
  const pending = engine.compact(VIEW, request(stop.signal));
  stop.abort();
  expect((await pending).type).toBe("unchanged");
});
