// Insights as a page of text: sums, a line of days, bars for models, tools and hours.

import type { Insights } from "../../kernel/insights.ts";
import { charCount, counted, ellipsize } from "../../kernel/text.ts";
import { bar, sparkline } from "./charts.ts";
import type { Io } from "./io.ts";
import { dollars, short, span } from "./printing.ts";

interface Row {
  readonly name: string;
  readonly size: number;
  /** The weightiest first: the last ones give way on a narrow terminal. */
  readonly words: readonly string[];
}

const WIDEST_NAME = 28;
const NARROWEST_NAME = 10;
const WIDEST_BAR = 30;
/** Shorter ones say nothing. */
const NARROWEST_BAR = 6;
const MOST_ROWS = 8;
/** From here on there is room for whole names. */
const WIDE = 60;

export function renderInsights(insights: Insights, days: number, io: Pick<Io, "columns" | "colour">): string {
  const paint = (text: string, code: string) => (io.colour && text !== "" ? `\u001b[${code}m${text}\u001b[39m` : text);
  const section = (title: string, rows: readonly Row[], code: string) =>
    rows.length === 0 ? [] : ["", title, ...barRows(rows, io.columns, (text) => paint(text, code))];
  const { totals } = insights;
  const priced = insights.models.some((model) => model.costUsd > 0);
  return [
    ...wrapped(
      [
        `${days === 1 ? "The last day" : `The last ${days} days`}: ${counted(totals.sessions, "session")}`,
        `, ${counted(totals.messages, "message")}`,
        `, ${counted(totals.toolCalls, "tool call")}`,
      ],
      io.columns,
    ),
    ...wrapped(
      [
        `Tokens ${short(totals.input)} in (${percent(totals.cacheRead, totals.input)} from cache)`,
        `, ${short(totals.output)} out`,
        ` · cost ${dollars(totals.costUsd)}`,
        unpriced(totals.unpriced),
        ` · at work ${span(totals.ms)}`,
      ],
      io.columns,
    ),
    ...dayLines(insights, io.columns, paint),
    ...section(
      "By model",
      insights.models.map((model) => ({
        name: model.model,
        size: priced ? model.costUsd : model.input + model.output,
        words: [`${short(model.input)} in`, `${short(model.output)} out`, dollars(model.costUsd), span(model.ms)],
      })),
      "36",
    ),
    ...section(
      "By tool",
      insights.tools.map((tool) => ({
        name: tool.tool,
        size: tool.calls,
        words: [counted(tool.calls, "call"), ...(tool.failed === 0 ? [] : [`${tool.failed} failed`]), span(tool.ms)],
      })),
      "33",
    ),
    ...section(
      "Most used sessions",
      insights.top.map((session) => ({
        name: session.title ?? (session.preview || session.id),
        size: session.input + session.output,
        words: [`${short(session.input + session.output)} tokens`, dollars(session.costUsd), session.id],
      })),
      "35",
    ),
    ...(insights.sources.length < 2
      ? []
      : ["", `From: ${insights.sources.map((one) => `${one.source} ${one.sessions}`).join(", ")}`]),
  ].join("\n");
}

function dayLines(insights: Insights, width: number, paint: (text: string, code: string) => string): readonly string[] {
  const label = width < WIDE ? 7 : 15;
  const named = (long: string, brief: string) => (width < WIDE ? brief : long).padEnd(label);
  const shown = insights.days.slice(-Math.max(7, width - label - 12));
  const tokens = shown.map((one) => one.input + one.output);
  const cost = shown.map((one) => one.costUsd);
  const first = shown[0]?.day ?? "";
  const last = shown.at(-1)?.day ?? "";
  return [
    "",
    `${named("Tokens by day", "Tokens")}${paint(sparkline(tokens), "32")}  most ${short(Math.max(0, ...tokens))}`,
    ...(cost.some((usd) => usd > 0)
      ? [`${named("Cost by day", "Cost")}${paint(sparkline(cost), "31")}  most ${dollars(Math.max(...cost))}`]
      : []),
    shown.length < first.length + last.length + 1
      ? `${named("", "")}${first} – ${last}`
      : `${named("", "")}${first}${" ".repeat(shown.length - first.length - last.length)}${last}`,
    `${named("By hour", "Hours")}${paint(sparkline(insights.hours), "34")}  ${width < WIDE ? "0–23h" : "0–23h, your messages"}`,
  ];
}

function barRows(rows: readonly Row[], width: number, paint: (text: string) => string): readonly string[] {
  const seen = rows.slice(0, MOST_ROWS);
  const max = Math.max(0, ...rows.map((row) => row.size));
  const longest = Math.max(...seen.map((row) => charCount(row.name)));
  const name = Math.min(longest, WIDEST_NAME, Math.max(NARROWEST_NAME, Math.floor(width * 0.3)));
  const words = fittingWords(seen, width - name - NARROWEST_BAR - 6);
  const room = Math.min(WIDEST_BAR, width - name - Math.max(...words.map(charCount)) - 6);
  const lines = seen.map((row, index) => {
    const drawn = bar(row.size, max, room);
    const label = ellipsize(row.name, name);
    const gap = " ".repeat(name - charCount(label));
    return `  ${label}${gap}  ${paint(drawn)}${" ".repeat(Math.max(0, room - drawn.length))}  ${words[index]}`;
  });
  return rows.length > MOST_ROWS ? [...lines, `  … and ${rows.length - MOST_ROWS} more (--json lists them)`] : lines;
}

/** As many of each row's words as fit for all of them; the first always stay. */
function fittingWords(rows: readonly Row[], room: number): readonly string[] {
  for (let most = Math.max(...rows.map(({ words }) => words.length)); ; most--) {
    const texts = rows.map(({ words }) => words.slice(0, most).join(", "));
    if (most <= 1 || texts.every((text) => charCount(text) <= room)) return texts;
  }
}

/** Pieces on as few lines as the width allows; what joins two is dropped at a break. */
function wrapped(pieces: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last !== undefined && charCount(last + piece) <= width) lines[lines.length - 1] = last + piece;
    else lines.push(last === undefined ? piece : `  ${piece.replace(/^[ ,·]+/, "")}`);
  }
  return lines;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "0 %" : `${Math.round((part / whole) * 100)} %`;
}

function unpriced(calls: number): string {
  return calls === 0 ? "" : ` plus ${counted(calls, "call")} without known price`;
}
