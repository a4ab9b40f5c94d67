// The vocabulary of a turn: its state, what can happen, what is ordered next.

import type { ModelFailure } from "../failure.ts";
import type { AssistantMessage, ToolCall, ToolMessage } from "../message.ts";

/** `stopped`: a limit or guard of ours ended it; the failure says which and what to do. */
export type FinishReason = "answered" | "budget-spent" | "aborted" | "refused" | "stopped" | "failed";

export type Nudge = "empty-reply" | "wrap-up";

export type Step =
  /** `tools: false` asks for words only: the closing summary of a spent budget. */
  | { readonly type: "call-model"; readonly tools: boolean }
  | { readonly type: "run-tools"; readonly calls: readonly ToolCall[] }
  /** Answers calls that must not run: they arrived cut off, or after the budget was spent. */
  | { readonly type: "refuse-calls"; readonly calls: readonly ToolCall[]; readonly why: "cut-off" | "budget-spent" }
  /** Appends a runtime message to the transcript. */
  | { readonly type: "nudge"; readonly nudge: Nudge }
  | { readonly type: "compact" }
  | { readonly type: "wait"; readonly ms: number; readonly failure: ModelFailure }
  | { readonly type: "fall-back"; readonly failure: ModelFailure | undefined }
  | { readonly type: "finish"; readonly reason: FinishReason; readonly failure?: ModelFailure };

export type TurnEvent =
  | { readonly type: "replied"; readonly message: AssistantMessage }
  | { readonly type: "tools-ran"; readonly messages: readonly ToolMessage[] }
  /** The next request would not fit; no call was made. */
  | { readonly type: "crowded" }
  /** `jitter` in [0, 1) spreads the back-off. */
  | { readonly type: "failed"; readonly failure: ModelFailure; readonly jitter: number }
  /** After nudge, compact, wait or fall-back: go on. */
  | { readonly type: "resumed" }
  /** A compaction pass could not make room; the reason is for the user. */
  | { readonly type: "stuck"; readonly why: string }
  /** A limit or guard of ours says no more. */
  | { readonly type: "halted"; readonly failure: ModelFailure }
  | { readonly type: "aborted" };

export interface Turn {
  readonly phase: "working" | "closing";
  readonly iterations: number;
  /** Failures of the current call in a row. */
  readonly retries: number;
  readonly continuations: number;
  readonly emptyReplies: number;
  readonly compactions: number;
  readonly fallbacks: number;
}

export interface TurnPolicy {
  readonly maxIterations: number;
  readonly maxRetries: number;
  readonly maxContinuations: number;
  readonly maxEmptyReplies: number;
  readonly maxCompactions: number;
  /** Models that can take over in this turn, beyond the first. */
  readonly fallbacks: number;
}

export const DEFAULT_POLICY: TurnPolicy = {
  maxIterations: 90,
  maxRetries: 3,
  maxContinuations: 3,
  maxEmptyReplies: 2,
  maxCompactions: 3,
  fallbacks: 0,
};

export const START: Turn = {
  phase: "working",
  iterations: 0,
  retries: 0,
  continuations: 0,
  emptyReplies: 0,
  compactions: 0,
  fallbacks: 0,
};

/** Compacts while passes are left, else gives up with the failure. */
export function compactOr(turn: Turn, policy: TurnPolicy, failure: ModelFailure): [Turn, Step] {
  if (turn.compactions >= policy.maxCompactions) return [turn, { type: "finish", reason: "failed", failure }];
  // The refused call is given back: compaction must not eat the budget.
  return [
    { ...turn, compactions: turn.compactions + 1, iterations: Math.max(0, turn.iterations - 1) },
    { type: "compact" },
  ];
}

export function fallBackOr(
  turn: Turn,
  policy: TurnPolicy,
  failure: ModelFailure | undefined,
  otherwise: Step,
): [Turn, Step] {
  if (turn.fallbacks >= policy.fallbacks) return [turn, otherwise];
  return [
    { ...turn, fallbacks: turn.fallbacks + 1, retries: 0, emptyReplies: 0 },
    { type: "fall-back", failure },
  ];
}
