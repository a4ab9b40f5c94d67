// What the agent knows across sessions: one built-in store and at most one provider beside it.

import type { Message } from "../kernel/message.ts";
import type { Principal } from "../kernel/principal.ts";
import type { Tool } from "./tool.ts";

export type MemoryTarget = "memory" | "user";
export type MemoryOrigin = "user" | "agent" | "review" | "import";

export type MemoryChange =
  | { readonly type: "add"; readonly target: MemoryTarget; readonly text: string }
  | { readonly type: "replace"; readonly target: MemoryTarget; readonly before: string; readonly text: string }
  | { readonly type: "remove"; readonly target: MemoryTarget; readonly before: string };

/** Failures never fail a turn: the caller cuts slow calls and logs broken ones. */
export interface MemoryProvider {
  readonly name: string;
  readonly tools?: readonly Tool[];
  /** Frozen into the prompt once per session; empty for nothing. */
  snapshot(session: MemorySession, signal: AbortSignal): Promise<string>;
  /** Per turn, ephemeral, never stored. */
  recall?(query: string, session: MemorySession, signal: AbortSignal): Promise<string>;
  /** After commit, in the background. */
  observe?(turn: readonly Message[], session: MemorySession, signal: AbortSignal): Promise<void>;
  /** The conversation went on under another id (new, resume, compaction, branch). */
  switchSession?(from: MemorySession, to: MemorySession, signal: AbortSignal): Promise<void>;
  /** About to be compacted: last chance to learn from what leaves the view. */
  beforeCompaction?(messages: readonly Message[], session: MemorySession, signal: AbortSignal): Promise<void>;
  /** Mirrors every committed change of the built-in memory, removals included. */
  changed?(change: MemoryChange, session: MemorySession, signal: AbortSignal): Promise<void>;
  dispose?(): Promise<void>;
}

export interface MemorySession {
  readonly id: string;
  readonly principal: Principal;
  readonly cwd: string;
}
