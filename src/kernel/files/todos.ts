// A task list as a value: replaced whole or merged by id, always within its limits.

import { takeChars } from "../text.ts";

export const STATUSES = ["pending", "in_progress", "completed", "cancelled"] as const;

export interface Todo {
  readonly id: string;
  readonly content: string;
  readonly status: (typeof STATUSES)[number];
}

const MAX_ITEMS = 256;
const MAX_CHARS = 4_000;

/** Items with a known id are updated in place (an empty content keeps the old one), the others appended. */
export function mergeTodos(current: readonly Todo[], changes: readonly Todo[]): readonly Todo[] {
  const byId = new Map(current.map((todo) => [todo.id, todo]));
  changes.forEach((change, index) => {
    const id = change.id.trim() || String(index + 1);
    const content = takeChars(change.content.trim(), MAX_CHARS) || byId.get(id)?.content || "(no description)";
    byId.set(id, { id, content, status: change.status });
  });
  return [...byId.values()].slice(0, MAX_ITEMS);
}

export function todoCounts(todos: readonly Todo[]): Readonly<Record<string, number>> {
  const count = (status: Todo["status"]) => todos.filter((todo) => todo.status === status).length;
  return {
    total: todos.length,
    pending: count("pending"),
    in_progress: count("in_progress"),
    completed: count("completed"),
    cancelled: count("cancelled"),
  };
}

/** What is still to do, one line each. */
export function openTodos(todos: readonly Todo[]): string {
  return todos
    .filter(({ status }) => status === "pending" || status === "in_progress")
    .map(({ id, content, status }) => `- [${status === "in_progress" ? ">" : " "}] ${id}. ${content} (${status})`)
    .join("\n");
}
