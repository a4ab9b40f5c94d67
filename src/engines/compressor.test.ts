import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CompactRequest, ContextEngine, ContextView, SideModel } from "../contracts/context.ts";
import { defineTool } from "../contracts/tool.ts";
import { isHandoff, parseHandoff } from "../kernel/compress/handoff.ts";
import { pinMessage } from "../kernel/compress/pins.ts";
import { SECTIONS } from "../kernel/compress/summary.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { callsOf, type Message, NO_USAGE, text, textOf, userMessage } from "../kernel/message.ts";
import { estimateMessages } from "../kernel/tokens.ts";
import { fakeClock, fakeLog } from "../testing/fakes.ts";
import { arbitraryTranscript } from "../testing/suites/arbitrary-transcript.ts";
import { type CompressorOptions, compressor } from "./compressor.ts";
import { effectsOf } from "./tool-effects.ts";

const GOOD = SECTIONS.map(({ heading }) => `## ${heading}\n${heading} is known [#2]`).join("\n");

interface Asked {
  readonly system: string;
  readonly prompt: string;
}

function side(...answers: readonly (string | ModelFailure | "stall" | { text: string; stop: "length" | "refused" })[]) {
  const asked: Asked[] = [];
  const model: SideModel = {
    window: 128_000,
    async ask({ system, prompt }, signal) {
      const answer = answers[asked.length] ?? answers.at(-1) ?? "";
      asked.push({ system, prompt });
      if (answer === "stall")
        return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      if (answer instanceof ModelFailure) throw answer;
      return typeof answer === "string" ? { text: answer, stop: "end" } : answer;
    },
  };
  return { model, asked };
}

const engineWith = (options: Partial<CompressorOptions> = {}): ContextEngine =>
  compressor({ clock: fakeClock(), log: fakeLog(), redact: (words) => words.replaceAll("hunter2", "***"), ...options });

const say = (words: string): Message => ({
  role: "assistant",
  parts: [text(words)],
  stop: "end",
  usage: NO_USAGE,
  model: "a/m",
  at: 1,
});

function view(messages: readonly Message[], window = 32_000): ContextView {
  return {
    messages: messages.map((message, index) => ({ seq: index + 1, message })),
    window,
    estimate: 1_000 + estimateMessages(messages),
    maxOutput: 4_000,
  };
}

const TALK: readonly Message[] = [
  userMessage("Never push to main. The password is hunter2.", 1),
  ...Array.from({ length: 40 }, (_, n) => [say(`${n} ${"word ".repeat(400)}`), userMessage(`ask ${n}`, 1)]).flat(),
];

function request(model: SideModel, extra: Partial<CompactRequest> = {}): CompactRequest {
  return { models: [model], signal: new AbortController().signal, ...extra };
}

async function compacted(engine: ContextEngine, on: ContextView, ask: CompactRequest) {
  const result = await engine.compact(on, ask);
  if (result.type !== "compacted") throw new Error(result.why);
  return result;
}

test("the new view begins with one message of pins and summary, then the newest messages as they were", async () => {
  const { model } = side(GOOD);
  const { compaction, warnings } = await compacted(engineWith(), view(TALK), request(model));
  const [note, ...kept] = compaction.view;
  expect(isHandoff(note as Message)).toBe(true);
  expect(kept).toEqual(TALK.slice(-kept.length));
  expect(textOf(note as Message)).toContain("Never push to main.");
  expect(compaction.summary).toContain("## Goal");
  expect(compaction.tokensAfter).toBeLessThan(compaction.tokensBefore / 2);
  expect(compaction.replaced).toEqual({ fromSeq: 1, toSeq: TALK.length - kept.length });
  expect(warnings).toEqual([]);
});

test("the summariser sees numbered messages without secrets, and what it writes is cleaned again", async () => {
  const { model, asked } = side(GOOD.replace("Goal is", "hunter2 [#99999] Goal is"));
  const { compaction } = await compacted(engineWith(), view(TALK), request(model));
  expect(asked[0]?.prompt).toContain("[#1 USER]: Never push to main. The password is ***.");
  expect(asked[0]?.prompt).not.toContain("hunter2");
  const focused = side(GOOD);
  await compacted(engineWith(), view(TALK), { ...request(focused.model), focus: "where hunter2 is used" });
  expect(focused.asked[0]?.prompt).toContain("where *** is used");
  expect(compaction.summary).not.toMatch(/hunter2|99999/);
  expect(compaction.summary).toContain("[#2]");
});

