// The one shell around every change: lock, read, decide, journal, write, sync, rename. What to write is decided by the caller's pure function.

import type { MemoryAuthor, MemoryConflict } from "../../../contracts/memory-book.ts";
import type { Clock, Ids } from "../../../contracts/time.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { type Book, formatBook, type Target } from "../../../kernel/memory/entries.ts";
import {
  type Action,
  differenceOf,
  factsOn,
  type KnownFacts,
  type MemoryRecord,
  noteRecord,
  type Shelf,
} from "../../../kernel/memory/ledger.ts";
import { charCount } from "../../../kernel/text.ts";
import {
  abandon,
  backUp,
  codeOf,
  type Draft,
  discard,
  diskFailure,
  draft,
  install,
  installFirst,
  stampOf,
  syncAndClose,
  syncAndCloseBoth,
} from "./disk.ts";
import { type Appended, appendRecords, type LedgerAt } from "./journal.ts";
import type { Locked } from "./lock.ts";
import type { MemoryPlace } from "./places.ts";
import { type BookRead, bookName, readBook, type Shelves } from "./read-book.ts";

export interface BookShell extends Shelves {
  readonly clock: Pick<Clock, "now">;
  readonly ids: Ids;
  readonly limits: Readonly<Record<Target, number>>;
  readonly locked: Locked;
  /** Clears what killed writers left behind, the first time each folder is written to. */
  sweepOnce(dir: string): void;
}

export interface Wanted {
  readonly book: Book;
  readonly action: Action;
  readonly undoes?: readonly string[];
  /** What an undo brings back is what it was. */
  readonly back?: KnownFacts;
}

/** `note` writes nothing but takes hand edits into the history. */
export type Decision<R> =
  | { readonly type: "write"; readonly wanted: Wanted; readonly result: R }
  | { readonly type: "note"; readonly result: R }
  | { readonly type: "leave"; readonly result: R };

export type Decide<R> = (book: Book) => Decision<R>;

export interface Where {
  readonly place: MemoryPlace;
  readonly target: Target;
  readonly author: MemoryAuthor;
}

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

/** Throws StoreFailure when the disk refuses; then nothing was changed. */
export async function changeBook<R>(shell: BookShell, where: Where, decide: Decide<R>): Promise<Transaction<R>> {
  const { place, target } = where;
  const path = place.file(target);
  try {
    return await shell.locked(place.lock, async () => {
      shell.sweepOnce(place.dir);
      for (let race = 0; race < MAX_RACES; race++) {
        const read = readBook(shell, place, target);
        const conflict = findConflict(shell, target, path, read);
        if (conflict !== undefined) return { type: "conflict", conflict };
        const decision = decide(read.book);
        const records = decision.type === "leave" ? [] : recordsFor(shell, where, read, decision);
        if (await commit(shell, where, read, records, decision))
          return { type: "done", written: { result: decision.result, records } };
      }
      throw new StoreFailure("conflict", `${path} keeps changing while it is being written. Nothing was changed.`);
    });
  } catch (error) {
    throw diskFailure(path, error);
  }
}

/** False when somebody else wrote the file in between. */
async function commit<R>(
  shell: BookShell,
  { place, target }: Where,
  { file, at }: BookRead,
  records: readonly MemoryRecord[],
  decision: Decision<R>,
): Promise<boolean> {
  const last = records.at(-1);
  if (last === undefined) return true;
  const path = place.file(target);
  const tag = shell.ids.id("m");
  const keep = (size: number): true => {
    rememberLedger(shell, place, { ...at, ledger: records.reduce(noteRecord, at.ledger), size, whole: size });
    return true;
  };
  if (decision.type !== "write") {
    const appended = appendRecords(place, records);
    syncAndClose(appended.handle);
    return keep(appended.size);
  }

  const { book } = decision.wanted;
  const text = formatBook(book);
  const next = draft(path, text, tag);
  // Written down before it is done: from here on the change is either finished or taken back in so many words.
  const appended = appendOrDiscard(place, records, at, next);
  try {
    await syncAndCloseBoth(next.handle, appended.handle);
    if (stampOf(path) !== (file.type === "text" ? file.stamp : "")) return withdraw(shell, place, next, last);
    // A first file has nothing to recognise an unfinished change by; all others the journal can finish.
    if (file.type === "absent") installFirst(next, place.dir);
    else install(next);
  } catch (error) {
    withdraw(shell, place, next, last);
    throw error;
  }
  shell.books.wrote(path, text, { book, name: last.now });
  return keep(appended.size);
}

