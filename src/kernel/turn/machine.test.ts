import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ModelFailure, type ModelFailureKind } from "../failure.ts";
import { type AssistantMessage, NO_USAGE, type OutputPart } from "../message.ts";
import { advance, begin } from "./machine.ts";
import { DEFAULT_POLICY, type Step, type Turn, type TurnEvent, type TurnPolicy } from "./turn.ts";

const reply = (parts: OutputPart[], stop: AssistantMessage["stop"] = "end"): TurnEvent => ({
  type: "replied",
  message: { role: "assistant", parts, stop, usage: NO_USAGE, model: "p/m", at: 0 },
});
const words = (text: string) => ({ type: "text", text }) as const;
const call = (id: string) => ({ type: "call", call: { id, tool: "t", input: {} } }) as const;
const failed = (kind: ModelFailureKind, extra: { status?: number; retryAfterMs?: number } = {}): TurnEvent => ({
  type: "failed",
  failure: new ModelFailure(kind, { message: kind, ...extra }),
  jitter: 0.5,
});

/** Feeds events and gives back the last step. */
function play(events: readonly TurnEvent[], policy: Partial<TurnPolicy> = {}): { turn: Turn; step: Step } {
  let [turn, step] = begin();
  for (const event of events) [turn, step] = advance(turn, event, { ...DEFAULT_POLICY, ...policy });
  return { turn, step };
}

describe("the way of an ordinary turn", () => {
  test("starts by calling the model with tools", () => {
    expect(begin()[1]).toEqual({ type: "call-model", tools: true });
  });
  test("words end it", () => {
    expect(play([reply([words("done")])]).step).toEqual({ type: "finish", reason: "answered" });
  });
  test("calls are run, and their results go back to the model", () => {
    const ran = play([reply([call("a"), call("b")], "calls")]);
    expect(ran.step).toMatchObject({ type: "run-tools", calls: [{ id: "a" }, { id: "b" }] });
    expect(play([reply([call("a")], "calls"), { type: "tools-ran", messages: [] }]).step).toEqual({
      type: "call-model",
      tools: true,
    });
  });
  test("a refusal is final without a fallback, and tried once elsewhere with one", () => {
    expect(play([reply([], "refused")]).step).toEqual({ type: "finish", reason: "refused" });
    expect(play([reply([], "refused")], { fallbacks: 1 }).step.type).toBe("fall-back");
  });
});

describe("what is cut off", () => {
  test("a cut answer is continued, a bounded number of times", () => {
    const cut = reply([words("half")], "length");
    expect(play([cut]).step).toEqual({ type: "call-model", tools: true });
    expect(play([cut, cut, cut, cut]).step).toEqual({ type: "finish", reason: "answered" });
  });
  test("a cut call is answered but never run", () => {
    expect(play([reply([call("a")], "length")]).step).toMatchObject({ type: "refuse-calls", why: "cut-off" });
  });
  test("calls that are always cut end in words, not in a loop", () => {
    const round: TurnEvent[] = [reply([call("a")], "length"), { type: "tools-ran", messages: [] }];
    const end = play([...round, ...round, ...round, ...round]);
    expect(end.step).toEqual({ type: "nudge", nudge: "wrap-up" });
  });
});

describe("nothing said", () => {
  test("is asked again, then fails", () => {
    const empty = reply([words("  ")]);
    expect(play([empty]).step).toEqual({ type: "nudge", nudge: "empty-reply" });
    const end = play([empty, { type: "resumed" }, empty, { type: "resumed" }, empty]);
    expect(end.step).toMatchObject({ type: "finish", reason: "failed", failure: { kind: "model-output" } });
  });
});

describe("the budget", () => {
  test("once spent, the model closes in words without tools", () => {
    const round: TurnEvent[] = [reply([call("a")], "calls"), { type: "tools-ran", messages: [] }];
    const spent = play([...round, ...round], { maxIterations: 2 });
    expect(spent.step).toEqual({ type: "nudge", nudge: "wrap-up" });
    const closing = play([...round, ...round, { type: "resumed" }], { maxIterations: 2 });
    expect(closing.step).toEqual({ type: "call-model", tools: false });
    const end = play([...round, ...round, { type: "resumed" }, reply([words("so far")])], { maxIterations: 2 });
    expect(end.step).toEqual({ type: "finish", reason: "budget-spent" });
  });
  test("retries and compactions do not eat it", () => {
    const before = begin()[0].iterations;
    expect(play([failed("overloaded"), { type: "resumed" }]).turn.iterations).toBe(before);
    expect(play([{ type: "crowded" }, { type: "resumed" }]).turn.iterations).toBe(before);
  });
});

