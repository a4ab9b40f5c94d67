// The built-in memory: two small books per person, with their history, and the writes that wait for a yes. No call without a principal.

import type { PendingRecord } from "../kernel/memory/approval.ts";
import type { Edit, MemoryRefusal, MemorySuccess } from "../kernel/memory/edit.ts";
import type { HistoryItem } from "../kernel/memory/history.ts";
import type { Principal } from "../kernel/principal.ts";
import type { MemoryChange, MemoryOrigin, MemoryTarget } from "./memory.ts";

/** Who changes memory, for the history. */
export interface MemoryAuthor {
  readonly origin: MemoryOrigin;
  readonly sessionId?: string;
  /** Outside sources the turn has read. */
  readonly taints?: readonly string[];
}

export interface MemorySnapshot {
  readonly memory?: string;
  readonly userProfile?: string;
  /** Files that could not be read, masked entries, stores over their limit: for a person. */
  readonly notices: readonly string[];
}

/** The file was not in a state to be changed; nothing was. */
export interface MemoryConflict {
  readonly success: false;
  readonly error: string;
  readonly drift_backup?: string;
  readonly remediation: string;
}

export type MemoryAnswer = MemorySuccess | MemoryRefusal | MemoryConflict;

export interface MemoryReply {
  /** The JSON shown to the model: poisoned entries masked. */
  readonly answer: MemoryAnswer;
  /** What was committed; empty when nothing was. */
  readonly changes: readonly MemoryChange[];
  /** In a preview: whether committing it would change anything. */
  readonly would?: boolean;
  /** For a person; present when a conflict needs one. */
  readonly notice?: string;
}

export interface MemoryEntry {
  /** From 1, within its book. */
  readonly number: number;
  /** As on disk, poison included: for people only. */
  readonly text: string;
  /** Scanner findings; with any, models see a placeholder instead of the text. */
  readonly threats: readonly string[];
  readonly created?: number;
  readonly changed?: number;
  readonly origin?: MemoryOrigin;
  readonly sessionId?: string;
  readonly taints?: readonly string[];
}

export interface MemoryListing {
  readonly target: MemoryTarget;
  readonly enabled: boolean;
  readonly path: string;
  /** `67% — 1,474/2,200 chars`. */
  readonly usage: string;
  readonly entries: readonly MemoryEntry[];
  /** Why the entries are not there, when the file cannot be read or decoded. */
  readonly problem?: string;
}

export type UndoChoice = { readonly count: number } | { readonly id: string };

export type UndoReply =
  | { readonly type: "undone"; readonly items: readonly HistoryItem[]; readonly changes: readonly MemoryChange[] }
  | { readonly type: "nothing" }
  | { readonly type: "refused"; readonly why: string };

export type ApproveReply =
  | { readonly type: "saved"; readonly record: PendingRecord; readonly reply: MemoryReply }
  /** The scanner, the cap or the file refused it; it keeps waiting. */
  | { readonly type: "refused"; readonly record: PendingRecord; readonly why: string }
  | { readonly type: "unknown" };

export interface MemoryBook {
  /** Which books are in use. */
  readonly enabled: Readonly<Record<MemoryTarget, boolean>>;
  /** Text for the prompt, scanned entry by entry. Never throws: what is wrong is a notice. */
  snapshot(principal: Principal): Promise<MemorySnapshot>;
  /** What `change` would answer; nothing is written. */
  preview(principal: Principal, target: MemoryTarget, edit: Edit): Promise<MemoryReply>;
  /** Durable when it resolves with changes. Throws StoreFailure when the disk refuses. */
  change(principal: Principal, target: MemoryTarget, edit: Edit, author: MemoryAuthor): Promise<MemoryReply>;
  list(principal: Principal): Promise<readonly MemoryListing[]>;
  /** Oldest first. */
  history(principal: Principal): Promise<readonly HistoryItem[]>;
  undo(principal: Principal, choice: UndoChoice, author: MemoryAuthor): Promise<UndoReply>;
  /** Several entries at once, in one change: all of them or, when they do not fit or are refused, none. */
  import(
    principal: Principal,
    target: MemoryTarget,
    texts: readonly string[],
    author: MemoryAuthor,
  ): Promise<MemoryReply>;
  /** Forgets a book; the history can bring it back. */
  reset(principal: Principal, target: MemoryTarget, author: MemoryAuthor): Promise<MemoryReply>;
  /** Takes note of a hand edit, for the history and the provider; the reply's notice says what the scanner thinks of it. */
  adopt(principal: Principal, target: MemoryTarget): Promise<MemoryReply>;
  stage(principal: Principal, target: MemoryTarget, edit: Edit, author: MemoryAuthor): Promise<PendingRecord>;
  /** Oldest first. */
  pending(principal: Principal): Promise<readonly PendingRecord[]>;
  approve(principal: Principal, id: string): Promise<ApproveReply>;
  /** False when there is no such record. */
  reject(principal: Principal, id: string): Promise<boolean>;
}
