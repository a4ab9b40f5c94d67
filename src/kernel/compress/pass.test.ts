import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryTranscript } from "../../testing/suites/arbitrary-transcript.ts";
import { callsOf, type Message, NO_USAGE, text, textOf, userMessage } from "../message.ts";
import { wireView } from "../request.ts";
import { estimateMessages } from "../tokens.ts";
import { isOvergrown, limitsFor, type Request, tokensNow, weigh } from "./assess.ts";
import { type Entry, isOwnWords } from "./entry.ts";
import { handoffMessage, isHandoff, parseHandoff } from "./handoff.ts";
import { choosePass, type Pass } from "./pass.ts";
import { NO_PINS } from "./pins.ts";
import type { PassOptions } from "./scene.ts";
import { assembleView, withoutOldImages } from "./view.ts";

const OPTIONS: PassOptions = {
  threshold: 0.5,
  targetRatio: 0.2,
  protectFirst: 3,
  protectLast: 20,
  effectOf: () => undefined,
};
const entriesOf = (messages: readonly Message[], from = 1): readonly Entry[] =>
  messages.map((message, index) => ({ seq: from + index, message }));
const say = (words: string, usage = NO_USAGE): Message => ({
  role: "assistant",
  parts: [text(words)],
  stop: "end",
  usage,
  model: "a/m",
  at: 1,
});
function ran(id: string, output: string): readonly Message[] {
  const call = { id, tool: "terminal", input: { command: `run ${id}` } };
  return [
    { role: "assistant", parts: [{ type: "call", call }], stop: "calls", usage: NO_USAGE, model: "a/m", at: 1 },
    { role: "tool", callId: id, tool: "terminal", parts: [text(output)], isError: false, at: 1 },
  ];
}
const request = (entries: readonly Entry[], window: number, overhead = 500): Request => ({
  sessionId: "s",
  entries,
  window,
  estimate: overhead + estimateMessages(entries.map(({ message }) => message)),
  factor: 1,
  maxOutput: undefined,
});
const load = (messages: readonly Message[], window: number, overhead = 500) =>
  weigh(request(entriesOf(messages), window, overhead));

function assembled(pass: Exclude<Pass, { type: "nothing" }>, summary: string) {
  return assembleView({
    handoff: { ...pass.handoff, summary: pass.type === "shorten" ? pass.handoff.summary : summary },
    kept: pass.kept,
    overhead: pass.limits.overhead,
    factor: 1,
    at: 9,
  });
}

describe("limits", () => {
  test("half the window, always below it, from 16K up", () => {
    for (const window of [16_384, 32_768, 64_000, 128_000, 200_000, 1_000_000]) {
      for (const overhead of [0, 3_000, 6_000]) {
        const limits = limitsFor(weigh(request([], window, overhead)), OPTIONS);
        expect(limits.threshold).toBeLessThanOrEqual(window * 0.85);
        expect(limits.threshold).toBeGreaterThanOrEqual(window * 0.5);
        expect(limits.threshold - overhead).toBeGreaterThanOrEqual(window / 5);
        expect(limits.ceiling).toBeLessThan(window);
        expect(limits.tail).toBeLessThan(limits.threshold);
      }
    }
    const large = limitsFor(weigh(request([], 200_000, 0)), OPTIONS);
    expect(large).toMatchObject({ threshold: 100_000, tail: 20_000, summary: 10_000 });
  });

  test("a window whose answers are long leaves room for them", () => {
    const limits = limitsFor({ ...weigh(request([], 64_000, 0)), maxOutput: 40_000 }, { ...OPTIONS, threshold: 0.8 });
    expect(limits.threshold).toBeLessThanOrEqual(64_000 * 0.6);
  });
});

describe("what the next request takes", () => {
  const usage = { ...NO_USAGE, input: 50_000, output: 1_000 };

  test("the vendor's count plus what came since", () => {
    const heavy = "word ".repeat(8_000);
    const tokens = tokensNow({
      ...load([userMessage("a", 1), say("b", usage), userMessage(heavy, 1)], 200_000),
      estimate: 60_000,
    });
    expect(tokens).toBeGreaterThan(60_000);
    expect(tokens).toBeLessThan(62_000);
  });

  test("counts of copies after a compaction say nothing about the new view", () => {
    const note = handoffMessage(
      {
        pass: 1,
        fromSeq: 1,
        toSeq: 2,
        from: "s",
        kept: 2,
        pins: NO_PINS,
        began: [],
        reply: undefined,
        summary: "",
      },
      1,
    );
    const view = load([note, userMessage("a", 1), say("b", usage)], 200_000);
    expect(tokensNow(view)).toBe(view.estimate);
  });

  test("a count far below any estimate is not believed", () => {
    const lying = { ...NO_USAGE, input: 12 };
    const view = load([userMessage("x".repeat(40_000), 1), say("b", lying)], 200_000);
    expect(tokensNow(view)).toBe(view.estimate);
  });

  test("a chat is overgrown at 85 % or at its message limit", () => {
    const few = load([userMessage("a", 1), say("b"), userMessage("c", 1), say("d")], 200_000);
    expect(isOvergrown(few, 400)).toBe(false);
    expect(isOvergrown({ ...few, estimate: 171_000 }, 400)).toBe(true);
    expect(isOvergrown(few, 4)).toBe(true);
  });
});

