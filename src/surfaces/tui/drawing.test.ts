// The drawing functions without a terminal: what is on a line, and that no line is ever wider than the screen.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Figure } from "../../contracts/page.ts";
import { newestOf } from "./agent-lines.ts";
import { blockLines, splitFences } from "./block-lines.ts";

import { bare, call, coloured, frame, plain } from "./drawing-kit.ts";
import { clip, justify } from "./frame.ts";
import { calmTables } from "./markdown-tables.ts";
import { MESSAGES } from "./messages.ts";
import { pageLines } from "./page-lines.ts";
import { diffCounts, parseDiff } from "./parse-diff.ts";
import { choicesOf, moveFor, questionPanel } from "./question-panel.ts";
import { type Block, EMPTY, type ViewState } from "./state.ts";
import { fillRole, statusLine } from "./status-line.ts";
import { tableLines } from "./table-lines.ts";
import { stripTerminalSequences, visibleWidth } from "./terminal.ts";
import { todoLines } from "./todo-lines.ts";

describe("tool calls", () => {
  test("one line says what, where, what came of it and how long", () => {
    const block = call({
      result: JSON.stringify({ output: "a\nb\n12 passed", exit_code: 0 }),
      display: { type: "summary", text: "exit 0" },
    });
    expect(bare(blockLines(block, frame(80)))).toEqual([
      expect.stringMatching(/^ {2}✓ Run +npm test +12 passed · 1\.2 s$/),
    ]);
  });

  test("a failure says why on a line of its own", () => {
    const lines = bare(blockLines(call({ state: "failed", result: '{"error":"no such file"}' }), frame(80)));
    expect(lines[0]).toContain("✗ Run");
    expect(lines[1]).toBe("    ╰ no such file");
  });

  test("what is still running shows a clock and its newest line", () => {
    const lines = bare(blockLines(call({ done: false, state: "running", progress: ["10 %", "20 %"] }), frame(80)));
    expect(lines[0]).toMatch(/npm test +10 s$/);
    expect(lines[1]).toContain("20 %");
    expect(lines.join()).not.toContain("10 %");
  });

  test("details come when they are asked for, and not before", () => {
    const block = call({ result: JSON.stringify({ output: "first\nsecond" }) });
    expect(bare(blockLines(block, frame(80))).join()).not.toContain("first");
    expect(bare(blockLines(block, frame(80, { expanded: true })))).toContain("    │ first");
  });

  test("sub-agents have a row each with the newest thing they do", () => {
    expect(newestOf(3, ["#2 look", "#1 read", "#2 write", "#9 what"])).toEqual(["read", "write", undefined]);
    const block = call({
      tool: "delegate_task",
      done: false,
      state: "running",
      tasks: ["Find it", "Fix it"],
      progress: ["#1 read_file a.ts", "#2 terminal make"],
    });
    const lines = bare(blockLines(block, frame(80)));
    expect(lines[1]).toMatch(/├ . Find it +Read a\.ts$/);
    expect(lines[2]).toMatch(/╰ . Fix it +Run make$/);
  });

  test("empty lines at the edges of a diff are left out, and one line is never hidden behind a word", () => {
    const changes = Array.from({ length: 15 }, (_, index) => `+line ${index}`);
    const edited = (more: readonly string[]) =>
      bare(
        blockLines(
          call({
            tool: "patch",
            display: {
              type: "diff",
              path: "a.ts",
              unified: ["+++ b/a.ts", "@@ -1,2 +1,17 @@", " ", ...changes, ...more, " ", ""].join("\n"),
            },
          }),
          frame(80),
        ),
      );
    const lines = edited([]);
    expect(lines[1]).toMatch(/2 \+ line 0/);
    expect(lines.at(-1)).toMatch(/16 \+ line 14/);
    expect(edited(["+line 15"]).at(-1)).toContain("2 more lines");
  });
  test("an edit is a diff with line numbers and counts", () => {
    const unified = "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n";
    expect(diffCounts(unified)).toEqual({ added: 1, removed: 1 });
    expect(parseDiff(unified).filter((line) => "number" in line)).toEqual([
      { type: "same", number: 1, text: "one" },
      { type: "removed", number: 2, text: "two" },
      { type: "added", number: 2, text: "TWO" },
      { type: "same", number: 3, text: "three" },
    ]);
    const lines = bare(blockLines(call({ tool: "patch", display: { type: "diff", path: "x", unified } }), frame(60)));
    expect(lines[0]).toMatch(/\+1 −1 · 1\.2 s$/);
    expect(lines).toContain("    2 - two");
    expect(lines).toContain("    2 + TWO");
  });

  test("what people chose not to see is not shown, but failures are", () => {
    const hide = { diffs: true, calls: true };
    expect(blockLines(call({}), frame(60, { hide }))).toEqual([]);
    expect(blockLines(call({ state: "failed" }), frame(60, { hide }))).not.toEqual([]);
    const display = { type: "diff", path: "x", unified: "@@ -1 +1 @@\n-a\n+b\n" } as const;
    expect(blockLines(call({ display }), frame(60, { hide: { ...hide, calls: false } }))).toHaveLength(1);
  });

  test("lines that look like headers inside a hunk are content", () => {
    const unified = "--- a/q.sql\n+++ b/q.sql\n@@ -1,2 +1,1 @@\n--- old comment\n select 1\n";
    expect(diffCounts(unified).added).toBe(0);
  });
});

