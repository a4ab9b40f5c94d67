// Keeping the conversation inside the model's window is one port with one active implementation.

import type { StopReason, Usage } from "../kernel/message.ts";
import type { Compaction, StoredMessage } from "./stores.ts";
import type { Tool } from "./tool.ts";

export interface ContextView {
  /** The session these messages are stored in, so that what leaves the view can be found again. */
  readonly sessionId?: string;
  readonly messages: readonly StoredMessage[];
  readonly window: number;
  /** Tokens the next request will take, prompt and tools included. */
  readonly estimate: number;
  readonly last?: Usage;
  /** Real ÷ estimated tokens as measured so far; 1 when nothing was measured. */
  readonly factor?: number;
  /** What the model may answer with at most. */
  readonly maxOutput?: number;
  /** A messaging chat, just before its next message is processed: it may also have too many messages. */
  readonly beforeChatMessage?: boolean;
}

/** One side request without tools; throws only ModelFailure. */
export type Complete = (request: {
  readonly system: string;
  readonly prompt: string;
  readonly maxOutput: number;
}) => Promise<string>;

/** A model for side requests that also says how its answer ended. */
export interface SideModel {
  readonly window: number;
  /** Throws only ModelFailure. */
  ask(
    request: { readonly system: string; readonly prompt: string; readonly maxOutput: number },
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly stop: StopReason }>;
}

export interface CompactRequest {
  /** Tried in order: the model set aside for summaries, then the session's own. */
  readonly models: readonly SideModel[];
  readonly signal: AbortSignal;
  /** A person asked for it, so it is done even where it was not due. */
  readonly manual?: boolean;
  readonly focus?: string;
  /** Keep this many exchanges word for word. */
  readonly exchanges?: number;
}

export interface ContextEngine {
  readonly name: string;
  readonly tools?: readonly Tool[];
  assess(view: ContextView): "fits" | "compact";
  /** Stores nothing and changes nothing: the result is a proposal. Never throws for a model's sake. */
  compact(view: ContextView, request: CompactRequest): Promise<CompactResult>;
}

export type CompactResult =
  | {
      readonly type: "compacted";
      readonly compaction: Compaction;
      /** What a person should know: no model wrote the summary, rules found no room. */
      readonly warnings?: readonly string[];
    }
  /** Nothing could be made smaller; the reason is for the user. */
  | { readonly type: "unchanged"; readonly why: string };
