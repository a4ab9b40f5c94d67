// The built-in memory on files: pure rules of kernel/memory inside, one write shell around them.

import type { MemoryChange } from "../../../contracts/memory.ts";
import type { ApproveReply, MemoryAuthor, MemoryBook, MemoryReply, UndoReply } from "../../../contracts/memory-book.ts";
import type { Clock, Ids } from "../../../contracts/time.ts";
import { describeEdit, type PendingRecord, payloadOf } from "../../../kernel/memory/approval.ts";
import { MEMORY_UNAVAILABLE } from "../../../kernel/memory/call.ts";
import {
  applyEdit,
  type Edit,
  importEntries,
  outcomeJson,
  resetBook,
  type Store,
} from "../../../kernel/memory/edit.ts";
import { type Book, FILE_NAMES, type Target } from "../../../kernel/memory/entries.ts";
import { type HistoryItem, readHistory } from "../../../kernel/memory/history.ts";
import type { MemoryRecord } from "../../../kernel/memory/ledger.ts";
import { firstThreat, type Threats, threatsIn } from "../../../kernel/memory/mask.ts";
import { planUndo } from "../../../kernel/memory/undo.ts";
import type { Principal } from "../../../kernel/principal.ts";
import { sweepDrafts } from "./disk.ts";
import { createLedgers, readRecords } from "./journal.ts";
import { listBooks } from "./listing.ts";
import { createLock } from "./lock.ts";
import { dropPending, listPending, readPending, savePending } from "./pending-files.ts";
import { type MemoryFolders, memoryPlace } from "./places.ts";
import { bookName, createBookCache, readBook } from "./read-book.ts";
import { takeSnapshot } from "./snapshot.ts";
import { type BookShell, changeBook, type Decision, type Transaction } from "./write-book.ts";

export interface MemoryOptions {
  readonly folders: MemoryFolders;
  readonly enabled: Readonly<Record<Target, boolean>>;
  readonly limits: Readonly<Record<Target, number>>;
  readonly clock: Pick<Clock, "now">;
  readonly ids: Ids;
  /** Told of every committed change, removals and undos included; must not throw. */
  committed?(changes: readonly MemoryChange[], principal: Principal, author: MemoryAuthor): void;
}

const MAX_KNOWN_TEXTS = 500;
const PERSON: MemoryAuthor = { origin: "user" };

