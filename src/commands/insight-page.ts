// Where tokens, money and time went, as a page.

import type { Figure } from "../contracts/page.ts";
import type { Insights } from "../kernel/insights.ts";
import { withThousands } from "../kernel/text.ts";

const MOST_ROWS = 6;
const many = (count: number, one: string): string => `${withThousands(count)} ${one}${count === 1 ? "" : "s"}`;

export function insightPage(insights: Insights, days: number): readonly Figure[] {
  const { totals } = insights;
  if (totals.sessions === 0) return [{ type: "note", text: `No sessions found in the last ${days} days.` }];
  const cached = totals.input === 0 ? 0 : Math.round((totals.cacheRead / totals.input) * 100);
  const priced = insights.models.some((model) => model.costUsd > 0);
  return [
    {
      type: "heading",
      text: days === 1 ? "The last day" : `The last ${days} days`,
      aside: [
        many(totals.sessions, "session"),
        many(totals.messages, "message"),
        many(totals.toolCalls, "tool call"),
      ].join(", "),
    },
    {
      type: "facts",
      rows: [
        ["tokens", `${short(totals.input)} in, ${cached} % of them cached · ${short(totals.output)} out`],
        [
          "cost",
          `$${totals.costUsd.toFixed(2)}${totals.unpriced > 0 ? `, plus ${many(totals.unpriced, "call")} without a known price` : ""}`,
        ],
        ["at work", time(totals.ms)],
      ],
    },
    {
      type: "course",
      name: "by day",
      values: insights.days.map((day) => day.input + day.output),
      words: `most ${short(Math.max(0, ...insights.days.map((day) => day.input + day.output)))} tokens`,
    },
    { type: "course", name: "by hour", values: insights.hours, words: "your messages, 0–23 h" },
    ...bars(
      "Models",
      insights.models.map((model) => ({
        name: model.model,
        value: priced ? model.costUsd : model.input + model.output,
        words: `${short(model.input + model.output)} · $${model.costUsd.toFixed(2)} · ${time(model.ms)}`,
      })),
    ),
    ...bars(
      "Tools",
      insights.tools.map((tool) => ({
        name: tool.tool,
        value: tool.calls,
        words: `${many(tool.calls, "call")}${tool.failed > 0 ? `, ${tool.failed} failed` : ""} · ${time(tool.ms)}`,
      })),
    ),
    ...bars(
      "Sessions",
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
    { type: "heading", text: title, ...(left > 0 ? { aside: `and ${left} more` } : {}) },
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
