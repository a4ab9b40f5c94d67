// Narrow screens: words wrap under one another, what does not fit goes below, and nothing that matters is cut away.

import { describe, expect, test } from "vitest";
import { blockLines } from "./block-lines.ts";
import { bare, call, coloured, frame, plain } from "./drawing-kit.ts";
import { wrapCode } from "./frame.ts";
import { MESSAGES } from "./messages.ts";
import { pageLines } from "./page-lines.ts";
import { questionPanel } from "./question-panel.ts";
import { loadRichText } from "./rich-text.ts";
import { type Block, EMPTY } from "./state.ts";
import { statusLine } from "./status-line.ts";
import { tableLines } from "./table-lines.ts";
import { stripTerminalSequences } from "./terminal.ts";
import { todoLines } from "./todo-lines.ts";

const tests = call({
  label: "sh test/cart.test.sh",
  ms: 24,
  result: JSON.stringify({ output: "12 passed, 0 failed", exit_code: 0 }),
  display: { type: "summary", text: "exit 0" },
});

describe("a call", () => {
  test("says its outcome and its time beside it, while both fit", () => {
    expect(bare(blockLines(tests, frame(76)))).toEqual([
      expect.stringMatching(/^ {2}✓ Run +sh test\/cart\.test\.sh +12 passed, 0 failed · 24 ms$/),
    ]);
  });

  test("gives up a time that is a blink, and puts the outcome below where that is not enough", () => {
    expect(bare(blockLines({ ...tests, label: "make" }, frame(40)))[0]).toMatch(/make +12 passed, 0 failed$/);
    expect(bare(blockLines(tests, frame(40)))).toEqual([
      expect.stringMatching(/^ {2}✓ Run +sh test\/cart\.test\.sh$/),
      "    ╰ 12 passed, 0 failed",
    ]);
    expect(bare(blockLines({ ...tests, ms: 65_000 }, frame(52)))).toEqual([
      expect.stringMatching(/sh test\/cart\.test\.sh +1 m 5 s$/),
      "    ╰ 12 passed, 0 failed",
    ]);
  });

  test("an edit keeps its counts, and its lines go on below their own margin", () => {
    const unified =
      "+++ b/x\n@@ -1,1 +1,1 @@\n-  let sum = 0;\n+  let cents = Math.round(item.price * 100) * item.quantity;\n";
    const edit = call({ tool: "patch", label: "src/cart.ts", ms: 82, display: { type: "diff", path: "x", unified } });
    expect(bare(blockLines(edit, frame(40)))).toEqual([
      expect.stringMatching(/^ {2}✓ Edit +src\/cart\.ts +\+1 −1 · 82 ms$/),
      "    1 -   let sum = 0;",
      "    1 +   let cents =",
      "            Math.round(item.price *",
      "            100) * item.quantity;",
    ]);
  });

  test("that the open question shows already is not shown twice", () => {
    const asked = { id: "q", type: "approve", text: "Run: make", subject: "make", reasons: [], scopes: [] } as const;
    const waiting = call({ done: false, state: "running", label: "make" });
    expect(blockLines(waiting, frame(80, { asked }))).toEqual([]);
    expect(blockLines({ ...waiting, label: "ma…" }, frame(80, { asked }))).toEqual([]);
    expect(bare(blockLines({ ...waiting, label: "make test" }, frame(80, { asked })))[0]).toContain("◆ Run");
    const path = call({ done: false, state: "running", tool: "write_file", label: "make" });
    expect(bare(blockLines(path, frame(80, { asked })))[0]).toContain("◆ Write");
  });

  test("sub-agents wait, work and end; task and deed each get a line where one is too short", () => {
    const block = call({
      tool: "delegate_task",
      label: "3 tasks",
      done: false,
      state: "running",
      tasks: ["Find every place that multiplies a price", "Check the invoices", "List the tests"],
      progress: ["#1 terminal grep -rn price src", "#2 read_file a.md", "#2 ✓ done, 1 call"],
    });
    const lines = bare(blockLines(block, frame(52)));
    expect(lines[1]).toMatch(/├ . Find every place that multiplies a price$/);
    expect(lines[2]).toBe("    │   Run grep -rn price src");
    expect(lines[3]).toMatch(/├ ✓ Check the invoices +done, 1 call$/);
    expect(lines[4]).toMatch(/╰ ○ List the tests +waiting$/);
  });
});

