// What each session has read and written, so that unchanged files are not sent twice and foreign changes are noticed.

import type { FileStat } from "../contracts/environment.ts";

export interface FileLedger {
  /** How to answer this read: in full, as "unchanged", or not at all any more. */
  admitRead(
    sessionId: string,
    read: { readonly key: string; readonly path: string; readonly stat: FileStat },
  ): "full" | "unchanged" | "blocked";
  /** A sentence when the file is not as this session last saw it; undefined otherwise. */
  staleness(sessionId: string, path: string, stat: FileStat | undefined): string | undefined;
  wrote(sessionId: string, path: string, stat: FileStat | undefined): void;
  /** How often in a row a patch did not find its text in this file, this time included. */
  missed(sessionId: string, path: string): number;
  /** What was sent may no longer be part of the conversation: reads are sent in full again. */
  forgetReads(sessionId: string): void;
  /** The conversation goes on under another id and may no longer hold what was read: reads are sent in full again, what a file was like is still known. */
  carry(from: string, to: string): void;
}

interface Seen {
  readonly mtimeMs: number;
  readonly size: number;
}

interface Book {
  readonly reads: Map<string, Seen & { stubs: number }>;
  readonly versions: Map<string, Seen>;
  readonly misses: Map<string, number>;
}

const MAX_SESSIONS = 100;
const MAX_STUBS = 2;

export function createFileLedger(): FileLedger {
  const books = new Map<string, Book>();
  const writers = new Map<string, string>();
  const bookOf = (sessionId: string): Book => {
    const known = books.get(sessionId);
    if (known !== undefined) return known;
    const book: Book = { reads: new Map(), versions: new Map(), misses: new Map() };
    books.set(sessionId, book);
    const oldest = books.keys().next().value;
    if (books.size > MAX_SESSIONS && oldest !== undefined) books.delete(oldest);
    return book;
  };
  return {
    admitRead(sessionId, { key, path, stat }) {
      const book = bookOf(sessionId);
      book.versions.set(path, seen(stat));
      const known = book.reads.get(key);
      if (known === undefined || !same(known, stat)) {
        book.reads.set(key, { ...seen(stat), stubs: 0 });
        return "full";
      }
      known.stubs++;
      return known.stubs > MAX_STUBS ? "blocked" : "unchanged";
    },
    staleness(sessionId, path, stat) {
      const known = bookOf(sessionId).versions.get(path);
      if (known === undefined || stat === undefined || same(known, stat)) return undefined;
      const writer = writers.get(path);
      const who = writer !== undefined && writer !== sessionId ? " by another agent" : "";
      return `The file was changed${who} since you last read it: ${path}. Read it again before further edits.`;
    },
    wrote(sessionId, path, stat) {
      const book = bookOf(sessionId);
      for (const key of book.reads.keys()) if (key.startsWith(`${path}\n`)) book.reads.delete(key);
      book.misses.delete(path);
      writers.set(path, sessionId);
      if (stat === undefined) book.versions.delete(path);
      else book.versions.set(path, seen(stat));
    },
    missed(sessionId, path) {
      const { misses } = bookOf(sessionId);
      const count = (misses.get(path) ?? 0) + 1;
      misses.set(path, count);
      return count;
    },
    forgetReads: (sessionId) => bookOf(sessionId).reads.clear(),
    carry(from, to) {
      const { versions, misses } = bookOf(from);
      books.delete(from);
      books.set(to, { reads: new Map(), versions, misses });
      for (const [path, writer] of writers) if (writer === from) writers.set(path, to);
    },
  };
}

function seen(stat: FileStat): Seen {
  return { mtimeMs: stat.mtimeMs, size: stat.size };
}

function same(a: Seen, b: Seen): boolean {
  return a.mtimeMs === b.mtimeMs && a.size === b.size;
}
