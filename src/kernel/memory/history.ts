// Reading the journal back: which changes count, and how to take one back.

import type { Book, Target } from "./entries.ts";
import type { Action, Facts, KnownFacts, MemoryRecord, Origin, Slot } from "./ledger.ts";

export interface HistoryItem {
  readonly record: MemoryRecord;
  /** `void`: the process died before the file was written, or the file was put back by hand. */
  readonly state: "done" | "undone" | "void";
}

/** Every line with what became of it, oldest first. `names` are the fingerprints of the books on disk now. */
export function readHistory(
  records: readonly MemoryRecord[],
  names: Readonly<Record<Target, string>>,
): readonly HistoryItem[] {
  const landed = new Set<MemoryRecord>();
  for (const target of ["memory", "user"] as const) {
    const line = records.filter((record) => record.target === target);
    line.forEach((record, i) => {
      const next = line[i + 1]?.was ?? names[target];
      // A line that nobody built on, while the state before it was built on, never landed.
      if (next !== record.was || record.was === record.now) landed.add(record);
    });
  }
  const undone = new Set(records.flatMap((record) => (landed.has(record) ? (record.undoes ?? []) : [])));
  return records
    .filter(({ action }) => action !== "void")
    .map((record) => ({
      record,
      state: !landed.has(record) ? "void" : undone.has(record.id) ? "undone" : "done",
    }));
}

/** The newest `count` changes that can be taken back: not hand edits, not undos. Newest first. */
export function lastChanges(history: readonly HistoryItem[], count: number): readonly MemoryRecord[] {
  return history
    .filter(({ record, state }) => state === "done" && record.action !== "undo" && record.action !== "edit")
    .map(({ record }) => record)
    .reverse()
    .slice(0, Math.max(0, count));
}

export type Unapplied =
  | { readonly type: "ok"; readonly book: Book }
  /** What the change had written is no longer there. */
  | { readonly type: "moved-on"; readonly missing: string };

export function unapply(book: Book, record: MemoryRecord): Unapplied {
  const missing = record.added.find((slot) => !book.entries.includes(slot.text));
  if (missing !== undefined) return { type: "moved-on", missing: missing.text };
  const came = new Set(record.added.map((slot) => slot.text));
  const entries = book.entries.filter((entry) => !came.has(entry));
  for (const { index, text } of record.removed)
    if (!entries.includes(text)) entries.splice(Math.min(index, entries.length), 0, text);
  return { type: "ok", book: { entries } };
}

/** What the entries are that taking these back, newest first, brings back. */
export function factsBroughtBack(records: readonly MemoryRecord[]): KnownFacts {
  return new Map(
    records.flatMap(({ removed }) =>
      removed.flatMap(({ text, facts }) => (facts === undefined ? [] : [[text, facts] as const])),
    ),
  );
}

const ACTIONS: readonly Action[] = ["add", "replace", "remove", "edit", "import", "reset", "undo", "void"];
const ORIGINS: readonly Origin[] = ["user", "agent", "review", "import"];

/** A journal line as a record; undefined for a torn or foreign one. */
export function decodeRecord(value: unknown): MemoryRecord | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const line = value as Readonly<Record<string, unknown>>;
  const { id, at, was, now } = line;
  const target = line.target === "memory" || line.target === "user" ? line.target : undefined;
  const action = ACTIONS.find((one) => one === line.action);
  const origin = ORIGINS.find((one) => one === line.origin);
  const removed = slotsOf(line.removed);
  const added = slotsOf(line.added);
  if (typeof id !== "string" || typeof at !== "number" || typeof was !== "string" || typeof now !== "string")
    return undefined;
  if (!target || !action || !origin || !removed || !added) return undefined;
  const taints = textsOf(line.taints);
  const undoes = textsOf(line.undoes);
  return {
    ...{ id, at, target, action, removed, added, origin, was, now },
    ...(typeof line.over === "string" ? { over: line.over } : {}),
    ...(typeof line.session === "string" ? { session: line.session } : {}),
    ...(taints === undefined ? {} : { taints }),
    ...(undoes === undefined ? {} : { undoes }),
  };
}

function slotsOf(value: unknown): readonly Slot[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const slots: Slot[] = [];
  for (const item of value as readonly unknown[]) {
    if (typeof item !== "object" || item === null) return undefined;
    const { index, text, facts } = item as Readonly<Record<string, unknown>>;
    if (typeof index !== "number" || typeof text !== "string") return undefined;
    const known = decodeFacts(facts);
    slots.push({ index, text, ...(known === undefined ? {} : { facts: known }) });
  }
  return slots;
}

/** Undefined when it is none. */
export function decodeFacts(value: unknown): Facts | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { created, changed, session, ...line } = value as Readonly<Record<string, unknown>>;
  const origin = ORIGINS.find((one) => one === line.origin);
  if (typeof created !== "number" || typeof changed !== "number" || !origin) return undefined;
  const taints = textsOf(line.taints);
  return {
    ...{ created, changed, origin },
    ...(typeof session === "string" ? { session } : {}),
    ...(taints === undefined ? {} : { taints }),
  };
}

export function textsOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : undefined;
}
