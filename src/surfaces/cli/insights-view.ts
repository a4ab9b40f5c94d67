// Insights as a page of text: sums, a line of days, bars for models, tools and hours.

import type { Insights } from "../../kernel/insights.ts";
import { charCount, ellipsize } from "../../kernel/text.ts";
import { bar, sparkline } from "./charts.ts";
import type { Io } from "./io.ts";
import { dollars, short, span } from "./printing.ts";
import { WORDS } from "./words.data.ts";

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
        `${days === 1 ? WORDS.insights.lastDay : WORDS.insights.lastDays(days)}: ${WORDS.insights.sessions(totals.sessions)}`,
        `, ${WORDS.insights.messages(totals.messages)}`,
        `, ${WORDS.insights.toolCalls(totals.toolCalls)}`,
      ],
      io.columns,
    ),
    ...wrapped(
      [
        WORDS.insights.tokensIn(short(totals.input), percent(totals.cacheRead, totals.input)),
        `, ${WORDS.insights.out(short(totals.output))}`,
        ` · ${WORDS.insights.cost(dollars(totals.costUsd))}`,
        unpriced(totals.unpriced),
        ` · ${WORDS.insights.atWork(span(totals.ms))}`,
      ],
      io.columns,
    ),
    ...dayLines(insights, io.columns, paint),
    ...section(
      WORDS.insights.byModel,
      insights.models.map((model) => ({
        name: model.model,
        size: priced ? model.costUsd : model.input + model.output,
        words: [
          WORDS.insights.in(short(model.input)),
          WORDS.insights.out(short(model.output)),
          dollars(model.costUsd),
          span(model.ms),
        ],
      })),
      "36",
    ),
    ...section(
      WORDS.insights.byTool,
      insights.tools.map((tool) => ({
        name: tool.tool,
        size: tool.calls,
        words: [
          WORDS.insights.calls(tool.calls),
          ...(tool.failed === 0 ? [] : [WORDS.insights.failed(tool.failed)]),
          span(tool.ms),
        ],
      })),
      "33",
    ),
    ...section(
      WORDS.insights.topSessions,
      insights.top.map((session) => ({
        name: session.title ?? (session.preview || session.id),
        size: session.input + session.output,
        words: [WORDS.insights.tokens(short(session.input + session.output)), dollars(session.costUsd), session.id],
      })),
      "35",
    ),
    ...(insights.sources.length < 2
      ? []
      : ["", WORDS.insights.from(insights.sources.map((one) => `${one.source} ${one.sessions}`).join(", "))]),
  ].join("\n");
}

function dayLines(insights: Insights, width: number, paint: (text: string, code: string) => string): readonly string[] {
  const label = width < WIDE ? 7 : 15;
  const sized = ({ long, brief }: { readonly long: string; readonly brief: string }) => (width < WIDE ? brief : long);
  const named = (name: { readonly long: string; readonly brief: string }) => sized(name).padEnd(label);
  const shown = insights.days.slice(-Math.max(7, width - label - 12));
  const tokens = shown.map((one) => one.input + one.output);
  const cost = shown.map((one) => one.costUsd);
  const first = shown[0]?.day ?? "";
  const last = shown.at(-1)?.day ?? "";
  return [
    "",
    `${named(WORDS.insights.tokensByDay)}${paint(sparkline(tokens), "32")}  ${WORDS.insights.most(short(Math.max(0, ...tokens)))}`,
    ...(cost.some((usd) => usd > 0)
      ? [
          `${named(WORDS.insights.costByDay)}${paint(sparkline(cost), "31")}  ${WORDS.insights.most(dollars(Math.max(...cost)))}`,
        ]
      : []),
    shown.length < first.length + last.length + 1
      ? `${" ".repeat(label)}${first} – ${last}`
      : `${" ".repeat(label)}${first}${" ".repeat(shown.length - first.length - last.length)}${last}`,
    `${named(WORDS.insights.byHour)}${paint(sparkline(insights.hours), "34")}  ${sized(WORDS.insights.hours)}`,
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
  return rows.length > MOST_ROWS ? [...lines, `  ${WORDS.insights.more(rows.length - MOST_ROWS)}`] : lines;
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
  return calls === 0 ? "" : ` ${WORDS.insights.unpriced(calls)}`;
}
