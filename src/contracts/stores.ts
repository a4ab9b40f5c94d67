// Durable sessions. Append-only: compaction adds a child session, undo marks rows, nothing rewrites a message.
// Rows are those of the reference's state.db; our extra state lives in tables of our own. Every method throws only StoreFailure.

import type { Message, Usage } from "../kernel/message.ts";
import type { Principal } from "../kernel/principal.ts";
import type { InputBody } from "../kernel/sessions/input-body.ts";
import type { ToolSpec } from "./model.ts";

export interface StoredMessage {
  /** Grows within the whole store, so it also orders messages of one session. */
  readonly seq: number;
  readonly message: Message;
}

export type EndReason =
  | "cli_close"
  | "new_session"
  | "resumed_other"
  | "compression"
  | "branched"
  | "session_reset"
  /** How a sub-agent ended; one without a reason was cut off with its parent. */
  | "completed"
  | "failed"
  | "interrupted"
  | "timeout"
  | "error"
  | (string & {});

export interface SessionRow {
  readonly id: string;
  readonly source: string;
  readonly principal: Principal;
  readonly model: string | undefined;
  readonly provider: string | undefined;
  readonly title: string | undefined;
  readonly cwd: string | undefined;
  readonly parentId: string | undefined;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly endReason: EndReason | undefined;
  readonly lastActiveAt: number;
  readonly messageCount: number;
  readonly toolCallCount: number;
  readonly apiCallCount: number;
  readonly usage: Usage;
  readonly costUsd: number | undefined;
  readonly archived: boolean;
  /** First words of the first user message, one line. */
  readonly preview: string;
  /** `model_config`, as stored. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface NewSession {
  readonly id: string;
  readonly source: string;
  readonly principal: Principal;
  readonly model?: string;
  readonly provider?: string;
  readonly cwd?: string;
  readonly parentId?: string;
  readonly title?: string;
  readonly startedAt: number;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Claimed from its first moment: nobody can step in between its creation and this holder's `claim`. */
  readonly heldBy?: { readonly holder: string; readonly ttlMs: number };
}

/** The prompt as frozen at session start: replayed byte for byte, tools included. */
export interface FrozenPrompt {
  /** Blocks in order, stable first. */
  readonly system: readonly string[];
  readonly tools: readonly ToolSpec[];
  /** Index of the last block shared by every session of this setup; -1 when none is. */
  readonly sharedThrough: number;
  /** What each part is and where it came from, for `hermes context`; not sent. */
  readonly layers: readonly PromptLayer[];
}

export interface PromptLayer {
  readonly tier: "stable" | "context" | "volatile";
  readonly name: string;
  readonly source?: string;
  readonly chars: number;
  readonly note?: string;
}

export interface SessionInput extends InputBody {
  readonly id: string;
  readonly delivery: "queue" | "steer";
  readonly at: number;
}

