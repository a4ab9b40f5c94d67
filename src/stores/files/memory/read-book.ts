// What a book says now: the file, or, where a crash or power cut came between journal and file, what the journal promised.

import { type Book, formatBook, parseBook, type Target } from "../../../kernel/memory/entries.ts";
import { isUnfinished, type Shelf, shelfNamed } from "../../../kernel/memory/ledger.ts";
import { digestOf, type FileText, readText } from "./disk.ts";
import type { LedgerAt, Ledgers } from "./journal.ts";
import type { MemoryPlace } from "./places.ts";

export interface BookRead {
  readonly file: FileText;
  readonly book: Book;
  /** Fingerprint of `book`. */
  readonly name: string;
  /** Who wrote its entries; undefined when it was changed by hand since. */
  readonly shelf: Shelf | undefined;
  readonly at: LedgerAt;
}

export function bookName(book: Book): string {
  return digestOf(formatBook(book)).slice(0, 24);
}

export function readBook(ledgers: Ledgers, place: MemoryPlace, target: Target): BookRead {
  const file = readText(place.file(target));
  const at = ledgers.load(place);
  const state = at.ledger[target];
  const onDisk = parseBook(file.type === "text" ? file.text : "");
  const name = bookName(onDisk);
  if (file.type === "text" && isUnfinished(state, { name, stamp: file.stamp })) {
    const { shelf } = state;
    return { file, at, shelf, name: shelf.name, book: { entries: shelf.entries.map((entry) => entry.text) } };
  }
  return { file, at, name, book: onDisk, shelf: shelfNamed(state, name) };
}
