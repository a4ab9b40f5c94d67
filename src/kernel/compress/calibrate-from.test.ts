import { expect, test } from "vitest";
import { type Message, NO_USAGE, text, userMessage } from "../message.ts";
import { UNCALIBRATED } from "../tokens.ts";
import { calibrationFrom } from "./calibrate-from.ts";
import type { Entry } from "./entry.ts";
import { handoffMessage } from "./handoff.ts";
import { NO_PINS } from "./pins.ts";

const PROMPT = { system: ["x".repeat(4_000)], tools: [] };
const say = (input: number, model = "a/m"): Message => ({
  ...{ role: "assistant", parts: [text("yes")], stop: "end", usage: { ...NO_USAGE, input }, model, at: 1 },
});
const entriesOf = (...messages: readonly Message[]): readonly Entry[] =>
  messages.map((message, index) => ({ seq: index + 1, message }));

test("the newest report of this model counts, against what was sent for it", () => {
  const entries = entriesOf(
    userMessage("x".repeat(4_000), 1),
    say(1_000),
    userMessage("y", 1),
    say(3_000),
    say(9_999, "b/n"),
  );
  expect(calibrationFrom(PROMPT, entries, "a/m").factor).toBeCloseTo(1.5, 1);
  expect(calibrationFrom(PROMPT, entries, "c/o")).toBe(UNCALIBRATED);
});

test("counts of copies after a compaction do not", () => {
  const facts = { pass: 1, fromSeq: 1, toSeq: 2, from: "s", kept: 2, began: [], reply: undefined, summary: "" };
  const note = handoffMessage({ ...facts, pins: NO_PINS }, 1);
  const copies = [note, userMessage("go on", 1), say(90_000)];
  expect(calibrationFrom(PROMPT, entriesOf(...copies), "a/m")).toBe(UNCALIBRATED);
  expect(calibrationFrom(PROMPT, entriesOf(...copies, userMessage("z", 1), say(1_300)), "a/m").factor).toBeLessThan(2);
});
