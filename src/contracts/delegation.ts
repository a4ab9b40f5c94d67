// Work handed to agents of their own context: what is asked of them and what comes back.

import type { FileChange } from "../kernel/compress/file-lists.ts";
import type { ToolContext } from "./tool.ts";

export interface DelegatedTask {
  readonly goal: string;
  readonly context?: string;
  readonly toolsets?: readonly string[];
}

/** One tool call of a child, by its size only: what it read stays with it. */
export interface TracedCall {
  readonly tool: string;
  readonly args_bytes: number;
  readonly result_bytes: number;
  readonly status: "ok" | "error";
}

export interface DelegatedResult {
  readonly task_index: number;
  readonly status: "completed" | "failed" | "interrupted" | "timeout" | "error";
  readonly summary: string;
  readonly api_calls: number;
  readonly duration_seconds: number;
  readonly model: string;
  readonly exit_reason: string;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly tool_trace: readonly TracedCall[];
  readonly error?: string;
  /** Outside sources the child read; not shown, but its words carry them to the parent. */
  readonly taints: readonly string[];
  /** What its calls changed, in order; shown for all children together. */
  readonly changes: readonly FileChange[];
}

export type Dispatched =
  | { readonly type: "started"; readonly delegation_id: string }
  | { readonly type: "refused"; readonly why: string };

/** Whoever runs children. */
export interface Spawn {
  /** Runs the tasks side by side and gives their results in order. Never throws. */
  run(tasks: readonly DelegatedTask[], context: ToolContext): Promise<readonly DelegatedResult[]>;
  /** Starts one task that outlives this turn; its result is told to the session later. Absent where nobody would hear of it. */
  dispatch?(task: DelegatedTask, context: ToolContext): Dispatched;
  readonly maxParallel: number;
  readonly now: () => number;
}
