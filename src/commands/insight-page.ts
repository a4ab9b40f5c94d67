// Where tokens, money and time went, as a page.

import type { Figure } from "../contracts/page.ts";
import type { Insights } from "../kernel/insights.ts";
import { withThousands } from "../kernel/text.ts";
import { WORDS } from "./words.data.ts";

const MOST_ROWS = 6;

export function insightPage(insights: Insights, days: number): readonly Figure[] {
  const { totals } = insights;
  if (totals.sessions === 0) return [{ type: "note", text: WORDS.insightPage.noSessions(days) }];
  const cached = totals.input === 0 ? 0 : Math.round((totals.cacheRead / totals.input) * 100);
  const priced = insights.models.some((model) => model.costUsd > 0);
  return [
    {
      type: "heading",
      text: days === 1 ? WORDS.insightPage.lastDayHeading : WORDS.insightPage.lastDaysHeading(days),
      aside: [
        WORDS.insightPage.sessionCount(totals.sessions),
        WORDS.insightPage.messageCount(totals.messages),
        WORDS.insightPage.toolCallCount(totals.toolCalls),
      ].join(", "),
    },
    {
      type: "facts",
      rows: [
        [WORDS.insightPage.facts.tokens, WORDS.insightPage.tokens(short(totals.input), cached, short(totals.output))],
        [
          WORDS.insightPage.facts.cost,
          `$${totals.costUsd.toFixed(2)}${totals.unpriced > 0 ? WORDS.insightPage.plusUnpriced(totals.unpriced) : ""}`,
        ],
        [WORDS.insightPage.facts.atWork, time(totals.ms)],
      ],
    },
    {
      type: "course",
      name: WORDS.insightPage.byDay,
      values: insights.days.map((day) => day.input + day.output),
      words: WORDS.insightPage.mostTokens(short(Math.max(0, ...insights.days.map((day) => day.input + day.output)))),
    },
    { type: "course", name: WORDS.insightPage.byHour, values: insights.hours, words: WORDS.insightPage.yourHours },
    ...bars(
      WORDS.insightPage.models,
      insights.models.map((model) => ({
        name: model.model,
        value: priced ? model.costUsd : model.input + model.output,
        words: `${short(model.input + model.output)} · $${model.costUsd.toFixed(2)} · ${time(model.ms)}`,
      })),
    ),
    ...bars(
      WORDS.insightPage.tools,
      insights.tools.map((tool) => ({
        name: tool.tool,
        value: tool.calls,
        words: `${WORDS.insightPage.callCount(tool.calls)}${tool.failed > 0 ? WORDS.insightPage.failed(tool.failed) : ""} · ${time(tool.ms)}`,
      })),
    ),
    ...bars(
      WORDS.insightPage.sessions,
      insights.top.map((session) => ({
        name: session.title ?? (session.preview || session.id),
        value: priced ? session.costUsd : session.input + session.output,
        words: `${short(session.input + session.output)} · $${session.costUsd.toFixed(2)}`,
      })),
    ),
  ];
}

function bars(title: string, rows: readonly { name: string; value: number; words: string }[]): readonly Figure[] {
  if (rows.length === 0) return [];
  const left = rows.length - MOST_ROWS;
  return [
    { type: "heading", text: title, ...(left > 0 ? { aside: WORDS.insightPage.andMore(left) } : {}) },
    { type: "bars", rows: rows.slice(0, MOST_ROWS) },
  ];
}

function short(count: number): string {
  if (count < 10_000) return withThousands(count);
  return count < 1_000_000 ? `${Math.round(count / 1000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

function time(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 1) return `${Math.round(ms / 1000)} s`;
  return minutes < 90 ? `${Math.round(minutes)} min` : `${(minutes / 60).toFixed(1)} h`;
}
