// A compaction as both databases record it.

import type { CompactionRecord } from "../../contracts/session-archive.ts";

export interface CompactionColumns {
  readonly parent_id: string;
  readonly child_id: string;
  readonly summary: string;
  readonly from_seq: number;
  readonly to_seq: number;
  readonly tokens_before: number;
  readonly tokens_after: number;
  readonly note: string;
  readonly at: number;
}

export function compactionOf(row: CompactionColumns): CompactionRecord {
  return {
    parentId: row.parent_id,
    childId: row.child_id,
    summary: row.summary,
    replaced: { fromSeq: row.from_seq, toSeq: row.to_seq },
    tokensBefore: row.tokens_before,
    tokensAfter: row.tokens_after,
    note: row.note,
    at: row.at,
  };
}