describe("answers", () => {
  test("code at the margin is drawn apart from prose, also while its fence is open", () => {
    expect(splitFences("a\n```js\nx\n```\nb\n```\ny")).toEqual([
      { type: "prose", text: "a", language: "" },
      { type: "code", text: "x", language: "js" },
      { type: "prose", text: "b", language: "" },
      { type: "code", text: "y", language: "" },
    ]);
  });

  test("a fence inside a longer fence is code", () => {
    expect(splitFences("````md\n```js\nx\n```\n````")).toEqual([
      { type: "code", text: "```js\nx\n```", language: "md" },
    ]);
  });

  test("tables lose their cage and keep their cells", () => {
    const lines = ["┌───┬───┐", "│ a │ b │", "├───┼───┤", "│ 1 │ 2 │", "├───┼───┤", "│ 3 │ 4 │", "└───┴───┘", "after"];
    const calm = calmTables(lines, "| a | b |", plain).map(stripTerminalSequences);
    expect(calm).toEqual(["a   b", "─   ─", "1   2", "3   4", "after"]);
  });

  test("thinking is one line until it is shown", () => {
    const block: Block = { type: "thought", key: 1, done: true, text: "deep", startedAt: 0, ms: 4000 };
    expect(bare(blockLines(block, frame(60)))).toEqual(["  ✻ Thought for 4.0 s"]);
    expect(bare(blockLines(block, frame(60, { showThoughts: true })))).toContain("    deep");
  });
});

describe("the status line", () => {
  const state: ViewState = {
    ...EMPTY,
    model: "anthropic/claude-sonnet",
    title: "Cents in the cart",
    yolo: true,
    window: 200_000,
    usage: { input: 100_000, output: 4_000, cacheRead: 80_000, cacheWrite: 0, reasoning: 0 },
    totals: { input: 100_000, output: 4_000, cacheRead: 80_000 },
    costUsd: 0.123,
  };
  test("wide, it says everything", () => {
    const line = stripTerminalSequences(statusLine(state, 120, plain, MESSAGES));
    for (const part of [
      "anthropic/claude-sonnet",
      "52%",
      "104k/200k",
      "$0.12",
      "80% cached",
      "Cents in the cart",
      "yolo",
    ])
      expect(line).toContain(part);
  });
  test("at every width it fits and says how full it is; the mode that removes a safeguard is never dropped", () => {
    for (let width = 24; width <= 160; width++) {
      const line = statusLine(state, width, plain, MESSAGES);
      expect(visibleWidth(line)).toBeLessThanOrEqual(width);
      expect(line).toContain("yolo");
      if (width >= 40) expect(line).toContain("52%");
    }
  });
  test("the bar changes at 50, 80 and 95 per cent", () => {
    expect([0.1, 0.49, 0.5, 0.79, 0.8, 0.94, 0.95, 1].map(fillRole)).toEqual([
      "good",
      "good",
      "caution",
      "caution",
      "hot",
      "hot",
      "bad",
      "bad",
    ]);
  });
});

describe("questions", () => {
  const question = {
    id: "q",
    type: "approve",
    text: "Run: rm -rf build",
    subject: "rm -rf build",
    reasons: ["deletes recursively"],
    scopes: ["once", "session"],
  } as const;
  const open = { question, chosen: 0, writing: "nothing" } as const;

  test("shows the command, the reason and every choice", () => {
    const text = bare(questionPanel(open, frame(80), 30)).join("\n");
    for (const part of ["rm -rf build", "deletes recursively", "Once", "For this session", "Deny"])
      expect(text).toContain(part);
    expect(text.match(/rm -rf build/g)).toHaveLength(1);
  });
  test("only the scopes that were offered can be chosen", () => {
    expect(choicesOf(question, MESSAGES).map((choice) => choice.key)).toEqual(["o", "s", "d"]);
    expect(moveFor("a", open, MESSAGES)).toEqual({ type: "nothing" });
  });
  test("letters, numbers and arrows mean what they say; escape is no", () => {
    expect(moveFor("s", open, MESSAGES)).toMatchObject({
      type: "take",
      choice: { answer: { type: "yes", scope: "session" } },
    });
    expect(moveFor("3", open, MESSAGES)).toMatchObject({ type: "take", choice: { answer: { type: "no" } } });
    expect(moveFor("down", open, MESSAGES)).toEqual({ type: "choose", index: 1 });
    expect(moveFor("up", open, MESSAGES)).toEqual({ type: "choose", index: 2 });
    expect(moveFor("escape", open, MESSAGES)).toEqual({ type: "decline" });
    expect(moveFor("x", open, MESSAGES)).toEqual({ type: "nothing" });
  });
  test("a long command is cut in the panel but says how much is missing", () => {
    const long = {
      ...question,
      text: "Run a script",
      subject: Array.from({ length: 99 }, (_, n) => `echo ${n}`).join("\n"),
    };
    const lines = questionPanel({ ...open, question: long }, frame(80), 24);
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(bare(lines).join("\n")).toMatch(/… \d+ more lines/);
  });
});

