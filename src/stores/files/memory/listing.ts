// A person's memory for that person: every entry raw, with what the scanner thinks of it and where it came from.

import type { MemoryEntry, MemoryListing } from "../../../contracts/memory-book.ts";
import { bookSize, type Target } from "../../../kernel/memory/entries.ts";
import { usageText } from "../../../kernel/memory/gauge.ts";
import type { EntryFacts } from "../../../kernel/memory/ledger.ts";
import type { MemoryPlace } from "./places.ts";
import { readBook } from "./read-book.ts";
import { problemOf, type SnapshotFacts } from "./snapshot.ts";

const TARGETS: readonly Target[] = ["memory", "user"];

export function listBooks(place: MemoryPlace, facts: SnapshotFacts): readonly MemoryListing[] {
  return TARGETS.map((target) => {
    const path = place.file(target);
    const { file, book, shelf, at } = readBook(facts.shelves, place, target);
    const { entries } = shelf ?? at.ledger[target].shelf;
    const known = new Map(entries.map((entry) => [entry.text, entry]));
    return {
      target,
      enabled: facts.enabled[target],
      path,
      usage: usageText(bookSize(book), facts.limits[target]),
      entries: book.entries.map((text, index) =>
        entryOf({ number: index + 1, text, threats: facts.threats(text) }, known.get(text)),
      ),
      ...(file.type === "unreadable" || file.type === "undecodable" ? { problem: problemOf(target, file) } : {}),
    };
  });
}

function entryOf(entry: MemoryEntry, facts: EntryFacts | undefined): MemoryEntry {
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
