// Insights as a page of text: sums, a line of days, bars for models, tools and hours.

import type { Insights } from "../../kernel/insights.ts";
import { counted, ellipsize } from "../../kernel/text.ts";
import { bar, sparkline } from "./charts.ts";
import type { Io } from "./io.ts";
import { dollars, short, span } from "./printing.ts";

interface Row {
  readonly name: string;
  readonly size: number;
  readonly words: string;
}

const NAME = 28;
const WIDEST_BAR = 30;
const MOST_ROWS = 8;

export function renderInsights(insights: Insights, days: number, io: Pick<Io, "columns" | "colour">): string {
  const paint = (text: string, code: string) => (io.colour && text !== "" ? `\u001b[${code}m${text}\u001b[39m` : text);
  const section = (title: string, rows: readonly Row[], code: string) =>
    rows.length === 0 ? [] : ["", title, ...barRows(rows, io.columns, (text) => paint(text, code))];
  const { totals } = insights;
  const priced = insights.models.some((model) => model.costUsd > 0);
  return [
    `The last ${days} days: ${counted(totals.sessions, "session")}, ${counted(totals.messages, "message")}, ${counted(totals.toolCalls, "tool call")}`,
    `Tokens ${short(totals.input)} in (${percent(totals.cacheRead, totals.input)} from cache), ${short(totals.output)} out · cost ${dollars(totals.costUsd)}${unpriced(totals.unpriced)} · at work ${span(totals.ms)}`,
    ...dayLines(insights, io.columns, paint),
    ...section(
      "By model",
      insights.models.map((model) => ({
        name: model.model,
        size: priced ? model.costUsd : model.input + model.output,
        words: `${short(model.input)} in, ${short(model.output)} out, ${dollars(model.costUsd)}, ${span(model.ms)}`,
      })),
      "36",
    ),
    ...section(
      "By tool",
      insights.tools.map((tool) => ({
        name: tool.tool,
        size: tool.calls,
        words: `${counted(tool.calls, "call")}${tool.failed === 0 ? "" : `, ${tool.failed} failed`}, ${span(tool.ms)}`,
      })),
      "33",
    ),
    ...section(
      "Most used sessions",
      insights.top.map((session) => ({
        name: session.title ?? (session.preview || session.id),
        size: session.input + session.output,
        words: `${short(session.input + session.output)} tokens, ${dollars(session.costUsd)}  ${session.id}`,
      })),
      "35",
    ),
    ...(insights.sources.length < 2
      ? []
      : ["", `From: ${insights.sources.map((one) => `${one.source} ${one.sessions}`).join(", ")}`]),
  ].join("\n");
}

function dayLines(insights: Insights, width: number, paint: (text: string, code: string) => string): readonly string[] {
  const shown = insights.days.slice(-Math.max(7, width - 24));
  const tokens = shown.map((one) => one.input + one.output);
  const cost = shown.map((one) => one.costUsd);
  const first = shown[0]?.day ?? "";
  const last = shown.at(-1)?.day ?? "";
  return [
    "",
    `Tokens by day  ${paint(sparkline(tokens), "32")}  most ${short(Math.max(0, ...tokens))}`,
    ...(cost.some((usd) => usd > 0)
      ? [`Cost by day    ${paint(sparkline(cost), "31")}  most ${dollars(Math.max(...cost))}`]
      : []),
    `               ${first}${" ".repeat(Math.max(1, shown.length - first.length - last.length))}${last}`,
    `By hour        ${paint(sparkline(insights.hours), "34")}  0–23h, your messages`,
  ];
}

function barRows(rows: readonly Row[], width: number, paint: (text: string) => string): readonly string[] {
  const max = Math.max(0, ...rows.map((row) => row.size));
  const words = Math.max(...rows.map((row) => row.words.length));
  const room = Math.max(0, Math.min(WIDEST_BAR, width - NAME - words - 6));
  const lines = rows.slice(0, MOST_ROWS).map((row) => {
    const drawn = bar(row.size, max, room);
    return `  ${ellipsize(row.name, NAME).padEnd(NAME)}  ${paint(drawn)}${" ".repeat(Math.max(0, room - drawn.length))}  ${row.words}`;
  });
  return rows.length > MOST_ROWS ? [...lines, `  … and ${rows.length - MOST_ROWS} more (--json lists them)`] : lines;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "0 %" : `${Math.round((part / whole) * 100)} %`;
}

function unpriced(calls: number): string {
  return calls === 0 ? "" : ` plus ${counted(calls, "call")} without a known price`;
}
