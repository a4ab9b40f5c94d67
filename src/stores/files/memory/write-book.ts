// The one shell around every change: lock, read, decide, journal, write, sync, rename. What to write is decided by the caller's pure function.

import { closeSync } from "node:fs";
import type { MemoryAuthor, MemoryConflict } from "../../../contracts/memory-book.ts";
import type { Clock, Ids } from "../../../contracts/time.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { type Book, formatBook, parseBook, type Target } from "../../../kernel/memory/entries.ts";
import {
  type Action,
  differenceOf,
  type Ledger,
  type MemoryRecord,
  noteRecord,
  type Shelf,
  shelfNamed,
} from "../../../kernel/memory/ledger.ts";
import { charCount } from "../../../kernel/text.ts";
import {
  backUp,
  codeOf,
  digestOf,
  discard,
  diskFailure,
  draft,
  type FileText,
  install,
  makeFolder,
  readText,
  stampOf,
  syncHandle,
} from "./disk.ts";
import { appendRecords, keepLedger, loadLedger } from "./journal.ts";
import type { Locked } from "./lock.ts";
import type { MemoryPlace } from "./places.ts";

export interface BookShell {
  readonly clock: Pick<Clock, "now">;
  readonly ids: Ids;
  readonly limits: Readonly<Record<Target, number>>;
  readonly locked: Locked;
}

export interface Wanted {
  readonly book: Book;
  readonly action: Action;
  readonly undoes?: readonly string[];
}

/** `note` writes nothing but takes hand edits into the history. */
export type Decision<R> =
  | { readonly type: "write"; readonly wanted: Wanted; readonly result: R }
  | { readonly type: "note"; readonly result: R }
  | { readonly type: "leave"; readonly result: R };

export interface Written<R> {
  readonly result: R;
  /** Hand edits found on the way, then the change itself. */
  readonly records: readonly MemoryRecord[];
}

export type Transaction<R> =
  | { readonly type: "done"; readonly written: Written<R> }
  | { readonly type: "conflict"; readonly conflict: MemoryConflict };

/** How often a file may change under our hands before we give up. */
const MAX_RACES = 20;

export function bookName(book: Book): string {
  return digestOf(formatBook(book)).slice(0, 24);
}

/** Throws StoreFailure when the disk refuses; then nothing was changed. */
export async function changeBook<R>(
  shell: BookShell,
  { place, target, author }: { readonly place: MemoryPlace; readonly target: Target; readonly author: MemoryAuthor },
  decide: (book: Book) => Decision<R>,
): Promise<Transaction<R>> {
  const path = place.file(target);
  try {
    makeFolder(place.dir);
    return await shell.locked(place.lock, async () => {
      for (let race = 0; race < MAX_RACES; race++) {
        const file = readText(path);
        const conflict = findConflict(shell, target, path, file);
        if (conflict !== undefined) return { type: "conflict", conflict };
        const written = await attempt(shell, { place, target, author, path, file }, decide);
        if (written !== undefined) return { type: "done", written };
      }
      throw new StoreFailure("conflict", `${path} keeps changing while it is being written. Nothing was changed.`);
    });
  } catch (error) {
    throw diskFailure(path, error);
  }
}

interface Attempt {
  readonly place: MemoryPlace;
  readonly target: Target;
  readonly author: MemoryAuthor;
  readonly path: string;
  readonly file: FileText;
}

