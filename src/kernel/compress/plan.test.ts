import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryTranscript } from "../../testing/suites/arbitrary-transcript.ts";
import { callsOf, type Message } from "../message.ts";
import { estimateMessage } from "../tokens.ts";
import { type Entry, isOwnWords } from "./entry.ts";
import { planCut, safeCuts } from "./plan.ts";

const transcripts = fc
  .array(arbitraryTranscript({ models: ["a/m"] }), { minLength: 1, maxLength: 6 })
  .map((turns) => turns.flat().map((message, index): Entry => ({ seq: index + 1, message })));

const sized = (entries: readonly Entry[]) => ({
  entries,
  costs: entries.map(({ message }) => estimateMessage(message)),
  note: -1,
});

/** Which result answers which call, as the wire will match them: by id, in order. */
function pairs(messages: readonly Message[]): readonly (readonly [number, number])[] {
  const waiting = new Map<string, number[]>();
  messages.forEach((message, index) => {
    for (const { id } of callsOf(message)) waiting.set(id, [...(waiting.get(id) ?? []), index]);
  });
  return messages.flatMap((message, index) => {
    const call = message.role === "tool" ? waiting.get(message.callId)?.shift() : undefined;
    return call === undefined ? [] : [[call, index] as const];
  });
}

test("no cut ever parts a call from its result, and the newest request stays", () => {
  fc.assert(
    fc.property(transcripts, fc.nat(2_000), fc.nat(10), (entries, tokens, messages) => {
      const plan = planCut(sized(entries), { tokens, messages });
      if (plan === undefined) return;
      const gone = new Set(plan.middle);
      for (const [call, result] of pairs(entries.map(({ message }) => message)))
        expect(gone.has(call)).toBe(gone.has(result));
      const request = entries.findLastIndex(({ message }) => isOwnWords(message));
      expect(gone.has(request)).toBe(false);
      expect(plan.tailFrom).toBeLessThan(entries.length);
      const all = [...plan.middle, ...plan.anchors, ...entries.map((_, i) => i).filter((i) => i >= plan.tailFrom)];
      expect(all.sort((a, b) => a - b)).toEqual(entries.map((_, index) => index));
    }),
  );
});

test("a cut is safe exactly where no pair spans it", () => {
  fc.assert(
    fc.property(transcripts, (entries) => {
      const spans = pairs(entries.map(({ message }) => message));
      safeCuts(entries).forEach((safe, cut) => {
        expect(safe).toBe(!spans.some(([a, b]) => Math.min(a, b) < cut && cut <= Math.max(a, b)));
      });
    }),
  );
});

const ask = (words: string): Message => ({ role: "user", parts: [{ type: "text", text: words }], at: 1 });
const say = (words: string): Message => ({
  role: "assistant",
  parts: [{ type: "text", text: words }],
  stop: "end",
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
  model: "a/m",
  at: 1,
});
const entriesOf = (messages: readonly Message[]) => messages.map((message, index) => ({ seq: index + 1, message }));

test("a long turn keeps its request although everything between it and the tail leaves", () => {
  const work = Array.from({ length: 60 }, (_, index) => say(`step ${index} ${"x".repeat(200)}`));
  const plan = planCut(sized(entriesOf([ask("old"), say("done"), ask("the request"), ...work])), {
    tokens: 300,
    messages: 3,
  });
  expect(plan?.anchors).toEqual([2]);
  expect(plan?.tailFrom).toBeGreaterThan(50);
});

test("“here 2” keeps the last two exchanges whatever they cost", () => {
  const messages = [1, 2, 3, 4].flatMap((n) => [ask(`q${n}`), say(`a${n} ${"y".repeat(4_000)}`)]);
  const plan = planCut(sized(entriesOf(messages)), { tokens: 10, messages: 1, exchanges: 2 });
  expect(plan?.tailFrom).toBe(4);
  expect(plan?.middle).toEqual([0, 1, 2, 3]);
});

test("nothing is planned where hardly anything would leave", () => {
  expect(planCut(sized(entriesOf([ask("a"), say("b")])), { tokens: 0, messages: 1 })).toBeUndefined();
  expect(planCut(sized([]), { tokens: 0, messages: 1 })).toBeUndefined();
});
