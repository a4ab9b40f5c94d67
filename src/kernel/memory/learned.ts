// What the agent learned, read from the journal of memory: its own changes, newest first, and which were taken back.

import type { Target } from "./entries.ts";
import type { HistoryItem } from "./history.ts";
import type { Action, MemoryRecord, Origin } from "./ledger.ts";

export interface LearnedMemoryChange {
  readonly subsystem: "memory";
  readonly id: string;
  /** ISO time. */
  readonly at: string;
  readonly origin: Extract<Origin, "agent" | "review">;
  readonly session?: string;
  readonly summary: string;
  readonly action: Action;
  readonly target: Target;
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly undone_at?: string;
}

/** A person's own edits are no learning, and what never took effect taught nothing. */
export function learnedMemory(history: readonly HistoryItem[]): readonly LearnedMemoryChange[] {
  const takenBack = new Map(
    history.flatMap(({ record }) => (record.undoes ?? []).map((id) => [id, record.at] as const)),
  );
  return history
    .flatMap(({ record, state }) => {
      const { id, at, origin, session, action, target } = record;
      if (state === "void" || action === "undo" || (origin !== "agent" && origin !== "review")) return [];
      const undoneAt = state === "undone" ? (takenBack.get(id) ?? at) : undefined;
      return [
        {
          ...{ subsystem: "memory" as const, id, at: isoOf(at), origin, action, target },
          ...(session === undefined ? {} : { session }),
          summary: `${action} ${target}: ${changedText(record)}`,
          removed: record.removed.map(({ text }) => text),
          added: record.added.map(({ text }) => text),
          ...(undoneAt === undefined ? {} : { undone_at: isoOf(undoneAt) }),
        },
      ];
    })
    .reverse();
}

/** What left and what came, for people. */
export function changedText({ removed, added }: Pick<MemoryRecord, "removed" | "added">): string {
  return [...removed.map(({ text }) => `− ${text}`), ...added.map(({ text }) => `+ ${text}`)].join("  ");
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
