// The plan: what is done, what is being done, what is left. Long plans show the part around what is being done.

import { type Frame, GUTTER, readingWidth, wrap } from "./frame.ts";
import type { TodoItem } from "./state.ts";

const MOST = 8;

export function todoLines(items: readonly TodoItem[], frame: Frame): string[] {
  const { theme, messages } = frame;
  const done = items.filter((item) => item.status === "completed").length;
  const head = `${theme.bold(messages.todo)} ${theme.paint("dim", messages.todoDone(done, items.length))}`;
  const { shown, before, after } = around(items);
  const more = (count: number) => (count > 0 ? [`${GUTTER}  ${theme.paint("dim", `… ${count}`)}`] : []);
  return [GUTTER + head, ...more(before), ...shown.flatMap((item) => itemLines(item, frame)), ...more(after)];
}

function itemLines(item: TodoItem, frame: Frame): string[] {
  const { mark, say } = looks(item.status, frame);
  return wrap(item.text.replace(/\s+/g, " "), readingWidth(frame.width) - 4).map(
    (line, index) => `${GUTTER}  ${index === 0 ? mark : " "} ${say(line)}`,
  );
}

function looks(status: string, { theme }: Frame): { readonly mark: string; say(line: string): string } {
  switch (status) {
    case "completed":
      return { mark: theme.paint("good", "✓"), say: (line) => theme.paint("dim", theme.strike(line)) };
    case "in_progress":
      return { mark: theme.paint("accent", "▸"), say: theme.bold };
    case "cancelled":
      return { mark: theme.paint("faint", "–"), say: (line) => theme.paint("dim", theme.strike(line)) };
    default:
      return { mark: theme.paint("faint", "○"), say: (line) => line };
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
