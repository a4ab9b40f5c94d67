// How much processor time it takes to plan a compaction, from 250 to 8,000 messages, and whether it grows in step with them.

import { weigh } from "../src/kernel/compress/assess.ts";
import { choosePass } from "../src/kernel/compress/pass.ts";
import { planCut } from "../src/kernel/compress/plan.ts";
import type { PassOptions } from "../src/kernel/compress/scene.ts";
import { type Message, NO_USAGE, userMessage } from "../src/kernel/message.ts";
import { estimateMessages } from "../src/kernel/tokens.ts";
import { atMost, type Figure, ms, numberFlag, printFigures, times } from "./parts/numbers.ts";

const OPTIONS: PassOptions = {
  threshold: 0.5,
  targetRatio: 0.2,
  protectFirst: 3,
  protectLast: 20,
  effectOf: () => undefined,
};
const SIZES = [250, 500, 1_000, 2_000, 4_000, 8_000] as const;

export async function run(args: string[]): Promise<void> {
  const runs = numberFlag(args, "runs", 60);
  const plans = SIZES.map((count) => ({ count, time: measure(runs * 20, count, cut) }));
  const passes = SIZES.map((count) => ({ count, time: measure(runs, count, whole) }));
  printFigures("Planning the cut: pairs, tail, last request", figures(plans));
  printFigures("A whole pass decided: sizes, pins, shortening, cut (everything but the model)", figures(passes));
}

function figures(measured: readonly { readonly count: number; readonly time: number }[]): Figure[] {
  const at = (count: number) => measured.find((each) => each.count === count)?.time ?? Number.NaN;
  const growth = at(8_000) / at(1_000) / 8;
  return [
    ...measured.map(
      ({ count, time }): Figure => ({
        name: `${count} messages`,
        value: ms(time),
        ...(count === 2_000 ? { target: atMost(time, 10, " ms") } : {}),
      }),
    ),
    { name: "8,000 against 8 × 1,000", value: times(growth), target: atMost(growth, 1.5, " ×") },
  ];
}

function measure(runs: number, count: number, work: (messages: readonly Message[], estimate: number) => void): number {
  const messages = transcript(count);
  const estimate = 6_000 + estimateMessages(messages);
  work(messages, estimate);
  // Processor time of this thread, which ticks coarsely, over all runs: a busy machine's wall clock is not planning.
  const start = process.threadCpuUsage();
  for (let run = 0; run < runs; run++) work(messages, estimate);
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000 / runs;
}

const entriesOf = (messages: readonly Message[]) => messages.map((message, index) => ({ seq: index + 1, message }));

function cut(messages: readonly Message[]): void {
  const entries = entriesOf(messages);
  const costs = messages.map(() => 300);
  if (planCut({ entries, costs, note: -1 }, { tokens: 20_000, messages: 8 }) === undefined) throw new Error("no plan");
}

function whole(messages: readonly Message[], estimate: number): void {
  const load = weigh({
    sessionId: "s",
    entries: entriesOf(messages),
    window: 200_000,
    estimate,
    factor: 1,
    maxOutput: 8_000,
  });
  if (choosePass(load, OPTIONS, { summarise: false }).type === "nothing") throw new Error("no pass");
}

/** Turns of four, a rule stated in every tenth: a request, a call, a result of a thousand characters, an answer. */
function transcript(count: number): readonly Message[] {
  const out: Message[] = [];
  for (let turn = 0; out.length < count; turn++) {
    const id = `call_${turn}`;
    const call = { id, tool: "terminal", input: { command: `make step-${turn}` } };
    out.push(
      userMessage(`Please do step ${turn}.${turn % 10 === 0 ? ` Never skip the tests of step ${turn}.` : ""}`, turn),
      { role: "assistant", parts: [{ type: "call", call }], stop: "calls", usage: NO_USAGE, model: "a/m", at: turn },
      {
        role: "tool",
        callId: id,
        tool: "terminal",
        parts: [{ type: "text", text: `${turn} ${"output ".repeat(140)}` }],
        isError: false,
        at: turn,
      },
      {
        role: "assistant",
        parts: [{ type: "text", text: `Step ${turn} is done. ${"words ".repeat(40)}` }],
        stop: "end",
        usage: NO_USAGE,
        model: "a/m",
        at: turn,
      },
    );
  }
  return out.slice(0, count);
}