describe("tables and figures", () => {
  const table = {
    columns: ["name", "count", "about"],
    rows: [
      ["alpha", "1,200", "the first of them"],
      ["beta", "7", "short"],
    ],
  };
  test("numbers stand right, words left", () => {
    expect(bare(tableLines(table, 60, plain))).toEqual([
      "name   count  about",
      "alpha  1,200  the first of them",
      "beta       7  short",
    ]);
  });
  test("a narrow table loses its last columns first, not its first", () => {
    const text = bare(
      tableLines(
        {
          ...table,
          rows: table.rows.map((row) => [...row, "and a last column of some length"]),
          columns: [...table.columns, "more"],
        },
        24,
        plain,
      ),
    ).join("\n");
    expect(text).toContain("alpha");
    expect(text).not.toContain("last column");
  });
  test("a plan longer than the room shows the part around what is being done", () => {
    const items = Array.from({ length: 20 }, (_, index) => ({
      text: `step ${index}`,
      status: index < 12 ? "completed" : "pending",
    }));
    const text = bare(todoLines(items, frame(60))).join("\n");
    expect(text).toContain("step 12");
    expect(text).toContain("12 of 20 done");
    expect(text).not.toMatch(/step 0$/m);
  });
});

describe("widths", () => {
  const word = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom("漢字仮名交じり文", "👩‍👩‍👧 family", "a/very/long/path/that/never/ends.ts", "```", "\tindented"),
  );
  const text = fc
    .array(word, { maxLength: 12 })
    .map((words) => words.join(" ").replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ""));
  const figure = (name: string): Figure[] => [
    { type: "heading", text: name, aside: name },
    { type: "shares", whole: 100, parts: [{ name, value: 20, words: name }], rest: name },
    { type: "bars", rows: [{ name, value: 3, words: name }] },
    { type: "course", name, values: [1, 0, 5], words: name },
    { type: "facts", rows: [[name, name]] },
    { type: "table", columns: [name, "b"], rows: [[name, name]] },
    { type: "note", text: name },
  ];
  test("no line of any piece is wider than the screen", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 24, max: 140 }), fc.boolean(), (words, width, expanded) => {
        const blocks: Block[] = [
          { type: "banner", key: 1, done: true, model: words, place: words, tools: 3 },
          { type: "user", key: 1, done: true, text: words, how: "steered" },
          { type: "answer", key: 1, done: true, text: words },
          { type: "answer", key: 1, done: true, text: words, fence: { language: "ts", opens: true, closes: true } },
          { type: "thought", key: 1, done: false, text: words, startedAt: 0, ms: 1 },
          { type: "notice", key: 1, done: true, level: "warning", text: words },
          { type: "divider", key: 1, done: true, text: words },
          { type: "shell", key: 1, done: true, id: 1, command: words, output: words, code: 1 },
          {
            type: "reply",
            key: 1,
            done: true,
            command: words,
            reply: { type: "text", text: words, page: figure(words) },
          },
          call({ label: words, result: JSON.stringify({ output: words }) }),
          call({ label: words, state: "failed", result: JSON.stringify({ error: words }) }),
          call({ done: false, state: "running", label: words, tasks: [words], progress: [`#1 ${words}`] }),
        ];
        for (const theme of [plain, coloured])
          for (const block of blocks)
            for (const line of blockLines(block, frame(width, { expanded, theme })))
              if (block.type !== "shell" && block.type !== "notice")
                expect(visibleWidth(line)).toBeLessThanOrEqual(width);
      }),
      { numRuns: 60 },
    );
  });
  test("cutting and setting apart never exceed the room", () => {
    fc.assert(
      fc.property(text, text, fc.integer({ min: 4, max: 80 }), (left, right, width) => {
        expect(visibleWidth(clip(left, width))).toBeLessThanOrEqual(width);
        expect(visibleWidth(justify(left, right.slice(0, 12), width))).toBeLessThanOrEqual(width);
      }),
    );
  });
  test("a page of figures fits, whatever its words", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 20, max: 120 }), (words, room) => {
        for (const line of pageLines(figure(words === "" ? "x" : words), frame(room + 4), room))
          expect(visibleWidth(line)).toBeLessThanOrEqual(room);
      }),
      { numRuns: 60 },
    );
  });
});
