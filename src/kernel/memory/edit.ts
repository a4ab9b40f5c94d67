// add, replace, remove under a cap: every outcome is a value with the exact shape the model is shown.

import { charCount, normalizeText, takeChars, withThousands } from "../text.ts";
import { type Book, bookSize, FILE_NAMES, splitsEntry, type Target } from "./entries.ts";
import { usageText } from "./gauge.ts";
import { firstThreat, handleOf, maskBook, type Threats } from "./mask.ts";
import { findSimilar } from "./similar.ts";

export type Edit =
  | { readonly type: "add"; readonly content: string }
  | { readonly type: "replace"; readonly oldText: string; readonly content: string }
  | { readonly type: "remove"; readonly oldText: string };

export interface Store {
  readonly target: Target;
  readonly limit: number;
  readonly book: Book;
  /** The scanner, or one that remembers its answers. */
  readonly threats?: Threats;
}

export type Outcome =
  /** The book to write; `before` is the entry that went, `after` the one that came. */
  | {
      readonly type: "changed";
      readonly book: Book;
      readonly before?: string;
      readonly after?: string;
      readonly message: string;
    }
  | { readonly type: "kept"; readonly message: string; readonly similarTo?: string }
  | { readonly type: "refused"; readonly error: string }
  | { readonly type: "ambiguous"; readonly error: string; readonly matches: readonly string[] }
  | { readonly type: "full"; readonly error: string };

const PREVIEW = 80;
const CONSOLIDATE =
  "Make room now, in this turn: merge related entries with 'replace' or drop stale ones with 'remove', then try again.";

export function applyEdit(store: Store, edit: Edit): Outcome {
  switch (edit.type) {
    case "add":
      return add(store, clean(edit.content));
    case "replace":
      return replace(store, clean(edit.oldText), clean(edit.content));
    case "remove":
      return remove(store, clean(edit.oldText));
  }
}

/** What a model may see of the book. */
function shownIn({ book, target, threats }: Store): Book {
  return maskBook(book, target, threats);
}

function clean(text: string): string {
  return normalizeText(text).trim();
}

function refuseContent(content: string, { threats }: Store): Outcome | undefined {
  const threat = firstThreat(content, threats);
  if (threat !== undefined) return { type: "refused", error: threat };
  if (splitsEntry(content))
    return {
      type: "refused",
      error: "Content cannot contain a line that is only '§': it separates entries. Write one entry per call.",
    };
  return undefined;
}

function add(store: Store, content: string): Outcome {
  const { book, limit } = store;
  if (content === "") return { type: "refused", error: "Content cannot be empty." };
  const refusal = refuseContent(content, store);
  if (refusal) return refusal;
  if (book.entries.includes(content)) return { type: "kept", message: "Entry already exists (no duplicate added)." };
  const similar = findSimilar(book.entries, content);
  if (similar !== undefined) {
    const shown = shownIn(store).entries[book.entries.indexOf(similar)] ?? "";
    return {
      type: "kept",
      message: "An entry already says this (nothing added). Use 'replace' to change it.",
      similarTo: shown,
    };
  }
  const next: Book = { entries: [...book.entries, content] };
  if (bookSize(next) <= limit) return { type: "changed", book: next, after: content, message: "Entry added." };
  const error = `Memory at ${withThousands(bookSize(book))}/${withThousands(limit)} chars. Adding this entry (${withThousands(charCount(content))} chars) would exceed the limit. ${CONSOLIDATE}`;
  return { type: "full", error };
}

function replace(store: Store, oldText: string, content: string): Outcome {
  if (oldText === "") return { type: "refused", error: "old_text cannot be empty." };
  if (content === "") return { type: "refused", error: "new_content cannot be empty. Use 'remove' to delete entries." };
  const refusal = refuseContent(content, store);
  if (refusal) return refusal;
  const found = findEntry(store, oldText);
  if (found.type !== "found") return found;
  const before = store.book.entries[found.index] ?? "";
  const entries = store.book.entries.map((entry, index) => (index === found.index ? content : entry));
  // A replacement that equals another entry would be folded away on the next read; fold it now.
  const next: Book = { entries: [...new Set(entries)] };
  if (isSmallerOrFits(store.book, next, store.limit))
    return { type: "changed", book: next, before, after: content, message: "Entry replaced." };
  return {
    type: "full",
    error: `Replacement would put memory at ${withThousands(bookSize(next))}/${withThousands(store.limit)} chars. ${CONSOLIDATE}`,
  };
}

/** A hand-edited book may be over its limit already; what makes it smaller is always allowed. */
export function isSmallerOrFits(before: Book, after: Book, limit: number): boolean {
  const size = bookSize(after);
  return size <= limit || size < bookSize(before);
}