export interface Lease {
  readonly sessionId: string;
  readonly holder: string;
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

/** A compaction: the messages the child session starts with, and what they replace. */
export interface Compaction {
  readonly view: readonly Message[];
  readonly summary: string;
  readonly replaced: { readonly fromSeq: number; readonly toSeq: number };
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly note: string;
}

export interface SessionFilter {
  readonly principal: Principal;
  readonly source?: string;
  readonly excludeSources?: readonly string[];
  readonly includeArchived?: boolean;
  /** Chains of compactions shown once, as their newest member. */
  readonly tipsOnly?: boolean;
  readonly limit?: number;
  readonly offset?: number;
}

export interface SearchQuery {
  readonly principal: Principal;
  readonly query: string;
  readonly limit: number;
  readonly sort?: "newest" | "oldest";
  readonly roles?: readonly ("user" | "assistant" | "tool")[];
  readonly sessionId?: string;
  /** Best hit per chain of sessions only. */
  readonly perLineage?: boolean;
  /** Messages near in meaning, nearest first: fused by reciprocal rank with what the words find. */
  readonly near?: readonly number[];
  /** Lineage roots left out, except for what compaction took out of their live view. */
  readonly currentSessionId?: string;
}

export interface SearchHit {
  readonly sessionId: string;
  readonly seq: number;
  readonly role: "user" | "assistant" | "tool";
  readonly snippet: string;
  readonly score: number;
  readonly at: number;
}

export type CallState =
  | { readonly type: "not-started" }
  | { readonly type: "started"; readonly at: number }
  | { readonly type: "done"; readonly at: number };

/** Exactly one machine drives a session at a time; everything acknowledged is on disk. */
export interface SessionStore {
  create(session: NewSession): Promise<SessionRow>;
  get(id: string): Promise<SessionRow | undefined>;
  /** Exact id, else unique id prefix, else title (the newest of its numbered line), all of this principal; projected to the chain's tip. Ambiguous is only what no title settles. */
  find(reference: string, principal: Principal): Promise<FindResult>;
  list(filter: SessionFilter): Promise<readonly SessionRow[]>;
  freezePrompt(id: string, prompt: FrozenPrompt): Promise<void>;
  prompt(id: string): Promise<FrozenPrompt | undefined>;
  /** The live view, in order; `conflict` never: reading is always possible. */
  history(id: string): Promise<readonly StoredMessage[]>;
  /** Throws `conflict` when someone else appended after `afterSeq` (0: nothing yet). Returns the sequence numbers given. */
  append(id: string, messages: readonly Message[], afterSeq: number, usage?: UsageEntry): Promise<readonly number[]>;
  /** Counts one model call: usage, price and model. `append` with `usage` does the same in its own transaction. */
  recordUsage(id: string, entry: UsageEntry): Promise<void>;
  setTitle(id: string, title: string): Promise<void>;
  /** Titles a session that has no title: with this one or, where it is taken, with the next number of its line. */
  name(id: string, title: string): Promise<void>;
  setModel(id: string, model: string, provider: string): Promise<void>;
  /** One entry of `settings`; undefined takes it out. The others stay. */
  setSetting(id: string, key: string, value: unknown): Promise<void>;
  end(id: string, reason: EndReason, at: number): Promise<void>;
  reopen(id: string): Promise<void>;
  /** Durable inbox: what is admitted is never lost; `take` removes and appends in one transaction. */
  admit(id: string, input: SessionInput): Promise<void>;
  pending(id: string): Promise<readonly SessionInput[]>;
  take(id: string, inputIds: readonly string[], afterSeq: number): Promise<readonly StoredMessage[]>;
  /** Effect journal: called before a call runs; its ToolMessage is the `done`. */
  beginCall(id: string, callId: string, tool: string, at: number): Promise<void>;
  callState(id: string, callId: string): Promise<CallState>;
  claim(id: string, holder: string, ttlMs: number): Promise<Lease | undefined>;
  /** Ends the parent as `compression` and opens a child that starts with the compaction's view, numbered without a gap. */
  continueFrom(parentId: string, child: NewSession, compaction: Compaction): Promise<SessionRow>;
  /** Copies everything into a new session; the parent stays as it is. */
  branch(parentId: string, child: NewSession): Promise<SessionRow>;
  /** Marks the user message `seq` and all after it inactive. */
  rewind(id: string, seq: number): Promise<{ readonly count: number }>;
  search(query: SearchQuery): Promise<readonly SearchHit[]>;
  archive(id: string, archived: boolean): Promise<void>;
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}

export interface UsageEntry {
  readonly usage: Usage;
  readonly model: string;
  readonly provider: string;
  readonly costUsd: number | undefined;
  readonly at: number;
}

export type FindResult =
  | { readonly type: "found"; readonly session: SessionRow }
  | { readonly type: "ambiguous"; readonly matches: readonly SessionRow[] }
  | { readonly type: "none" };
