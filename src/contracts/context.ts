// Keeping the conversation inside the model's window is one port with one active implementation.

import type { Message, Usage } from "../kernel/message.ts";
import type { Compaction, StoredMessage } from "./stores.ts";
import type { Tool } from "./tool.ts";

export interface ContextView {
  readonly messages: readonly StoredMessage[];
  readonly window: number;
  /** Tokens the next request will take, prompt and tools included. */
  readonly estimate: number;
  readonly last?: Usage;
}

/** One side request without tools; throws only ModelFailure. */
export type Complete = (request: {
  readonly system: string;
  readonly prompt: string;
  readonly maxOutput: number;
}) => Promise<string>;

export interface ContextEngine {
  readonly name: string;
  readonly tools?: readonly Tool[];
  assess(view: ContextView): "fits" | "compact";
  compact(view: ContextView, complete: Complete, signal: AbortSignal, focus?: string): Promise<CompactResult>;
}

export type CompactResult =
  | { readonly type: "compacted"; readonly compaction: Compaction }
  /** Nothing could be made smaller; the reason is for the user. */
  | { readonly type: "unchanged"; readonly why: string };

export type { Message };
