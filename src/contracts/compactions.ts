// Compaction as something a person can see and steer: what was replaced by what, what is pinned, and the way back.

import type { PastCompaction } from "../kernel/prompt/report.ts";

/** One compaction of a chain, as it can be read from the record. */
export interface CompactionRecord extends PastCompaction {
  /** The session it opened. */
  readonly sessionId: string;
  /** The session it left untouched behind. */
  readonly parentId: string;
  readonly replaced: { readonly fromSeq: number; readonly toSeq: number };
  /** Empty when only old results were shortened. */
  readonly summary: string;
}

export interface PinnedRule {
  readonly text: string;
  /** The message it was stated in. */
  readonly seq: number;
  readonly by: "words" | "hand";
}

export interface Pinned {
  readonly rules: readonly PinnedRule[];
  /** Messages whose rules found no room: they are cited, not quoted. */
  readonly elsewhere: readonly { readonly fromSeq: number; readonly toSeq: number; readonly count: number }[];
  readonly requests: readonly { readonly seq: number; readonly text: string }[];
  readonly todos: readonly string[];
  readonly files: readonly { readonly path: string; readonly state: string }[];
}

export interface CompactWish {
  /** What the summary should favour. */
  readonly focus?: string;
  /** Exchanges kept word for word. */
  readonly exchanges?: number;
}

export type CompactOutcome =
  | {
      readonly type: "compacted";
      readonly sessionId: string;
      readonly note: string;
      readonly warnings: readonly string[];
    }
  | { readonly type: "unchanged"; readonly why: string };

export type UndoOutcome =
  /** `carried`: messages said since the compaction, which came along. */
  | { readonly type: "restored"; readonly sessionId: string; readonly messages: number; readonly carried: number }
  | { readonly type: "none" };

/**
 * What compactions left behind, and the way back, over sessions at rest; `Session.compact` makes one. Whoever holds the
 * session open passes its id and goes on with the id it gets back; for sessions nobody holds use `exclusively`, which
 * throws StoreFailure `busy` when somebody does.
 */
export interface Compactions {
  /** Oldest first, over the whole chain. */
  list(sessionId: string): Promise<readonly CompactionRecord[]>;
  /** The view before the newest compaction is live again, with what was said since at its end. */
  undo(sessionId: string): Promise<UndoOutcome>;
  pinned(sessionId: string): Promise<Pinned>;
  pin(sessionId: string, text: string): Promise<void>;
  /** `number` counts from 1 as `pinned` lists the rules; undefined when there is no such rule. */
  unpin(sessionId: string, number: number): Promise<PinnedRule | undefined>;
  exclusively<T>(sessionId: string, work: () => Promise<T>): Promise<T>;
}
