// Everything one turn works with, handed to each performing step.

import type { AutomaticCheckpoints } from "../contracts/checkpoints.ts";
import type { ContextEngine } from "../contracts/context.ts";
import type { Environment } from "../contracts/environment.ts";
import type { Gate, Grants } from "../contracts/gate.ts";
import type { Log } from "../contracts/log.ts";
import type { ModelChoice } from "../contracts/model.ts";
import type { Models } from "../contracts/models.ts";
import type { HookSession } from "../contracts/plugin.ts";
import type { BuiltPrompt, Hints } from "../contracts/prompt.ts";
import type { SessionSettings } from "../contracts/session.ts";
import type { SpendLedger, Spent } from "../contracts/spending.ts";
import type { SpillStore } from "../contracts/spill.ts";
import type { FrozenPrompt, NewSession, SessionStore } from "../contracts/stores.ts";
import type { Clock, Ids } from "../contracts/time.ts";
import type { TaintReach, Tool } from "../contracts/tool.ts";
import type { LoopPolicy, LoopState } from "../kernel/calls/loop-guard.ts";
import type { ModelFailure } from "../kernel/failure.ts";
import type { LateContext } from "../kernel/late-layers.ts";
import type { Principal } from "../kernel/principal.ts";
import { taintsIn } from "../kernel/taint.ts";
import type { Calibration } from "../kernel/tokens.ts";
import type { Limits } from "../kernel/turn/limits.ts";
import type { MemoryWatch } from "./external-memory.ts";
import type { FileWatch } from "./file-watch.ts";
import type { HookRunner } from "./hooks.ts";
import type { Questions } from "./questions.ts";
import type { Softener } from "./smart-approval.ts";
import type { Transcript } from "./transcript.ts";

export interface TurnScope {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly models: Models;
  readonly spill: SpillStore;
  readonly hints: Hints | undefined;
  readonly engine: ContextEngine | undefined;
  readonly memoryWatch?: MemoryWatch | undefined;
  readonly hooks: HookRunner;
  readonly maskKeys?: ((text: string) => string) | undefined;
  readonly gates: readonly Gate[];
  readonly grants: Grants;
  readonly soften: Softener | undefined;
  readonly questions: Questions;
  readonly checkpoints?: AutomaticCheckpoints | undefined;

  readonly principal: Principal;
  readonly source: string;
  readonly settings: SessionSettings;
  readonly transcript: Transcript;
  readonly env: Environment;
  readonly files?: FileWatch | undefined;
  readonly tools: readonly Tool[];
  readonly cacheTtl: "5m" | "1h";
  readonly loopPolicy: LoopPolicy;
  readonly limits: Limits;
  readonly spending: SpendLedger;
  startOfDay(at: number): number;
  readonly signal: AbortSignal;
  /** Fetched once before the first call of the turn. */
  readonly late: LateContext;
  readonly candidates: readonly ModelChoice[];
  readonly inheritedTaints: readonly string[];
  /** Whoever drives this turn, also of the session a compaction moves it to. */
  readonly heldBy: NonNullable<NewSession["heldBy"]>;
  /** Claims the session a compaction moved to, then builds and freezes its prompt. */
  movedTo(sessionId: string): Promise<BuiltPrompt>;
  /** The part of the turn that changes while it runs. */
  readonly state: TurnState;
}

export interface TurnState {
  /** Index into `candidates`: fallbacks are turn-scoped. */
  candidate: number;
  /** Outside sources read in this turn. */
  readonly taints: Set<string>;
  calibration: Calibration;
  /** Characters the results of the current reply have put into the transcript. */
  replyChars: number;
  loops: LoopState;
  /** Set when the loop guard says no more. */
  halt: ModelFailure | undefined;
  spent: Spent;
  /** What was said last of a limit that cannot be kept. */
  unkeptLimit?: string;
  prompt: FrozenPrompt;
  /** No room could be made, but the request may still fit: it is sent as it is. */
  crowdAccepted?: boolean;
  checkpoints?: TurnCheckpoints;
}

/** Snapshots taken in this turn, by project. */
export interface TurnCheckpoints {
  /** What the edits of the current reply change. */
  edited: readonly string[];
  /** The newest of the current reply; edits wait for the one they share. */
  readonly newest: Map<string, { readonly done: Promise<void>; readonly before: "edits" | "command" }>;
  /** The state the turn began with, kept however many follow. */
  readonly first: Map<string, string>;
  /** What was said to the person already. */
  readonly told: Set<string>;
}

/** `window`: everything foreign the model can see; `turn`: what came in with this turn. */
export function taintsWithin(scope: TurnScope, within: TaintReach): readonly string[] {
  const { state, transcript, inheritedTaints } = scope;
  if (within === "turn") return [...state.taints];
  return [
    ...new Set([...inheritedTaints, ...taintsIn(transcript.entries.map(({ message }) => message)), ...state.taints]),
  ];
}

export function activeChoice(scope: TurnScope): ModelChoice {
  const choice = scope.candidates[scope.state.candidate] ?? scope.candidates[0];
  if (choice === undefined) throw new Error("a turn needs at least one model");
  return choice;
}

/** What every hook is told. */
export function hookSession(scope: TurnScope): HookSession {
  return { sessionId: scope.transcript.sessionId, source: scope.source, cwd: scope.env.cwd };
}