function appendOrDiscard(place: MemoryPlace, records: readonly MemoryRecord[], at: LedgerAt, next: Draft): Appended {
  try {
    return appendRecords(place, records, at);
  } catch (error) {
    abandon(next);
    throw error;
  }
}

/** What was journalled will not happen: the journal is told, so that nobody finishes it later. */
function withdraw(shell: BookShell, place: MemoryPlace, next: Draft, last: MemoryRecord): false {
  discard(next);
  const { id: _id, over: _over, undoes: _undoes, ...rest } = last;
  const record = { ...rest, id: shell.ids.id("c"), action: "void", removed: [], added: [], now: last.was } as const;
  syncAndClose(appendRecords(place, [record]).handle);
  return false;
}

/** The change is safe by now; a ledger that cannot be kept is read from the journal next time. */
function rememberLedger({ ledgers }: BookShell, place: MemoryPlace, at: LedgerAt): void {
  try {
    ledgers.keep(place, at);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

function recordsFor<R>(
  shell: BookShell,
  { target, author }: Where,
  { at, book, name, shelf, file }: BookRead,
  decision: Decision<R>,
): readonly MemoryRecord[] {
  const known = at.ledger[target].shelf;
  const facts = factsOn(shelf ?? known);
  const record = (
    action: Action,
    [from, to]: readonly [from: readonly string[], to: Book],
    more: Partial<MemoryRecord>,
    back?: KnownFacts,
  ): MemoryRecord => ({
    id: shell.ids.id("c"),
    at: shell.clock.now(),
    target,
    action,
    ...differenceOf(from, to.entries, facts, back),
    origin: "user",
    was: name,
    now: bookName(to),
    ...more,
  });
  const byHand =
    shelf === undefined
      ? [
          record("edit", [textsOn(known), book], {
            was: known.name,
            // Entries that were there before there was a journal came with the home.
            origin: at.size === 0 ? "import" : "user",
          }),
        ]
      : [];
  if (decision.type !== "write") return byHand;
  const { wanted } = decision;
  const more = {
    origin: author.origin,
    ...(author.sessionId === undefined ? {} : { session: author.sessionId }),
    ...(author.taints === undefined || author.taints.length === 0 ? {} : { taints: author.taints }),
    ...(wanted.undoes === undefined ? {} : { undoes: wanted.undoes }),
    ...(file.type === "text" ? { over: file.stamp } : {}),
  };
  const change = record(wanted.action, [book.entries, wanted.book], more, wanted.back);
  return [...byHand, change];
}

function textsOn(shelf: Shelf): readonly string[] {
  return shelf.entries.map((entry) => entry.text);
}

/** What only a person can sort out; the file is kept as it is, with one backup of it. */
function findConflict(
  shell: BookShell,
  target: Target,
  path: string,
  { file, onDisk }: BookRead,
): MemoryConflict | undefined {
  switch (file.type) {
    case "absent":
      return undefined;
    case "unreadable":
      return {
        success: false,
        error: `${path} exists but cannot be read (${file.code}). Nothing was changed.`,
        remediation: `Make ${path} readable for this user; until then its entries are neither shown nor changed.`,
      };
    case "undecodable": {
      const backup = backedUp(shell, path);
      return {
        success: false,
        error: `${path} is not UTF-8 text. Nothing was changed; what is in it now is also in ${backup}.`,
        drift_backup: backup,
        remediation: `Save ${path} as UTF-8, or move it away.`,
      };
    }
    case "text": {
      const limit = shell.limits[target];
      if (!onDisk.entries.some((entry) => charCount(entry) > limit)) return undefined;
      const backup = backedUp(shell, path);
      return {
        success: false,
        error: `${path} holds an entry longer than the whole limit of ${limit} chars, so it was probably written by something else. Nothing was changed; what is in it now is also in ${backup}.`,
        drift_backup: backup,
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