/** Undefined when somebody else wrote the file in between. */
async function attempt<R>(
  shell: BookShell,
  { place, target, author, path, file }: Attempt,
  decide: (book: Book) => Decision<R>,
): Promise<Written<R> | undefined> {
  const book = parseBook(file.type === "text" ? file.text : "");
  const decision = decide(book);
  if (decision.type === "leave") return { result: decision.result, records: [] };
  const { ledger, size } = loadLedger(place, bookName({ entries: [] }));
  const records = recordsFor(shell, { ledger, size, target, author, book }, decision);
  if (records.length === 0) return { result: decision.result, records };

  const tag = shell.ids.id("m");
  const text = decision.type === "write" ? formatBook(decision.wanted.book) : undefined;
  const journal = appendRecords(place, records);
  try {
    const next = text === undefined ? undefined : draft(path, text, tag);
    try {
      // Both must be on disk before the rename, in any order: together they cost little more than one.
      await Promise.all([syncHandle(journal.handle), ...(next === undefined ? [] : [syncHandle(next.handle)])]);
    } catch (error) {
      if (next !== undefined) discard(next);
      throw error;
    }
    if (next !== undefined) {
      if (stampOf(path) !== (file.type === "text" ? file.stamp : "")) {
        discard(next);
        return undefined;
      }
      install(next);
    }
  } finally {
    closeSync(journal.handle);
  }
  rememberLedger(place, { ledger: records.reduce(noteRecord, ledger), size: journal.size }, tag);
  return { result: decision.result, records };
}

/** The change is safe by now; a ledger that cannot be kept is read from the journal next time. */
function rememberLedger(place: MemoryPlace, at: Parameters<typeof keepLedger>[1], tag: string): void {
  try {
    keepLedger(place, at, tag);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

interface RecordFacts {
  readonly ledger: Ledger;
  readonly size: number;
  readonly target: Target;
  readonly author: MemoryAuthor;
  readonly book: Book;
}

function recordsFor<R>(shell: BookShell, facts: RecordFacts, decision: Decision<R>): readonly MemoryRecord[] {
  const { ledger, size, target, author, book } = facts;
  const name = bookName(book);
  const state = ledger[target];
  const known = shelfNamed(state, name);
  const record = (action: Action, from: readonly string[], to: Book, more: Partial<MemoryRecord>): MemoryRecord => ({
    id: shell.ids.id("c"),
    at: shell.clock.now(),
    target,
    action,
    ...differenceOf(from, to.entries),
    origin: "user",
    was: name,
    now: bookName(to),
    ...more,
  });
  const byHand =
    known === undefined
      ? [
          record("edit", textsOn(state.shelf), book, {
            was: state.shelf.name,
            // Entries that were there before there was a journal came with the home.
            origin: size === 0 ? "import" : "user",
          }),
        ]
      : [];
  if (decision.type !== "write") return byHand;
  const { wanted } = decision;
  const change = record(wanted.action, book.entries, wanted.book, {
    origin: author.origin,
    ...(author.sessionId === undefined ? {} : { session: author.sessionId }),
    ...(author.taints === undefined || author.taints.length === 0 ? {} : { taints: author.taints }),
    ...(wanted.undoes === undefined ? {} : { undoes: wanted.undoes }),
  });
  return [...byHand, change];
}

function textsOn(shelf: Shelf): readonly string[] {
  return shelf.entries.map((entry) => entry.text);
}

/** What only a person can sort out; the file is kept as it is, with one backup of it. */
function findConflict(shell: BookShell, target: Target, path: string, file: FileText): MemoryConflict | undefined {
  switch (file.type) {
    case "absent":
      return undefined;
    case "unreadable":
      return {
        success: false,
        error: `${path} exists but cannot be read (${file.code}). Nothing was changed.`,
        remediation: `Make ${path} readable for this user; until then its entries are neither shown nor changed.`,
      };
    case "undecodable":
      return {
        success: false,
        error: `${path} is not UTF-8 text. Nothing was changed.`,
        drift_backup: backedUp(shell, path),
        remediation: `Save ${path} as UTF-8, or move it away; the backup holds what is in it now.`,
      };
    case "text": {
      const limit = shell.limits[target];
      if (!parseBook(file.text).entries.some((entry) => charCount(entry) > limit)) return undefined;
      return {
        success: false,
        error: `${path} holds an entry longer than the whole limit of ${limit} chars, so it was probably written by something else. Nothing was changed.`,
        drift_backup: backedUp(shell, path),
        remediation: `Shorten that entry or split it with lines that hold only § (\`hermes memory edit\`), or raise the limit in the configuration.`,
      };
    }
  }
}

function backedUp(shell: BookShell, path: string): string {
  try {
    return backUp(path, shell.clock.now());
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return `${path}.bak (could not be written: ${codeOf(error)})`;
  }
}