describe("choosing a pass", () => {
  const turns = (count: number, words: number) =>
    Array.from({ length: count }, (_, n) => [userMessage(`ask ${n}`, 1), say(`${n} ${"word ".repeat(words)}`)]).flat();

  test("where shortening old results is enough, nothing is summarised and no message leaves", () => {
    const messages = [
      userMessage("go", 1),
      ...Array.from({ length: 40 }, (_, n) => ran(`c${n}`, `${n}${"o".repeat(6_000)}`)).flat(),
    ];
    const pass = choosePass(load(messages, 100_000), OPTIONS, { summarise: false });
    expect(pass.type).toBe("shorten");
    if (pass.type !== "shorten") return;
    expect(pass.kept).toHaveLength(messages.length);
    const { after } = assembled(pass, "");
    expect(after).toBeLessThan(pass.limits.threshold);
    expect(choosePass(load(messages, 100_000), OPTIONS, { summarise: true }).type).toBe("summarise");
  });

  test("a second pass carries the summary on and lets the opening go", () => {
    const first = choosePass(load(turns(60, 400), 32_000), OPTIONS, { summarise: false });
    if (first.type !== "summarise") throw new Error(first.type);
    expect(first.handoff.began[0]?.text).toBe("user: ask 0");
    const child = entriesOf([...assembled(first, "## Goal\nSHED").view, ...turns(60, 400)], 1_000);
    const second = choosePass(weigh(request(child, 32_000)), OPTIONS, { summarise: false });
    if (second.type !== "summarise") throw new Error(second.type);
    expect(second.previous).toBe("## Goal\nSHED");
    expect(second.handoff.began).toEqual([]);
    expect(second.handoff.pass).toBe(2);
    expect(second.middle.some(({ message }) => isHandoff(message))).toBe(false);
  });

  test("one result larger than the window is cut rather than the turn lost", () => {
    const messages = [userMessage("look", 1), ...ran("c1", "z".repeat(400_000))];
    const pass = choosePass(load(messages, 32_000), OPTIONS, { summarise: false });
    if (pass.type === "nothing") throw new Error(pass.why);
    const { view, after } = assembled(pass, "");
    expect(after).toBeLessThan(32_000);
    expect(view.map(textOf).join("\n")).toContain("#3");
  });

  test("what cannot be made smaller is said to be so", () => {
    const pass = choosePass(load([userMessage("x".repeat(500_000), 1)], 32_000), OPTIONS, { summarise: false });
    expect(pass.type).toBe("nothing");
  });
});

test("any transcript, three passes: valid, smaller, newest request, open calls and rules kept", () => {
  const rule = "Never push to main.";
  fc.assert(
    fc.property(
      fc.array(arbitraryTranscript({ models: ["a/m"] }), { minLength: 3, maxLength: 6 }),
      fc.constantFrom(4_000, 16_384, 64_000),
      fc.boolean(),
      (parts, window, manual) => {
        let messages: readonly Message[] = [userMessage(rule, 1), ...ran("early", "o".repeat(9_000))];
        let ruled = false;
        for (const part of parts) {
          const grown = entriesOf([...messages, ...part], 1 + messages.length * 1_000);
          const pass = choosePass(weigh(request(grown, window)), OPTIONS, { summarise: manual });
          if (pass.type === "nothing") {
            messages = grown.map(({ message }) => message);
            continue;
          }
          const { view } = assembled(pass, "## Goal\nx");
          // Validity: every call answered by its own result exactly as before the pass.
          const wire = wireView(view, { model: "a/m", images: true });
          expect(wire[0]?.role).toBe("user");
          expect(wire.at(-1)?.role).not.toBe("assistant");
          const request_ = grown.findLast(({ message }) => isOwnWords(message));
          const wanted = request_ === undefined ? "" : textOf(request_.message).trim();
          expect(view.map(textOf).join("\n")).toContain(wanted.split("\n")[0]);
          const last = grown.at(-1)?.message;
          if (last !== undefined && callsOf(last).length > 0)
            expect(view.flatMap(callsOf).map(({ id }) => id)).toEqual(
              expect.arrayContaining(callsOf(last).map(({ id }) => id)),
            );
          ruled = true;
          expect(parseHandoff(view[0] as Message)?.pins.rules.map(({ text: words }) => words)).toContain(rule);
          messages = view;
        }
        if (ruled) expect(isHandoff(messages[0] as Message)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test("of several pictures only the newest stays in view", () => {
  const picture = (name: string): Message => ({
    role: "user",
    parts: [text(name), { type: "image", mime: "image/png", base64: name }],
    at: 1,
  });
  const out = withoutOldImages([picture("old"), say("seen"), picture("new")]);
  expect(out[0]?.parts.map((part) => part.type)).toEqual(["text", "text"]);
  expect(out[2]).toEqual(picture("new"));
});
