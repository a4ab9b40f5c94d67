// The plan: what is done, what is being done, what is left. Long plans show the part around what is being done.

import { clip, type Frame, GUTTER } from "./frame.ts";
import type { TodoItem } from "./state.ts";

const MOST = 8;

export function todoLines(items: readonly TodoItem[], frame: Frame): string[] {
  const { theme, messages } = frame;
  const done = items.filter((item) => item.status === "completed").length;
  const head = `${theme.bold(messages.todo)} ${theme.paint("dim", messages.todoDone(done, items.length))}`;
  const { shown, before, after } = around(items);
  const more = (count: number) => (count > 0 ? [`${GUTTER}  ${theme.paint("faint", `… ${count}`)}`] : []);
  return [GUTTER + head, ...more(before), ...shown.map((item) => itemLine(item, frame)), ...more(after)];
}

function itemLine(item: TodoItem, { theme, width }: Frame): string {
  const text = clip(item.text.replace(/\s+/g, " "), Math.min(width, 100) - 8);
  switch (item.status) {
    case "completed":
      return `${GUTTER}  ${theme.paint("good", "✓")} ${theme.paint("dim", theme.strike(text))}`;
    case "in_progress":
      return `${GUTTER}  ${theme.paint("accent", "▸")} ${theme.bold(text)}`;
    case "cancelled":
      return `${GUTTER}  ${theme.paint("faint", "–")} ${theme.paint("faint", theme.strike(text))}`;
    default:
      return `${GUTTER}  ${theme.paint("faint", "○")} ${text}`;
  }
}

function around(items: readonly TodoItem[]): {
  readonly shown: readonly TodoItem[];
  readonly before: number;
  readonly after: number;
} {
  if (items.length <= MOST) return { shown: items, before: 0, after: 0 };
  const current = Math.max(
    0,
    items.findIndex((item) => item.status !== "completed" && item.status !== "cancelled"),
  );
  const from = Math.max(0, Math.min(current - 2, items.length - MOST));
  return { shown: items.slice(from, from + MOST), before: from, after: items.length - from - MOST };
}
