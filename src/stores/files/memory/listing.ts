// A person's memory for that person: every entry raw, with what the scanner thinks of it and where it came from.

import type { MemoryEntry, MemoryListing } from "../../../contracts/memory-book.ts";
import { type Book, bookSize, parseBook, type Target } from "../../../kernel/memory/entries.ts";
import { usageText } from "../../../kernel/memory/gauge.ts";
import { type EntryFacts, shelfNamed } from "../../../kernel/memory/ledger.ts";
import { threatsIn } from "../../../kernel/memory/mask.ts";
import { readText } from "./disk.ts";
import { loadLedger } from "./journal.ts";
import type { MemoryPlace } from "./places.ts";
import { problemOf, type SnapshotFacts } from "./snapshot.ts";
import { bookName } from "./write-book.ts";

const TARGETS: readonly Target[] = ["memory", "user"];

export function listBooks(place: MemoryPlace, facts: SnapshotFacts): readonly MemoryListing[] {
  const { ledger } = loadLedger(place, bookName({ entries: [] }));
  return TARGETS.map((target) => {
    const path = place.file(target);
    const file = readText(path);
    const book: Book = parseBook(file.type === "text" ? file.text : "");
    const shelf = shelfNamed(ledger[target], bookName(book)) ?? ledger[target].shelf;
    const known = new Map(shelf.entries.map((entry) => [entry.text, entry]));
    return {
      target,
      enabled: facts.enabled[target],
      path,
      usage: usageText(bookSize(book), facts.limits[target]),
      entries: book.entries.map((text, index) => entryOf(text, index + 1, known.get(text))),
      ...(file.type === "unreadable" || file.type === "undecodable" ? { problem: problemOf(target, file) } : {}),
    };
  });
}

function entryOf(text: string, number: number, facts: EntryFacts | undefined): MemoryEntry {
  const entry = { number, text, threats: threatsIn(text) };
  if (facts === undefined) return entry;
  return {
    ...entry,
    created: facts.created,
    changed: facts.changed,
    origin: facts.origin,
    ...(facts.session === undefined ? {} : { sessionId: facts.session }),
    ...(facts.taints === undefined ? {} : { taints: facts.taints }),
  };
}