describe("a summary that cannot be used", () => {
  test.each([
    ["empty", ""],
    ["cut off", { text: GOOD, stop: "length" as const }],
    ["refused", { text: "no", stop: "refused" as const }],
    ["without its sections", "All went well."],
    ["a transport failure", new ModelFailure("transport", { message: "The line broke." })],
  ])("%s: asked once more, told why, then taken from the second answer", async (_name, bad) => {
    const { model, asked } = side(bad, GOOD);
    const { compaction, warnings } = await compacted(engineWith(), view(TALK), request(model));
    expect(asked).toHaveLength(2);
    expect(asked[1]?.prompt).toContain("could not be used");
    expect(compaction.summary).toContain("Goal is known");
    expect(warnings).toEqual([]);
  });

  test.each([
    ["always empty", 2, ""],
    ["no key", 1, new ModelFailure("auth", { message: "No key." })],
    ["never answering", 1, "stall" as const],
  ])("%s: the record takes its place and the user is told", async (_name, attempts, bad) => {
    const { model, asked } = side(bad);
    const { compaction, warnings } = await compacted(engineWith({ timeoutMs: 30 }), view(TALK), request(model));
    expect(asked).toHaveLength(attempts);
    expect(compaction.summary).toContain("ask 3");
    expect(compaction.summary).not.toContain("hunter2");
    expect(compaction.tokensAfter).toBeLessThan(compaction.tokensBefore);
    expect(warnings).toHaveLength(1);
  });

  test("the session's own model is asked when the one set aside fails", async () => {
    const first = side(new ModelFailure("auth", { message: "No key." }));
    const second = side(GOOD);
    const asks = { models: [first.model, second.model], signal: new AbortController().signal };
    const { warnings } = await compacted(engineWith(), view(TALK), asks);
    expect(second.asked).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  test("with abortOnFailure everything stays as it is", async () => {
    const { model } = side("");
    expect(await engineWith({ abortOnFailure: true }).compact(view(TALK), request(model))).toMatchObject({
      type: "unchanged",
    });
  });

  test("stopped in the middle: nothing is proposed", async () => {
    const stop = new AbortController();
    const { model } = side("stall");
    const pending = engineWith().compact(view(TALK), request(model, { signal: stop.signal }));
    stop.abort();
    expect((await pending).type).toBe("unchanged");
  });
});

test("a summary as long as what it stands in for makes nothing smaller, so nothing is changed", async () => {
  const talk = [0, 1, 2].flatMap((n) => [userMessage(`ask ${n}`, 1), say(`${n} ${"word ".repeat(270)}`)]);
  const wordy = SECTIONS.map(({ heading }) => `## ${heading}\n${"word ".repeat(30)}`).join("\n");
  const { model, asked } = side(wordy);
  expect(await engineWith().compact(view(talk), request(model, { manual: true, exchanges: 1 }))).toMatchObject({
    type: "unchanged",
    why: expect.stringContaining("not make this conversation smaller"),
  });
  expect(asked).toHaveLength(1);
});

test("rules that find no room are counted and told; what was pinned by hand stays", async () => {
  const rules = Array.from({ length: 400 }, (_, n) => userMessage(`Never ever open door number ${n} of the house.`, 1));
  const pinned = pinMessage("Answer in rhyme.", 1);
  const { compaction, warnings } = await compacted(
    engineWith(),
    view([pinned, ...rules, ...TALK], 16_384),
    request(side(GOOD).model),
  );
  const kept = parseHandoff(compaction.view[0] as Message)?.pins.rules ?? [];
  expect(kept.map((rule) => rule.text)).toContain("Answer in rhyme.");
  expect(kept.map((rule) => rule.text)).toContain("Never push to main.");
  expect(warnings).toEqual([
    expect.stringMatching(
      `^No room in this model's window for ${402 - kept.length} rules: “Never .*” \\[#\\d+\\]; .*\\d+ rules in messages #\\d+ to #\\d+`,
    ),
  ]);
});

test("pictures before the newest one are named in the new view instead of shown", async () => {
  const picture = (words: string): Message => ({
    role: "user",
    parts: [text(words), { type: "image", mime: "image/png", base64: words }],
    at: 1,
  });
  const talk = [...TALK, say("done"), picture("first"), say("seen"), picture("second")];
  const { compaction } = await compacted(
    engineWith(),
    view(talk),
    request(side(GOOD).model, { manual: true, exchanges: 2 }),
  );
  const shown = compaction.view.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "image" ? [part.base64] : [])),
  );
  expect(shown).toEqual(["second"]);
  expect(compaction.view.map(textOf).join("\n")).toContain("first");
});

test("the summary of another program is carried on without its secrets", async () => {
  const note = userMessage("[CONTEXT SUMMARY]:\n## Goal\nShip it with hunter2.", 1);
  const { model, asked } = side(GOOD);
  await compacted(engineWith(), view([note, ...TALK.slice(1)]), request(model));
  expect(asked[0]?.prompt).toContain("<minutes-so-far>\n## Goal\nShip it with ***.");
});

test("a later pass updates the summary it finds instead of summarising it", async () => {
  const engine = engineWith();
  const first = await compacted(engine, view(TALK), request(side(GOOD).model));
  const { model, asked } = side(GOOD);
  const second = await compacted(engine, view([...first.compaction.view, ...TALK.slice(1)]), request(model));
  expect(asked[0]?.prompt).toContain("<minutes-so-far>\n## Historical Task Snapshot");
  expect(asked[0]?.prompt.split("<material>")[1]).not.toContain("CONTEXT COMPACTION");
  const note = parseHandoff(second.compaction.view[0] as Message);
  expect(note?.pass).toBe(2);
  expect(note?.pins.rules.map((rule) => rule.text)).toContain("Never push to main.");
});