export function openMemory(options: MemoryOptions): MemoryBook {
  const { clock, ids, limits, enabled } = options;
  const swept = new Set<string>();
  const shell: BookShell = {
    ...{ clock, ids, limits },
    locked: createLock(ids),
    ledgers: createLedgers(bookName({ entries: [] })),
    books: createBookCache(),
    sweepOnce(dir) {
      if (swept.has(dir)) return;
      sweepDrafts(dir);
      swept.add(dir);
    },
  };
  const threats = rememberThreats();
  const placeOf = (principal: Principal) => memoryPlace(options.folders, principal);
  const storeOf = (target: Target, book: Book): Store => ({ target, limit: limits[target], book, threats });
  const shown = { enabled, limits, threats, shelves: shell };

  async function transact(
    principal: Principal,
    target: Target,
    author: MemoryAuthor,
    decide: (book: Book) => Decision<MemoryReply["answer"]>,
  ): Promise<MemoryReply> {
    const done = await changeBook(shell, { place: placeOf(principal), target, author }, decide);
    const reply = replyFor(done);
    if (reply.changes.length > 0) options.committed?.(reply.changes, principal, author);
    return reply;
  }

  const editBook = (principal: Principal, target: Target, edit: Edit, author: MemoryAuthor) =>
    transact(principal, target, author, (book) => {
      const store = storeOf(target, book);
      const outcome = applyEdit(store, edit);
      const result = outcomeJson(store, outcome);
      return outcome.type === "changed"
        ? { type: "write", wanted: { book: outcome.book, action: edit.type }, result }
        : { type: "leave", result };
    });

  const historyOf = (principal: Principal): readonly HistoryItem[] => {
    const place = placeOf(principal);
    const nameNow = (target: Target): string => readBook(shell, place, target).name;
    return readHistory(readRecords(place), { memory: nameNow("memory"), user: nameNow("user") });
  };

  async function undo(
    principal: Principal,
    choice: Parameters<MemoryBook["undo"]>[1],
    author: MemoryAuthor,
  ): Promise<UndoReply> {
    const history = historyOf(principal);
    const chosen = planUndo(history, choice);
    if (chosen.type !== "some") return chosen;
    const changes: MemoryChange[] = [];
    for (const { target, records } of chosen.parts) {
      const done = await changeBook(shell, { place: placeOf(principal), target, author }, (book) =>
        chosen.decide(storeOf(target, book), records),
      );
      if (done.type === "conflict") return { type: "refused", why: done.conflict.error };
      if (done.written.result !== undefined) return { type: "refused", why: done.written.result };
      changes.push(...done.written.records.flatMap(changesOf));
    }
    if (changes.length > 0) options.committed?.(changes, principal, author);
    const ids = new Set(chosen.parts.flatMap(({ records }) => records.map((record) => record.id)));
    return { type: "undone", items: history.filter(({ record }) => ids.has(record.id)), changes };
  }

  async function approve(principal: Principal, id: string): Promise<ApproveReply> {
    const { pending } = placeOf(principal);
    const found = readPending(pending, id);
    if (found === undefined) return { type: "unknown" };
    const { record, edit } = found;
    const reply = await editBook(principal, record.payload.target, edit, authorOf(record));
    if (!reply.answer.success) return { type: "refused", record, why: reply.answer.error };
    dropPending(pending, id);
    return { type: "saved", record, reply };
  }

  return {
    enabled,
    snapshot: async (principal) => takeSnapshot(placeOf(principal), shown),
    async preview(principal, target, edit) {
      if (!enabled[target]) return unavailable;
      const store = storeOf(target, readBook(shell, placeOf(principal), target).book);
      const outcome = applyEdit(store, edit);
      return { answer: outcomeJson(store, outcome), changes: [], would: outcome.type === "changed" };
    },
    change: async (principal, target, edit, author) =>
      enabled[target] ? editBook(principal, target, edit, author) : unavailable,
    list: async (principal) => listBooks(placeOf(principal), shown),
    history: async (principal) => historyOf(principal),
    undo,
    import: (principal, target, texts, author) =>
      transact(principal, target, author, (book) => {
        const store = storeOf(target, book);
        const outcome = importEntries(store, texts);
        const result = outcomeJson(store, outcome);
        return outcome.type === "changed"
          ? { type: "write", wanted: { book: outcome.book, action: "import" }, result }
          : { type: "leave", result };
      }),
    reset: (principal, target, author) =>
      transact(principal, target, author, (book) => {
        const store = storeOf(target, book);
        const outcome = resetBook(store);
        const result = outcomeJson(store, outcome);
        return outcome.type === "changed"
          ? { type: "write", wanted: { book: outcome.book, action: "reset" }, result }
          : { type: "leave", result };
      }),
    async adopt(principal, target) {
      const reply = await transact(principal, target, PERSON, (book) => {
        const store = storeOf(target, book);
        return {
          type: "note",
          result: outcomeJson(store, { type: "kept", message: "Hand edits are in the history." }),
        };
      });
      const warnings = reply.changes.flatMap((change) =>
        change.type === "remove" ? [] : [firstThreat(change.text, threats)].filter((why) => why !== undefined),
      );
      return warnings.length === 0 ? reply : { ...reply, notice: `${FILE_NAMES[target]}: ${warnings.join(" ")}` };
    },
    async stage(principal, target, edit, author) {
      const record: PendingRecord = {
        id: ids.id("m").slice(-8),
        subsystem: "memory",
        action: edit.type,
        summary: describeEdit(target, edit),
        origin: author.origin,
        created_at: clock.now() / 1000,
        payload: payloadOf(target, edit),
        ...(author.taints === undefined || author.taints.length === 0 ? {} : { taints: author.taints }),
        ...(author.sessionId === undefined ? {} : { session: author.sessionId }),
      };
      savePending(placeOf(principal).pending, record);
      return record;
    },
    pending: async (principal) => listPending(placeOf(principal).pending),
    approve,
    reject: async (principal, id) => dropPending(placeOf(principal).pending, id),
  };
}

/** The same few entries are judged at every write; the scanner is asked about each text once. */
function rememberThreats(): Threats {
  const known = new Map<string, readonly string[]>();
  return (text) => {
    const judged = known.get(text);
    if (judged !== undefined) return judged;
    const found = threatsIn(text);
    if (known.size >= MAX_KNOWN_TEXTS) known.clear();
    known.set(text, found);
    return found;
  };
}

const unavailable: MemoryReply = { answer: { success: false, error: MEMORY_UNAVAILABLE }, changes: [] };

function replyFor(done: Transaction<MemoryReply["answer"]>): MemoryReply {
  if (done.type === "conflict")
    return {
      answer: done.conflict,
      changes: [],
      notice: `${done.conflict.error} ${done.conflict.remediation}`,
    };
  return { answer: done.written.result, changes: done.written.records.flatMap(changesOf) };
}

/** A record as the changes a mirror has to make. */
function changesOf({ target, action, removed, added }: MemoryRecord): readonly MemoryChange[] {
  const [gone] = removed;
  const [come] = added;
  if (action === "replace" && gone && come && removed.length === 1 && added.length === 1)
    return [{ type: "replace", target, before: gone.text, text: come.text }];
  return [
    ...removed.map((slot): MemoryChange => ({ type: "remove", target, before: slot.text })),
    ...added.map((slot): MemoryChange => ({ type: "add", target, text: slot.text })),
  ];
}

function authorOf(record: PendingRecord): MemoryAuthor {
  const origin = record.origin === "review" || record.origin === "background_review" ? "review" : "agent";
  return {
    origin,
    ...(record.session === undefined ? {} : { sessionId: record.session }),
    ...(record.taints === undefined ? {} : { taints: record.taints }),
  };
}
