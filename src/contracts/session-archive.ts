// What people do with stored sessions beyond talking in them: take them out, bring them in, clean up, check, back up. Throws only StoreFailure.

import type { InsightRows } from "../kernel/insights.ts";
import type { Principal } from "../kernel/principal.ts";
import type { ExportedSession } from "../kernel/sessions/export.ts";
import type { SessionRow } from "./stores.ts";

export type { ExportedSession };

export interface ExportFilter {
  readonly sessionId?: string;
  readonly source?: string;
  /** Default: everyone's, the archive is the home owner's. */
  readonly principal?: Principal;
}

export type ImportOutcome =
  | { readonly type: "created"; readonly id: string; readonly messages: number }
  | { readonly type: "extended"; readonly id: string; readonly messages: number }
  | { readonly type: "unchanged"; readonly id: string }
  /** The session exists with other words; nothing was changed. */
  | { readonly type: "differs"; readonly id: string }
  | { readonly type: "refused"; readonly id: string | undefined; readonly why: string };

export interface PruneRequest {
  /** Conversations whose newest message is older. */
  readonly olderThanDays: number;
  readonly source?: string;
  readonly now: number;
}

export interface PrunePlan {
  readonly sessions: readonly SessionRow[];
  readonly messages: number;
  readonly textBytes: number;
  /** Old enough, but kept, and why. */
  readonly kept: readonly { readonly id: string; readonly why: "archived" | "pinned" | "in use" }[];
}

/** How much images and long results may take beside the rows; what is not named may take any amount. */
export interface BodyQuota {
  readonly imageBytes?: number;
  readonly resultBytes?: number;
}

export interface DroppedBodies {
  readonly images: number;
  readonly results: number;
}

export interface SizeReport {
  readonly before: number;
  readonly after: number;
}

export interface StoreStats {
  readonly sessions: number;
  readonly messages: number;
  readonly inactiveMessages: number;
  readonly bySource: Readonly<Record<string, { readonly sessions: number; readonly messages: number }>>;
  readonly oldest: number | undefined;
  readonly newest: number | undefined;
  /** What takes the space, in bytes: words, tool results, calls, reasoning, prompts, index, images, … */
  readonly bytes: Readonly<Record<string, number>>;
  readonly textBytes: number;
  readonly totalBytes: number;
}

export type FindingKind =
  | "structure"
  | "index"
  | "reference-index"
  | "counters"
  | "leftovers"
  | "missing-blob"
  | "wal"
  | "schema";

export interface Finding {
  readonly kind: FindingKind;
  readonly text: string;
  /** What repair does about it; `lost` when nothing brings it back. */
  readonly remedy: "rebuild" | "recount" | "remove" | "salvage" | "lost" | "none";
}

export interface RepairReport {
  readonly findings: readonly Finding[];
  readonly backup: string | undefined;
  readonly done: readonly string[];
  readonly salvaged?: { readonly sessions: number; readonly messages: number; readonly unreadable: number };
}

export interface CompactionRecord {
  readonly parentId: string;
  readonly childId: string;
  readonly summary: string;
  readonly replaced: { readonly fromSeq: number; readonly toSeq: number };
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly note: string;
  readonly at: number;
}

export interface UseSpan {
  /** Milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly source?: string;
}

export interface SessionArchive {
  /** Every stored session, compacted parents included, oldest first, one at a time. */
  exportSessions(filter: ExportFilter): AsyncIterable<ExportedSession>;
  /** Ours and the reference's exports; the same import twice changes nothing the second time. */
  importSessions(sessions: Iterable<unknown> | AsyncIterable<unknown>): AsyncIterable<ImportOutcome>;
  prunePlan(request: PruneRequest): Promise<PrunePlan>;
  /** Removes what the plan names and is still as old as it was. */
  prune(plan: PrunePlan, request: PruneRequest): Promise<{ readonly removed: number }>;
  /** Prunes when the last time is long enough ago, as remembered in the store; says how many sessions went. */
  autoPrune(
    request: PruneRequest & {
      readonly minIntervalHours: number;
      /** Gives the space back to the disk at once. */
      readonly vacuum: boolean;
    },
  ): Promise<{ readonly removed: number }>;
  /** The oldest go until the rest fits: images leave a placeholder in their messages, long results their beginning. What people and models said stays. */
  keepBodiesWithin(quota: BodyQuota): Promise<DroppedBodies>;
  /** All parts of the conversation a session belongs to, with its delegates. */
  removeConversation(id: string): Promise<{ readonly removed: number }>;
  pin(id: string, pinned: boolean): Promise<void>;
  /** Drops what nothing points to and what is over the quota, merges the index, gives space back. */
  optimize(quota?: BodyQuota): Promise<SizeReport & { readonly dropped: DroppedBodies }>;
  stats(): Promise<StoreStats>;
  /** What was used in a span, as far as messages tell; a message carried over counts where it was first said. */
  use(span: UseSpan): Promise<InsightRows>;
  check(): Promise<readonly Finding[]>;
  /** A consistent copy in one file, large bodies included, while others go on writing. */
  backup(to: string): Promise<{ readonly path: string; readonly bytes: number }>;
  /** Compactions of the conversation, oldest first. */
  compactions(id: string): Promise<readonly CompactionRecord[]>;
  /** The parent is live again; the child keeps its words and becomes a branch. */
  undoCompaction(childId: string): Promise<SessionRow>;
  /** Brings back what undo marked, newest undo last; returns how many messages are live again. */
  restoreRewound(id: string): Promise<{ readonly count: number }>;
}
