// What a host is wired from: ports only. compose/ puts implementations behind them.

import type { AutomaticCheckpoints } from "../contracts/checkpoints.ts";
import type { ContextEngine } from "../contracts/context.ts";
import type { Environment } from "../contracts/environment.ts";
import type { Gate, Grants } from "../contracts/gate.ts";
import type { Log } from "../contracts/log.ts";
import type { MemoryProvider } from "../contracts/memory.ts";
import type { ModelChoice } from "../contracts/model.ts";
import type { Models } from "../contracts/models.ts";
import type { HintSource, PromptSource } from "../contracts/prompt.ts";
import type { AgentEvent, SessionSettings } from "../contracts/session.ts";
import type { SpendLedger } from "../contracts/spending.ts";
import type { SpillStore } from "../contracts/spill.ts";
import type { SessionStore, StoredMessage } from "../contracts/stores.ts";
import type { Clock, Ids } from "../contracts/time.ts";
import type { Tool } from "../contracts/tool.ts";
import type { LoopPolicy } from "../kernel/calls/loop-guard.ts";
import type { Example } from "../kernel/late-layers.ts";
import type { Message } from "../kernel/message.ts";
import type { Principal } from "../kernel/principal.ts";
import type { Limits } from "../kernel/turn/limits.ts";
import type { FinishReason } from "../kernel/turn/turn.ts";
import type { MemoryWatch } from "./external-memory.ts";
import type { FileWatchPorts } from "./file-watch.ts";
import type { HookRunner } from "./hooks.ts";
import type { Softener } from "./smart-approval.ts";

export interface HostPorts {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly models: Models;
  readonly prompt: PromptSource;
  readonly hints: HintSource | undefined;
  readonly engine: ContextEngine | undefined;
  readonly memory: MemoryProvider | undefined;
  /** Absent without a provider. */
  readonly memoryWatch?: MemoryWatch;
  readonly spill: SpillStore;
  readonly gates: readonly Gate[];
  readonly grants: Grants;
  /** Absent unless the user asked for checkpoints. */
  readonly checkpoints?: AutomaticCheckpoints;
  /** Absent where nobody asks which files commands changed. */
  readonly fileWatch?: FileWatchPorts;
  /** `approvals.mode: smart`. */
  readonly soften: Softener | undefined;
  readonly cacheTtl: "5m" | "1h";
  /** The configured system prompt overlay; never part of the frozen prompt. */
  readonly ephemeral: string;
  /** Example exchange from `prefill_messages_file`. */
  readonly prefill: readonly Example[];
  readonly maxRetries: number;
  readonly loopPolicy: LoopPolicy;
  readonly limits: Limits;
  readonly spending: SpendLedger;
  /** Longest a turn may take; 0 for no end. */
  readonly turnDeadlineMs: number;
  /** Midnight before this moment, on the user's calendar. */
  startOfDay(at: number): number;
  /** Names this process for session leases. */
  readonly holder: string;
  readonly leaseTtlMs: number;
  /** How long a question may wait; undefined when nobody can answer on this surface. */
  readonly answerTimeoutMs: number | undefined;
  environment(cwd: string): Promise<Environment>;
  tools(session: ToolSelection): readonly Tool[];
  hooks(log: Log, notify: (text: string) => void): HookRunner;
  /** Takes the program's own keys out of what commands print. */
  maskKeys?(text: string): string;
  /** A session is opened again, perhaps without its latest messages. */
  onResumed?(sessionId: string): void;
  /** The conversation goes on under another id: state kept per session follows it. */
  onMoved?(from: string, to: string, principal: Principal): void;
  /** Background work on a copy: titles, memory observation, review. Must not throw. */
  afterTurn?(turn: FinishedTurn): void;
}

export interface ToolSelection {
  readonly settings: SessionSettings;
  readonly source: string;
  readonly principal: Principal;
}

export interface FinishedTurn {
  readonly sessionId: string;
  readonly principal: Principal;
  readonly source: string;
  /** The model the turn was planned for. */
  readonly choice: ModelChoice;
  readonly reason: FinishReason;
  readonly messages: readonly Message[];
  readonly transcript: readonly StoredMessage[];
  publish(event: AgentEvent): void;
}
