// Every word on the screen can be read: whatever carries letters or digits stands out from what is behind it.

import { describe, expect, test } from "vitest";
import { blockLines } from "./block-lines.ts";
import { luminance, parseHex } from "./colour.ts";
import { call, frame } from "./drawing-kit.ts";
import { liveLines } from "./live-lines.ts";
import { MESSAGES } from "./messages.ts";
import { pageLines } from "./page-lines.ts";
import { pickerPanel } from "./picker.ts";
import { questionPanel } from "./question-panel.ts";
import { loadRichText } from "./rich-text.ts";
import { SKINS } from "./skins.data.ts";
import { type Block, EMPTY, type ViewState } from "./state.ts";
import { statusLine } from "./status-line.ts";
import { createTheme, type Theme } from "./theme.ts";

const ENOUGH = 4.5;
const GROUNDS = { dark: "#17181d", light: "#ffffff" } as const;
const INK = { dark: "#d7dae0", light: "#1f2328" } as const;

describe.each(SKINS)("skin $name", (skin) => {
  test.each(["dark", "light"] as const)("%s", async (ground) => {
    const theme = createTheme(skin, ground, "full");
    const pale = (await everything(theme)).flatMap((line) => paleWords(line, ground));
    expect(pale).toEqual([]);
  });
});

async function everything(theme: Theme): Promise<readonly string[]> {
  const at = frame(90, { theme, rich: await loadRichText() });
  const unified = "+++ b/x\n@@ -1,3 +1,3 @@\n same();\n-let sum = 0;\n+let cents = 0;\n";
  const blocks: readonly Block[] = [
    { type: "banner", key: 1, done: true, model: "a/b", place: "~", tools: 3 },
    { type: "user", key: 2, done: true, text: "ask", how: "steered" },
    { type: "thought", key: 3, done: false, text: "hm", startedAt: 0, ms: 0 },
    { type: "thought", key: 4, done: true, text: "hm", startedAt: 0, ms: 5000 },
    {
      type: "answer",
      key: 5,
      done: true,
      text: '# T\n\n**b** `c` [l](http://x.y)\n\n> q\n\n- one\n\n| a | b |\n| - | -: |\n| 1 | 2 |\n\n```ts\n// why\nconst a: Item = f(1, "s");\n```',
    },
    { ...call({ display: { type: "diff", path: "x", unified } }), key: 6 },
    { ...call({ state: "failed", result: '{"error":"no"}' }), key: 7 },
    { ...call({ state: "running", done: false, progress: ["half"] }), key: 8 },
    { ...call({ state: "running", done: false, tasks: ["one", "two"], progress: ["#1 terminal ls"] }), key: 9 },
    { type: "notice", key: 10, done: true, level: "warning", text: "careful" },
    { type: "notice", key: 11, done: true, level: "error", text: "broken" },
    { type: "divider", key: 12, done: true, text: "cut" },
    { type: "shell", key: 13, done: true, id: 1, command: "ls", output: "a", code: 2 },
    {
      type: "reply",
      key: 14,
      done: true,
      command: "/x",
      reply: { type: "table", title: "t", columns: ["a", "b"], rows: [["1", "2"]] },
    },
  ];
  const state: ViewState = {
    ...EMPTY,
    busy: true,
    status: "reading",
    todos: ["completed", "in_progress", "cancelled", "pending"].map((status) => ({ text: status, status })),
    waiting: [{ key: 1, text: "next", images: [], id: undefined }],
    model: "a/b",
    title: "title",
    yolo: true,
    window: 100,
    usage: { input: 50, output: 1, cacheRead: 20, cacheWrite: 0, reasoning: 0 },
    totals: { input: 50, output: 1, cacheRead: 20 },
    costUsd: 1,
  };
  const approve = { id: "q", type: "approve", text: "t", subject: "s", reasons: ["r"], scopes: ["once"] } as const;
  return [
    ...blocks.flatMap((block) => blockLines(block, at)),
    ...liveLines(state, at, 40),
    ...liveLines(state, at, 5),
    ...questionPanel({ question: approve, chosen: 0, writing: "nothing" }, at, 30),
    ...questionPanel({ question: approve, chosen: 1, writing: "nothing" }, { ...at, width: 40 }, 30),
    ...pickerPanel({ title: "t", items: [{ value: "v", label: "l", aside: "a" }], chosen: 0, filter: "l" }, at, 20),
    ...pageLines(
      [
        { type: "heading", text: "h", aside: "a" },
        { type: "shares", whole: 10, parts: [{ name: "n", value: 3, words: "w" }], rest: "free 7" },
        { type: "bars", rows: [{ name: "n", value: 3, words: "w" }] },
        { type: "course", name: "c", values: [0, 2], words: "w" },
        { type: "facts", rows: [["k", "v"]] },
        { type: "note", text: "n" },
      ],
      at,
      60,
    ),
    statusLine(state, 120, theme, MESSAGES),
  ];
}

/** Pieces with letters or digits in them whose colour is too near to the colour behind them. */
function paleWords(line: string, ground: "dark" | "light"): readonly string[] {
  let ink: string = INK[ground];
  let behind: string = GROUNDS[ground];
  const pale: string[] = [];
  for (const [, codes, text] of line.matchAll(/\u001b\[([\d;]*)m|([^\u001b]+)/g)) {
    if (text !== undefined && /[\p{L}\p{N}]/u.test(text) && contrast(ink, behind) < ENOUGH)
      pale.push(`${text.trim()}: ${ink} on ${behind}, ${contrast(ink, behind).toFixed(2)}`);
    const colour = /^([34]8);2;(\d+);(\d+);(\d+)$/.exec(codes ?? "");
    if (colour?.[1] === "38") ink = hex(colour.slice(2));
    if (colour?.[1] === "48") behind = hex(colour.slice(2));
    if (codes === "39") ink = INK[ground];
    if (codes === "49") behind = GROUNDS[ground];
  }
  return pale;
}

function hex(parts: readonly string[]): string {
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
}

function contrast(one: string, other: string): number {
  const [a = 0, b = 0] = [one, other].map((colour) => luminance(parseHex(colour) ?? [0, 0, 0])).sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}