/** Several entries at once: all that are not known yet, or none when one is refused or they do not fit. */
export function importEntries(store: Store, texts: readonly string[]): Outcome {
  let book = store.book;
  for (const text of texts) {
    const outcome = add({ ...store, book }, clean(text));
    if (outcome.type === "changed") book = outcome.book;
    else if (outcome.type !== "kept") return outcome;
  }
  const count = book.entries.length - store.book.entries.length;
  if (count === 0) return { type: "kept", message: "Nothing new to import." };
  return { type: "changed", book, message: count === 1 ? "1 entry imported." : `${count} entries imported.` };
}

export function resetBook(store: Store): Outcome {
  if (store.book.entries.length === 0) return { type: "kept", message: "There is nothing to forget." };
  return { type: "changed", book: { entries: [] }, message: "All entries removed." };
}

function remove(store: Store, oldText: string): Outcome {
  if (oldText === "") return { type: "refused", error: "old_text cannot be empty." };
  const found = findEntry(store, oldText);
  if (found.type !== "found") return found;
  const before = store.book.entries[found.index] ?? "";
  return {
    type: "changed",
    book: { entries: store.book.entries.filter((_, index) => index !== found.index) },
    before,
    message: "Entry removed.",
  };
}

/** The words on disk decide; a masked entry is found by its placeholder, too. */
function findEntry(store: Store, oldText: string): { readonly type: "found"; readonly index: number } | Outcome {
  const { entries } = store.book;
  // Only who names a masked entry, or finds nothing, needs to know what is masked.
  const named = oldText.includes(FILE_NAMES[store.target]) || !entries.some((entry) => entry.includes(oldText));
  const shown = named ? shownIn(store).entries : entries;
  // A whole entry names itself, even when its words stand inside a longer one; so does the name of a masked one.
  const exact = entries.flatMap((entry, index) =>
    entry === oldText || (entry !== shown[index] && handleOf(store.target, index) === oldText) ? [index] : [],
  );
  const matches = entries.flatMap((entry, index) =>
    entry.includes(oldText) || (shown[index] ?? "").includes(oldText) ? [index] : [],
  );
  const [first, ...others] = exact.length === 1 ? exact : matches;
  if (first === undefined) return { type: "refused", error: `No entry matched '${oldText}'.` };
  if (others.length === 0) return { type: "found", index: first };
  const masked = shownIn(store).entries;
  const previews = matches.map((index) => preview(masked[index] ?? ""));
  return { type: "ambiguous", error: `Multiple entries matched '${oldText}'. Be more specific.`, matches: previews };
}

function preview(entry: string): string {
  return charCount(entry) > PREVIEW ? `${takeChars(entry, PREVIEW)}...` : entry;
}

export interface MemorySuccess {
  readonly success: true;
  readonly target: Target;
  readonly entries: readonly string[];
  readonly usage: string;
  readonly entry_count: number;
  readonly message: string;
  readonly similar_to?: string;
}

export interface MemoryRefusal {
  readonly success: false;
  readonly error: string;
  readonly matches?: readonly string[];
  readonly current_entries?: readonly string[];
  readonly usage?: string;
}

/** The JSON the `memory` tool answers with. `store` is the state before the edit. */
export function outcomeJson(store: Store, outcome: Outcome): MemorySuccess | MemoryRefusal {
  switch (outcome.type) {
    case "changed":
      return success(store, outcome.book, outcome.message);
    case "kept":
      return {
        ...success(store, store.book, outcome.message),
        ...(outcome.similarTo === undefined ? {} : { similar_to: outcome.similarTo }),
      };
    case "refused":
      return { success: false, error: outcome.error };
    case "ambiguous":
      return { success: false, error: outcome.error, matches: outcome.matches };
    case "full":
      return {
        success: false,
        error: outcome.error,
        current_entries: shownIn(store).entries,
        usage: `${withThousands(bookSize(store.book))}/${withThousands(store.limit)}`,
      };
  }
}

/** The same for a person who did it by hand. */
export function savedText({ message, usage, similar_to }: MemorySuccess): string {
  return [message, similar_to === undefined ? "" : `It says: "${similar_to}".`, usage]
    .filter((part) => part !== "")
    .join(" ");
}

function success(store: Store, book: Book, message: string): MemorySuccess {
  return {
    success: true,
    target: store.target,
    /** Scanned when a model is to read them, and not while the file is held: people's own commands never ask. */
    get entries() {
      return shownIn({ ...store, book }).entries;
    },
    usage: usageText(bookSize(book), store.limit),
    entry_count: book.entries.length,
    message,
  };
}
