// What the journal adds up to: who wrote each entry and when, which changes landed, and what was changed by hand.

import type { Target } from "./entries.ts";

export type Origin = "user" | "agent" | "review" | "import";
export type Action = "add" | "replace" | "remove" | "edit" | "import" | "reset" | "undo" | "void";

/** Where an entry comes from. */
export interface Facts {
  readonly created: number;
  readonly changed: number;
  readonly origin: Origin;
  readonly session?: string;
  /** Outside sources the turn had read when it wrote this. */
  readonly taints?: readonly string[];
}

/** An entry and where it stood. */
export interface Slot {
  readonly index: number;
  readonly text: string;
  /** Of an entry that left, and of one that came back: it is what it was, whoever brought it back. */
  readonly facts?: Facts;
}

/** One line of the journal. `was` and `now` name the whole book before and after, so a line whose book never landed is recognised. */
export interface MemoryRecord {
  readonly id: string;
  readonly at: number;
  readonly target: Target;
  readonly action: Action;
  readonly removed: readonly Slot[];
  readonly added: readonly Slot[];
  readonly origin: Origin;
  readonly session?: string;
  /** Outside sources the turn had read when it wrote this. */
  readonly taints?: readonly string[];
  readonly undoes?: readonly string[];
  readonly was: string;
  readonly now: string;
  /** The file version this was to replace; while it is still there, the change has yet to be finished. */
  readonly over?: string;
}

export interface EntryFacts extends Facts {
  readonly text: string;
}

/** `name` is the fingerprint of the book these facts describe. */
export interface Shelf {
  readonly name: string;
  readonly entries: readonly EntryFacts[];
}

/** `before` is where the last record started: a crash between journal and first file leads back there. */
export interface ShelfState {
  readonly shelf: Shelf;
  readonly before?: Shelf;
  readonly over?: string;
}

export type Ledger = Readonly<Record<Target, ShelfState>>;

export function emptyLedger(emptyName: string): Ledger {
  const state: ShelfState = { shelf: { name: emptyName, entries: [] } };
  return { memory: state, user: state };
}

/** The ledger after one more line. */
export function noteRecord(ledger: Ledger, record: MemoryRecord): Ledger {
  const state = ledger[record.target];
  const start = startOf(state, record.was);
  return {
    ...ledger,
    [record.target]: {
      shelf: { name: record.now, entries: factsAfter(start.entries, record) },
      before: start,
      ...(record.over === undefined ? {} : { over: record.over }),
    },
  };
}

function startOf({ shelf, before }: ShelfState, was: string): Shelf {
  return shelf.name !== was && before?.name === was ? before : shelf;
}

/** The facts of the book that is on disk; undefined when nothing in the ledger looks like it. */
export function shelfNamed({ shelf, before }: ShelfState, name: string): Shelf | undefined {
  if (shelf.name === name) return shelf;
  return before?.name === name ? before : undefined;
}

/** Nobody has touched the file since the last record was written for it, and it does not say what the record does: a crash or power cut came between. */
export function isUnfinished(
  { shelf, over }: ShelfState,
  file: { readonly name: string; readonly stamp: string },
): boolean {
  return over !== undefined && over === file.stamp && shelf.name !== file.name;
}

function factsAfter(entries: readonly EntryFacts[], record: MemoryRecord): readonly EntryFacts[] {
  const gone = new Set(record.removed.map((slot) => slot.text));
  const old = entries.filter((entry) => gone.has(entry.text));
  const next = entries.filter((entry) => !gone.has(entry.text));
  // A replaced entry keeps its birthday: its statement is older than its wording.
  const created = record.action === "replace" ? old[0]?.created : undefined;
  const fresh: Facts = {
    created: created ?? record.at,
    changed: record.at,
    origin: record.origin,
    ...(record.session === undefined ? {} : { session: record.session }),
    ...(record.taints === undefined ? {} : { taints: record.taints }),
  };
  for (const { index, text, facts } of record.added)
    next.splice(Math.min(index, next.length), 0, { text, ...(facts ?? fresh) });
  return next;
}

export interface Difference {
  readonly removed: readonly Slot[];
  readonly added: readonly Slot[];
}

/** What each entry of a book is known to be. */
export type KnownFacts = ReadonlyMap<string, Facts>;

export function factsOn({ entries }: Shelf): KnownFacts {
  return new Map(entries.map(({ text, ...facts }) => [text, facts]));
}

/**
 * What left and what came, each with its place; entries are unique, so a set difference says it all but order.
 * What comes back with facts of its own leaves first, if it is there as something else.
 */
export function differenceOf(
  from: readonly string[],
  to: readonly string[],
  known: KnownFacts = new Map(),
  back: KnownFacts = new Map(),
): Difference {
  const before = new Set(from);
  const after = new Set(to);
  return {
    removed: slotsOf(from, (text) => !after.has(text) || back.has(text), known),
    added: slotsOf(to, (text) => !before.has(text) || back.has(text), back),
  };
}

function slotsOf(texts: readonly string[], isMeant: (text: string) => boolean, known: KnownFacts): readonly Slot[] {
  return texts.flatMap((text, index) => {
    if (!isMeant(text)) return [];
    const facts = known.get(text);
    return [{ index, text, ...(facts === undefined ? {} : { facts }) }];
  });
}
