import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryTranscript } from "../../testing/suites/arbitrary-transcript.ts";
import { type Message, userMessage } from "../message.ts";
import { estimateText } from "../tokens.ts";
import { fallbackSummary } from "./fallback-summary.ts";
import { recentTopic, serializeEntries } from "./serialize.ts";
import { judgeSummary, parseSummary, renderSummary, SECTIONS, withKnownCitations } from "./summary.ts";
import { summaryPrompt } from "./summary-prompt.ts";

const full = SECTIONS.map(({ heading }) => `## ${heading}\nfact about ${heading.toLowerCase()}`).join("\n\n");
const measure = { replaced: 5_000, budget: 2_000 };
const same = (text: string) => text;

describe("judging a summary", () => {
  test("a complete one is taken", () => {
    expect(judgeSummary({ text: full, stop: "end" }, measure).type).toBe("good");
  });

  test.each([
    ["empty", "  \n", "end"],
    ["empty", SECTIONS.map(({ heading }) => `## ${heading}\nNone.`).join("\n"), "end"],
    ["cut", full, "length"],
    ["refused", full, "refused"],
    ["refused", "I'm sorry, I can't help with that.", "end"],
    ["missing-sections", "Here is what happened: a lot.", "end"],
    ["missing-sections", full.slice(0, full.indexOf("## Critical")), "end"],
    ["too-long", full.replaceAll("fact", "fact ".repeat(3_000)), "end"],
  ] as const)("%s is not taken", (fault, text, stop) => {
    expect(judgeSummary({ text, stop }, measure)).toMatchObject({ type: "bad", fault });
  });

  test("longer than what it stands in for is not taken", () => {
    expect(judgeSummary({ text: full, stop: "end" }, { replaced: 20, budget: 2_000 })).toMatchObject({
      fault: "too-long",
    });
  });

  test("headings are known by their old names, at any level, in any order, fenced or not", () => {
    const text = "```markdown\n### **Remaining Work**\nlast\n# Active Task:\nfirst\n**Goal**\nship\n```";
    expect([...parseSummary(text)]).toEqual([
      ["Historical Task Snapshot", "first"],
      ["Goal", "ship"],
      ["Historical Remaining Work", "last"],
    ]);
  });

  test("reading what was rendered gives the same summary, whatever was answered", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.constantFrom("## Goal", "## Blocked", "--- END OF CONTEXT SUMMARY x", "=== PINNED ==="),
          ),
        ),
        (lines) => {
          const rendered = renderSummary(parseSummary(lines.join("\n")));
          expect(renderSummary(parseSummary(rendered))).toBe(rendered);
          expect(rendered).not.toContain("=== PINNED ===");
        },
      ),
    );
  });

  test("numbers that name no message are taken out", () => {
    expect(withKnownCitations("a [#3] b [#99].", (seq) => seq === 3)).toBe("a [#3] b.");
  });
});

describe("asking for a summary", () => {
  const ask = { turns: "[#1 USER]: hi", previous: "", focus: "", budget: 2_000, today: "2026-01-15" };

  test("the first and the later request ask for the same sections, and only those", () => {
    for (const previous of ["", "## Goal\nx"]) {
      const prompt = summaryPrompt({ ...ask, previous });
      for (const { heading } of SECTIONS) expect(prompt).toContain(`## ${heading}\n`);
      for (const alias of SECTIONS.flatMap(({ aliases }) => aliases)) expect(prompt).not.toContain(`## ${alias}\n`);
    }
  });

  test("the user's language, full dates, no credentials and the way back are asked for each time", () => {
    for (const previous of ["", "## Goal\nx"]) {
      const prompt = summaryPrompt({ ...ask, previous });
      for (const part of ["language the user writes in", "Today is 2026-01-15", "[REDACTED]", "[#number]"])
        expect(prompt).toContain(part);
    }
  });

  test("a second try says what was wrong, an update carries the summary so far, a focus is named", () => {
    const prompt = summaryPrompt({ ...ask, previous: "## Goal\nSHED", focus: "the roof", complaint: "it was empty" });
    for (const part of ["SHED", "the roof", "it was empty", "2026-01-15"]) expect(prompt).toContain(part);
  });
});

describe("serialising", () => {
  test("secrets and pictures stay out, numbers stay in", () => {
    const message: Message = {
      role: "user",
      parts: [
        { type: "text", text: "key hunter2 here" },
        { type: "image", mime: "image/png", base64: "QUJD".repeat(2_000) },
      ],
      at: 1,
    };
    const out = serializeEntries([{ seq: 41, message }], {
      redact: (text) => text.replaceAll("hunter2", "***"),
      maxTokens: 1_000,
    });
    expect(out).toBe("[#41 USER]: key *** here\n[image]");
  });

  test("any transcript fits the room it is given", () => {
    fc.assert(
      fc.property(
        arbitraryTranscript({ models: ["a/m"] }),
        fc.integer({ min: 100, max: 2_000 }),
        (messages, maxTokens) => {
          const entries = messages.map((message, index) => ({ seq: index + 1, message }));
          const out = serializeEntries([...entries, ...entries, ...entries], { redact: same, maxTokens });
          expect(estimateText(out)).toBeLessThanOrEqual(maxTokens + 50);
        },
      ),
    );
  });

  test("the topic is what the user said last, not what the runtime wrote", () => {
    const runtime: Message = { role: "user", origin: "runtime", parts: [{ type: "text", text: "go on" }], at: 1 };
    const topic = recentTopic([
      { seq: 1, message: userMessage("paint the shed", 1) },
      { seq: 2, message: runtime },
    ]);
    expect(topic).toBe("paint the shed");
  });
});

describe("the summary without a model", () => {
  test("any transcript, any budget: within it, and read back as the sections it has", () => {
    fc.assert(
      fc.property(arbitraryTranscript({ models: ["a/m"] }), fc.integer({ min: 0, max: 3_000 }), (messages, budget) => {
        const entries = messages.map((message, index) => ({ seq: index + 1, message }));
        const out = fallbackSummary(entries, { previous: full, budget, redact: same });
        expect(estimateText(out)).toBeLessThanOrEqual(budget);
        if (out !== "") expect(parseSummary(out).size).toBeGreaterThan(0);
      }),
    );
  });

  test("asks, deeds and errors are there with their numbers, and the summary so far is carried on", () => {
    const entries = [
      { seq: 1, message: userMessage("Paint the shed green", 1) },
      {
        seq: 2,
        message: {
          role: "assistant",
          parts: [{ type: "call", call: { id: "c", tool: "terminal", input: { command: "paint" } } }],
          stop: "calls",
          usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
          model: "a/m",
          at: 1,
        } satisfies Message,
      },
      {
        seq: 3,
        message: {
          role: "tool",
          callId: "c",
          tool: "terminal",
          parts: [{ type: "text", text: "no paint left" }],
          isError: true,
          at: 1,
        } satisfies Message,
      },
    ];
    const out = fallbackSummary(entries, {
      previous: "## Key Decisions\nGreen, not red [#0]",
      budget: 2_000,
      redact: same,
    });
    for (const part of ["Paint the shed green [#1]", "ran `paint`", "no paint left [#3]", "Green, not red"])
      expect(out).toContain(part);
  });
});
