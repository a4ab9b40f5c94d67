// Taking changes back: which ones, and what the book looks like without them.

import { isSmallerOrFits, type Store } from "./edit.ts";
import { type Book, FILE_NAMES, type Target } from "./entries.ts";
import { factsBroughtBack, type HistoryItem, lastChanges, unapply } from "./history.ts";
import type { KnownFacts, MemoryRecord } from "./ledger.ts";

export type UndoChoice = { readonly count: number } | { readonly id: string };

export interface UndoPart {
  readonly target: Target;
  /** Newest first. */
  readonly records: readonly MemoryRecord[];
}

export type UndoPlan =
  | { readonly type: "some"; readonly parts: readonly UndoPart[]; readonly decide: typeof decideUndo }
  | { readonly type: "nothing" }
  | { readonly type: "refused"; readonly why: string };

/** `result` is why it cannot be done. */
export type UndoDecision =
  | {
      readonly type: "write";
      readonly wanted: {
        readonly book: Book;
        readonly action: "undo";
        readonly undoes: readonly string[];
        readonly back: KnownFacts;
      };
      readonly result: undefined;
    }
  | { readonly type: "leave"; readonly result: string };

export function planUndo(history: readonly HistoryItem[], choice: UndoChoice): UndoPlan {
  const chosen = "id" in choice ? chooseById(history, choice.id) : lastChanges(history, choice.count);
  if (typeof chosen === "string") return { type: "refused", why: chosen };
  if (chosen.length === 0) return { type: "nothing" };
  const parts = (["memory", "user"] as const)
    .map((target) => ({ target, records: chosen.filter((record) => record.target === target) }))
    .filter((part) => part.records.length > 0);
  return { type: "some", parts, decide: decideUndo };
}

function chooseById(history: readonly HistoryItem[], id: string): readonly MemoryRecord[] | string {
  const item = history.find(({ record }) => record.id === id);
  if (item === undefined) return `There is no change ${id}.`;
  if (item.state === "undone") return `Change ${id} was taken back already.`;
  if (item.state === "void") return `Change ${id} never took effect.`;
  return [item.record];
}

function decideUndo({ target, limit, book }: Store, records: readonly MemoryRecord[]): UndoDecision {
  let next = book;
  for (const record of records) {
    const step = unapply(next, record);
    if (step.type === "moved-on")
      return {
        type: "leave",
        result: `Change ${record.id} cannot be taken back: what it wrote was changed again since ("${step.missing.slice(0, 80)}"). Take back the later change first.`,
      };
    next = step.book;
  }
  if (!isSmallerOrFits(book, next, limit))
    return {
      type: "leave",
      result: `${FILE_NAMES[target]} would be over its limit of ${limit} chars. Remove something first.`,
    };
  return {
    type: "write",
    wanted: {
      book: next,
      action: "undo",
      undoes: records.map((record) => record.id),
      back: new Map([...factsBroughtBack(records)].filter(([text]) => next.entries.includes(text))),
    },
    result: undefined,
  };
}