test("a focus is passed on, exchanges are kept, and asking by hand works below the threshold", async () => {
  const { model, asked } = side(GOOD);
  const engine = engineWith();
  const small = view(TALK.slice(0, 21), 200_000);
  expect(engine.assess(small)).toBe("fits");
  const asks = request(model, { manual: true, focus: "the roof", exchanges: 3 });
  const { compaction } = await compacted(engine, small, asks);
  expect(asked[0]?.prompt).toContain("the roof");
  expect(compaction.view.slice(1)).toEqual(TALK.slice(0, 21).slice(-compaction.view.length + 1));
  expect(compaction.view.filter((message) => message.role === "user" && message.origin === undefined)).toHaveLength(3);
});

describe("assessing", () => {
  test("crowded is what can be helped; what cannot is sent as it is", () => {
    const engine = engineWith();
    expect(engine.assess(view(TALK))).toBe("compact");
    expect(engine.assess(view(TALK, 1_000_000))).toBe("fits");
    expect(engine.assess(view([userMessage("x".repeat(100_000), 1)]))).toBe("fits");
  });

  test("a chat of very many messages is compacted at its limit, and then left alone", async () => {
    const engine = engineWith({ maxMessages: 80 });
    const chat = (messages: readonly Message[]) => ({ ...view(messages, 1_000_000), beforeChatMessage: true });
    expect(engine.assess(chat(TALK))).toBe("compact");
    expect(engine.assess(view(TALK, 1_000_000))).toBe("fits");
    const { compaction } = await compacted(engine, chat(TALK), request(side(GOOD).model));
    expect(engine.assess(chat(compaction.view))).toBe("fits");
    expect(compaction.view.length).toBeGreaterThan(8);
  });

  test("what the vendor counted is believed over a low estimate", () => {
    const counted: Message = {
      role: "assistant",
      parts: [text("ok")],
      stop: "end",
      usage: { ...NO_USAGE, input: 30_000 },
      model: "a/m",
      at: 1,
    };
    const messages = [...TALK.slice(0, 13), counted];
    expect(engineWith().assess(view(messages, 40_000))).toBe("compact");
    expect(engineWith().assess(view(TALK.slice(0, 13), 40_000))).toBe("fits");
  });
});

test("files are known from what the tools say of their calls", () => {
  const stamp = defineTool<{ to: string }>({
    name: "stamp",
    toolset: "x",
    description: "",
    input: {
      json: {},
      decode: (input) =>
        typeof input === "object" && input !== null && "to" in input
          ? { type: "ok", value: { to: String(input.to) } }
          : { type: "bad", why: "no" },
    },
    effect: "write",
    output: "own",
    touches: ({ to }) => [to],
    run: async () => ({ parts: [], isError: false }),
  });
  const effectOf = effectsOf([stamp]);
  expect(effectOf({ id: "1", tool: "stamp", input: { to: "a" } })).toEqual({ effect: "write", paths: ["a"] });
  expect(effectOf({ id: "1", tool: "stamp", input: 3 })).toBeUndefined();
  expect(effectOf({ id: "1", tool: "other", input: {} })).toBeUndefined();
});

/** By call id: calls nobody answered above zero, answers nobody asked for below. */
function openIn(messages: readonly Message[]): ReadonlyMap<string, number> {
  const open = new Map<string, number>();
  const count = (id: string, by: number) => open.set(id, (open.get(id) ?? 0) + by);
  for (const message of messages) {
    for (const { id } of callsOf(message)) count(id, 1);
    if (message.role === "tool") count(message.callId, -1);
  }
  return open;
}

test("any transcript: what is proposed is smaller, stands on its own, and is proposed again alike", async () => {
  const whole = fc.tuple(
    arbitraryTranscript({ models: ["a/m"] }),
    fc.nat(8),
    fc.constantFrom(4_000, 16_384, 64_000),
    fc.boolean(),
  );
  await fc.assert(
    fc.asyncProperty(whole, async ([talk, exchanges, window, manual]) => {
      const old = TALK.slice(0, exchanges * 4);
      const on = view([...old, ...talk], window);
      const ask = () => engineWith().compact(on, request(side(GOOD).model, { manual }));
      const result = await ask();
      expect(await ask()).toEqual(result);
      if (result.type === "unchanged") return;
      const { compaction } = result;
      const before = on.messages.map(({ message }) => message);
      expect(estimateMessages(compaction.view)).toBeLessThan(estimateMessages(before));
      expect(compaction.tokensAfter).toBeLessThan(compaction.tokensBefore);
      expect(isHandoff(compaction.view[0] as Message)).toBe(true);
      // No pair is torn that was whole: the wire would mend it, so the view itself is looked at.
      const open = openIn(before);
      for (const [id, left] of openIn(compaction.view))
        expect(Math.abs(left)).toBeLessThanOrEqual(Math.abs(open.get(id) ?? 0));
    }),
    { numRuns: 80 },
  );
});
