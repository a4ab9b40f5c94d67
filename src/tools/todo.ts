// The session's task list: written by the model, shown to people, put back after a compaction.

import { z } from "zod";
import { defineTool, jsonResult, type Tool } from "../contracts/tool.ts";
import { mergeTodos, openTodos, STATUSES, type Todo, todoCounts } from "../kernel/files/todos.ts";
import { failed } from "./failures.ts";
import { zodSchema } from "./schema.ts";

/** The lists of all sessions; `carry` follows a conversation into its next session. */
export interface TodoBoard {
  get(sessionId: string): readonly Todo[];
  set(sessionId: string, todos: readonly Todo[]): void;
  carry(from: string, to: string): void;
  /** Open items as the lines that are put back after a compaction; "" when there are none. */
  reminder(sessionId: string): string;
}

const MAX_SESSIONS = 200;

export function createTodoBoard(): TodoBoard {
  const lists = new Map<string, readonly Todo[]>();
  const get = (sessionId: string) => lists.get(sessionId) ?? [];
  const set = (sessionId: string, todos: readonly Todo[]) => {
    lists.delete(sessionId);
    lists.set(sessionId, todos);
    const oldest = lists.keys().next().value;
    if (lists.size > MAX_SESSIONS && oldest !== undefined) lists.delete(oldest);
  };
  return { get, set, carry: (from, to) => set(to, get(from)), reminder: (sessionId) => openTodos(get(sessionId)) };
}

export function todoTool(board: TodoBoard): Tool {
  return defineTool({
    name: "todo",
    toolset: "todo",
    description:
      "Task list of this session. Without todos it is shown; with todos it is replaced, or with merge updated by id. Use it for work of three steps or more, one item in_progress at a time.",
    input: zodSchema("todo", () =>
      z.object({
        todos: z
          .array(
            z.object({ id: z.string(), content: z.string().default(""), status: z.enum(STATUSES).default("pending") }),
          )
          .optional(),
        merge: z.boolean().default(false),
      }),
    ),
    effect: "read",
    output: "own",
    touches: () => [],
    label: ({ todos }) => (todos === undefined ? "show" : `${todos.length} items`),
    badInput: (why) => failed(why),
    async run({ todos, merge }, { sessionId }) {
      const current = board.get(sessionId);
      const next = todos === undefined ? current : mergeTodos(merge ? current : [], todos);
      if (todos !== undefined) board.set(sessionId, next);
      return jsonResult(
        { todos: next, summary: todoCounts(next) },
        { display: { type: "todo", items: next.map(({ content, status }) => ({ text: content, status })) } },
      );
    },
  });
}