describe("words", () => {
  test("code goes on a little further in than it began", () => {
    expect(wrapCode("  return alpha + beta", 14)).toEqual(["  return", "    alpha +", "    beta"]);
    expect(wrapCode("short", 14)).toEqual(["short"]);
  });

  test("a task of the plan is never cut", () => {
    const lines = todoLines(
      [{ text: "Look at prices, invoices and tests side by side", status: "in_progress" }],
      frame(40),
    );
    expect(bare(lines).slice(1)).toEqual(["    ▸ Look at prices, invoices and", "      tests side by side"]);
  });

  test("the banner says everything in two lines below its name", () => {
    const banner: Block = {
      type: "banner",
      key: 1,
      done: true,
      model: "custom/claude-sonnet-4.5",
      place: "~/shop",
      tools: 29,
    };
    expect(bare(blockLines(banner, frame(40)))).toEqual([
      "",
      "  ☤ Hermes  29 tools",
      "  custom/claude-sonnet-4.5 · ~/shop",
      `  ${MESSAGES.hintShort}`,
    ]);
  });
});

describe("tables in answers", () => {
  test("columns meant to end under one another do", async () => {
    const { prose } = await loadRichText();
    const lines = prose("| cart | before |\n| --- | ---: |\n| 3 × 0.10 | 0.36 |\n| 7 × 19.99 | 167.916 |", 60, plain);
    expect(lines?.map((line) => stripTerminalSequences(line).trimEnd())).toEqual([
      "cart         before",
      "─────────   ───────",
      "3 × 0.10       0.36",
      "7 × 19.99   167.916",
    ]);
  });
});

describe("tables of commands", () => {
  const rows = ["finishing the job", "memory guidance", "skills guidance"].map((name) => [
    name,
    "404",
    "across sessions",
  ]);
  test("a column is left out rather than the others cut, and a long last one is cut itself", () => {
    const three = { columns: ["layer", "tokens", "cached"], rows };
    expect(bare(tableLines(three, 36, plain))[1]).toBe("finishing the job     404");
    const told = {
      columns: ["tool", "toolset", "what it does"],
      rows: [["read_file", "file", "Read a text file as numbered lines."]],
    };
    expect(bare(tableLines(told, 40, plain))[1]).toBe("read_file  file     Read a text file as…");
  });
});

describe("figures", () => {
  test("what belongs to a heading goes below it as a whole", () => {
    const page = [{ type: "heading", text: "The last 30 days", aside: "54 sessions, 796 messages" }] as const;
    expect(bare(pageLines(page, frame(80), 60))).toEqual(["The last 30 days  54 sessions, 796 messages"]);
    expect(bare(pageLines(page, frame(40), 36))).toEqual(["The last 30 days", "54 sessions, 796 messages"]);
  });

  test("without room for bars the words lose their last parts, not their ends", () => {
    const page = [
      {
        type: "bars",
        rows: [
          { name: "anthropic/claude-sonnet-4.5", value: 3, words: "4.3M · $6.66 · 30 min" },
          { name: "openai/gpt-5", value: 2, words: "3.7M · $2.78 · 26 min" },
        ],
      },
    ] as const;
    expect(bare(pageLines(page, frame(40), 36))).toEqual([
      "anthropic/claude-sonn…  4.3M · $6.66",
      "openai/gpt-5            3.7M · $2.78",
    ]);
  });
});

test("a long model gives up its provider before its own name", () => {
  const state = { ...EMPTY, model: "anthropic/claude-sonnet-4-5" };
  expect(stripTerminalSequences(statusLine(state, 60, plain, MESSAGES)).trim()).toBe("claude-sonnet-4-5");
  expect(stripTerminalSequences(statusLine(state, 100, plain, MESSAGES)).trim()).toBe("anthropic/claude-sonnet-4-5");
});

test("a question stands where the composer stood, and at 52 columns every choice still says what it means", () => {
  const question = {
    id: "q",
    type: "approve",
    text: "Run: make",
    subject: "make",
    reasons: ["it is new"],
    scopes: ["once", "task", "session", "always"],
  } as const;
  const lines = bare(questionPanel({ question, chosen: 0, writing: "nothing" }, frame(52, { theme: coloured }), 30));
  expect(lines[0]).toMatch(/^╭─ Allow this\? ─+╮$/);
  for (const { why } of [...Object.values(MESSAGES.scopes), MESSAGES.deny]) expect(lines.join("\n")).toContain(why);
  expect(lines.every((line) => line.length === 52)).toBe(true);
});
