// One stream out, four verbs in. Every surface uses exactly this.

import type { FileChange } from "../kernel/compress/file-lists.ts";
import type { InternalFailure, ModelFailure, StoreFailure } from "../kernel/failure.ts";
import type { Part, ToolCall, Usage } from "../kernel/message.ts";
import type { Principal } from "../kernel/principal.ts";
import type { InputBody } from "../kernel/sessions/input-body.ts";
import type { FinishReason } from "../kernel/turn/turn.ts";
import type { CompactOutcome, CompactWish } from "./compactions.ts";
import type { Effort } from "./model.ts";
import type { Answer, Question } from "./question.ts";
import type { EndReason } from "./stores.ts";
import type { ToolDisplay } from "./tool.ts";

export type AgentEvent =
  /** `inputs`: what it answers, by the ids `send` gave. */
  | { readonly type: "turn-start"; readonly sessionId: string; readonly inputs: readonly string[] }
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "reasoning"; readonly delta: string }
  | { readonly type: "call-building"; readonly id: string; readonly tool: string; readonly chars: number }
  | { readonly type: "tool-start"; readonly call: ToolCall; readonly label: string }
  | { readonly type: "tool-progress"; readonly callId: string; readonly line: string }
  | {
      readonly type: "tool-end";
      readonly callId: string;
      readonly tool: string;
      readonly isError: boolean;
      readonly ms: number;
      readonly parts: readonly Part[];
      readonly display?: ToolDisplay;
      /** The outside source this result brought into the turn. */
      readonly taint?: string;
      /** Files that changed on disk while it ran. */
      readonly changes?: readonly FileChange[];
    }
  | { readonly type: "question"; readonly question: Question }
  | { readonly type: "question-closed"; readonly id: string; readonly answer: Answer }
  /** Something a person should know; `warning` is never swallowed, not even by quiet surfaces. */
  | { readonly type: "notice"; readonly level: "info" | "warning"; readonly text: string }
  /** What the agent is doing right now, replaced by the next one; "" clears it. */
  | { readonly type: "status"; readonly text: string }
  | {
      readonly type: "usage";
      readonly usage: Usage;
      readonly model: string;
      readonly window: number;
      readonly costUsd: number | undefined;
    }
  /** The conversation continues in another session row (compaction). */
  | { readonly type: "session-moved"; readonly from: string; readonly to: string }
  | { readonly type: "turn-end"; readonly reason: FinishReason; readonly failure?: TurnFailure };

/** Why a turn ended badly; `message` is for the user. */
export type TurnFailure = ModelFailure | StoreFailure | InternalFailure;

export interface SessionSettings {
  /** "provider/model", "model" or "provider:": resolved by the model resolver. */
  readonly model?: string;
  readonly provider?: string;
  readonly toolsets?: readonly string[];
  readonly yolo: boolean;
  readonly maxIterations: number;
  readonly effort?: Effort;
  /** Late layer: labelled, at the end, never part of the frozen prompt. */
  readonly overlay?: string | undefined;
  /** The next turn builds and freezes the prompt anew: an explained cache break. */
  readonly rebuildPrompt?: boolean;
}

export interface UserInput extends InputBody {
  /** While a turn runs: `queue` waits for the next turn, `steer` joins this one after the running tools. */
  readonly delivery: "queue" | "steer";
}

export interface Session {
  /** Changes when a compaction moves the conversation on. */
  readonly id: string;
  /** Whose conversation it is. */
  readonly principal: Principal;
  readonly settings: SessionSettings;
  readonly busy: boolean;
  /** Every event from now on, to as many readers as ask. Ends when the session is closed. */
  events(): AsyncIterable<AgentEvent>;
  /** Resolves with its id once the input is durable. */
  send(input: UserInput): Promise<string>;
  answer(questionId: string, answer: Answer): void;
  configure(change: Partial<SessionSettings>): Promise<void>;
  /** Makes room now; the conversation goes on here under its new id. What is sent meanwhile waits; `abort` stops it. */
  compact(wish: CompactWish): Promise<CompactOutcome>;
  /** Stops the running call, its tools and their process groups; also a compaction. */
  abort(): void;
  /** Resolves when nothing is running and nothing waits. */
  settled(): Promise<void>;
  /** With a reason the conversation counts as ended until somebody resumes it; without one it is only let go here. */
  close(reason?: EndReason): Promise<void>;
}
