// What a book says now: the file, or, where a crash or power cut came between journal and file, what the journal promised.

import { type Book, formatBook, parseBook, type Target } from "../../../kernel/memory/entries.ts";
import { isUnfinished, type Shelf, shelfNamed } from "../../../kernel/memory/ledger.ts";
import { digestOf, type FileText, readText } from "./disk.ts";
import type { LedgerAt, Ledgers } from "./journal.ts";
import type { MemoryPlace } from "./places.ts";

export interface BookRead {
  readonly file: FileText;
  /** What the file says, which a crash may have left behind `book`. */
  readonly onDisk: Book;
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

export interface NamedBook {
  readonly book: Book;
  readonly name: string;
}

/** The same words are parsed once: most reads find what the last write left. */
export interface BookCache {
  parse(path: string, text: string): NamedBook;
  wrote(path: string, text: string, named: NamedBook): void;
}

const MAX_BOOKS = 100;

export function createBookCache(): BookCache {
  const known = new Map<string, NamedBook & { readonly text: string }>();
  const keep = (path: string, text: string, named: NamedBook): NamedBook => {
    if (known.size >= MAX_BOOKS) known.clear();
    known.set(path, { ...named, text });
    return named;
  };
  return {
    parse(path, text) {
      const last = known.get(path);
      if (last !== undefined && last.text === text) return last;
      const book = parseBook(text);
      return keep(path, text, { book, name: bookName(book) });
    },
    wrote: (path, text, named) => void keep(path, text, named),
  };
}

export interface Shelves {
  readonly ledgers: Ledgers;
  readonly books: BookCache;
}

export function readBook({ ledgers, books }: Shelves, place: MemoryPlace, target: Target): BookRead {
  const path = place.file(target);
  const file = readText(path);
  const at = ledgers.load(place);
  const state = at.ledger[target];
  const { book: onDisk, name } = books.parse(path, file.type === "text" ? file.text : "");
  if (file.type === "text" && isUnfinished(state, { name, stamp: file.stamp })) {
    const { shelf } = state;
    return { file, onDisk, at, shelf, name: shelf.name, book: { entries: shelf.entries.map((entry) => entry.text) } };
  }
  return { file, onDisk, at, name, book: onDisk, shelf: shelfNamed(state, name) };
}