describe("failures have one action each", () => {
  const cases: [ModelFailureKind, Step["type"]][] = [
    ["rate-limit", "wait"],
    ["overloaded", "wait"],
    ["transport", "wait"],
    ["timeout", "wait"],
    ["model-output", "wait"],
    ["context-overflow", "compact"],
    ["auth", "finish"],
    ["billing", "finish"],
    ["bad-request", "finish"],
    ["refused", "finish"],
  ];
  test.each(cases)("%s → %s", (kind, step) => {
    expect(play([failed(kind)]).step.type).toBe(step);
  });
  test.each(["auth", "billing", "refused"] as const)("%s goes to the fallback when there is one", (kind) => {
    expect(play([failed(kind)], { fallbacks: 1 }).step.type).toBe("fall-back");
  });
  test("a bad request is never taken for an overflow, and never goes elsewhere", () => {
    expect(play([failed("bad-request", { status: 400 })], { fallbacks: 1 }).step.type).toBe("finish");
  });
  test("a model that is not there goes to the fallback", () => {
    expect(play([failed("bad-request", { status: 404 })], { fallbacks: 1 }).step.type).toBe("fall-back");
  });
  test("the vendor's wish is honoured, unless it is too long", () => {
    expect(play([failed("rate-limit", { retryAfterMs: 7_000 })]).step).toMatchObject({ type: "wait", ms: 7_000 });
    expect(play([failed("rate-limit", { retryAfterMs: 600_000 })]).step.type).toBe("finish");
  });
  test("retries are bounded, then the fallback, then the end", () => {
    const again: TurnEvent[] = [failed("transport"), { type: "resumed" }];
    const three = [...again, ...again, ...again];
    expect(play([...three, failed("transport")]).step).toMatchObject({ type: "finish", reason: "failed" });
    expect(play([...three, failed("transport")], { fallbacks: 1 }).step.type).toBe("fall-back");
  });
  test("compaction is tried a bounded number of times", () => {
    const round: TurnEvent[] = [{ type: "crowded" }, { type: "resumed" }];
    expect(play([...round, ...round, ...round, { type: "crowded" }]).step).toMatchObject({
      type: "finish",
      reason: "failed",
      failure: { kind: "context-overflow" },
    });
  });
});

const anyEvent: fc.Arbitrary<TurnEvent> = fc.oneof(
  fc.constantFrom<TurnEvent>({ type: "resumed" }, { type: "crowded" }, { type: "tools-ran", messages: [] }),
  fc
    .record({
      text: fc.constantFrom("", "words"),
      calls: fc.integer({ min: 0, max: 2 }),
      stop: fc.constantFrom<AssistantMessage["stop"]>("end", "calls", "length", "refused"),
    })
    .map(({ text, calls, stop }) =>
      reply([words(text), ...Array.from({ length: calls }, (_, i) => call(`c${i}`))], stop),
    ),
  fc
    .constantFrom<ModelFailureKind>(
      "auth",
      "rate-limit",
      "overloaded",
      "context-overflow",
      "transport",
      "model-output",
      "timeout",
    )
    .map((kind) => failed(kind)),
);

test("no sequence of events runs for ever: steps are bounded by the budget and the retries", () => {
  fc.assert(
    fc.property(fc.infiniteStream(anyEvent), fc.integer({ min: 1, max: 5 }), (events, maxIterations) => {
      const policy = { ...DEFAULT_POLICY, maxIterations, fallbacks: 2 };
      let [turn, step] = begin();
      let calls = 0;
      for (let i = 0; step.type !== "finish" && i < 2_000; i++) {
        if (step.type === "call-model") calls++;
        const event = events.next().value as TurnEvent;
        [turn, step] = advance(turn, event, policy);
      }
      expect(step.type === "finish" || calls > 0).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("an abort ends the turn from any state", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
      const { turn } = play(events);
      expect(advance(turn, { type: "aborted" }, DEFAULT_POLICY)[1]).toEqual({ type: "finish", reason: "aborted" });
    }),
  );
});
