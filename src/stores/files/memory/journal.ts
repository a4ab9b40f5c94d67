// The append-only journal on disk and the ledger it adds up to. The journal is the truth; the ledger file only saves reading it.

import { closeSync, fstatSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import { isRecord, parseJson } from "../../../kernel/json.ts";
import { decodeFacts, decodeRecord } from "../../../kernel/memory/history.ts";
import {
  type EntryFacts,
  emptyLedger,
  type Ledger,
  type MemoryRecord,
  noteRecord,
  type Shelf,
  type ShelfState,
} from "../../../kernel/memory/ledger.ts";
import { codeOf, readText, writeOver } from "./disk.ts";
import type { MemoryPlace } from "./places.ts";

/** The ledger as of `size` bytes of journal. */
export interface LedgerAt {
  readonly ledger: Ledger;
  readonly size: number;
  /** A size at which this process left the journal with a whole line. */
  readonly whole?: number;
}

export interface Ledgers {
  load(place: MemoryPlace): LedgerAt;
  /** Remembers what the journal adds up to now, on disk, too. */
  keep(place: MemoryPlace, at: LedgerAt): void;
}

const MAX_PLACES = 100;

export function createLedgers(emptyName: string): Ledgers {
  const known = new Map<string, LedgerAt>();
  const remember = (place: MemoryPlace, at: LedgerAt): LedgerAt => {
    if (known.size >= MAX_PLACES) known.clear();
    known.set(place.journal, at);
    return at;
  };
  return {
    load(place) {
      const size = journalSize(place.journal);
      const cached = known.get(place.journal);
      const start = cached !== undefined && cached.size <= size ? cached : readKept(place.ledger);
      const from = start !== undefined && start.size <= size ? start : { ledger: emptyLedger(emptyName), size: 0 };
      if (from.size === size) return remember(place, from);
      const ledger = decodeLines(readFrom(place.journal, from.size)).reduce(noteRecord, from.ledger);
      return remember(place, { ledger, size });
    },
    keep(place, at) {
      remember(place, at);
      writeOver(place.ledger, ledgerText(at));
    },
  };
}

export function readRecords(place: MemoryPlace): readonly MemoryRecord[] {
  return decodeLines(readFrom(place.journal, 0));
}

/** Lines at the end of the journal, not yet sure to survive a power cut: whoever wrote them syncs and closes the file. */
export interface Appended {
  readonly handle: number;
  /** Of the journal, with these lines. */
  readonly size: number;
}

/** `at` is the ledger read under the same lock, when there is one. */
export function appendRecords(place: MemoryPlace, records: readonly MemoryRecord[], at?: LedgerAt): Appended {
  const handle = openSync(place.journal, "a+", 0o600);
  try {
    const size = at?.size ?? fstatSync(handle).size;
    // A line torn by a crash is closed off, so that it spoils only itself.
    const torn = size > 0 && size !== at?.whole && lastByte(handle, size) !== 0x0a;
    const text = `${torn ? "\n" : ""}${records.map((record) => `${JSON.stringify(record)}\n`).join("")}`;
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
    return { handle, size: size + bytes.length };
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

function decodeLines(text: string): readonly MemoryRecord[] {
  return text.split("\n").flatMap((line) => {
    const parsed = line === "" ? undefined : parseJson(line);
    const record = parsed?.type === "ok" ? decodeRecord(parsed.value) : undefined;
    return record === undefined ? [] : [record];
  });
}

function journalSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function readFrom(path: string, start: number): string {
  const bytes = withFile(path, (handle) => {
    const buffer = Buffer.alloc(Math.max(0, fstatSync(handle).size - start));
    let length = 0;
    for (let got = -1; got !== 0 && length < buffer.length; length += got)
      got = readSync(handle, buffer, length, buffer.length - length, start + length);
    return buffer.subarray(0, length);
  });
  return bytes?.toString("utf8") ?? "";
}

/** Undefined when there is no such file. */
function withFile<T>(path: string, work: (handle: number) => T): T | undefined {
  let handle: number;
  try {
    handle = openSync(path, "r");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
  try {
    return work(handle);
  } finally {
    closeSync(handle);
  }
}

function lastByte(handle: number, size: number): number | undefined {
  const byte = Buffer.alloc(1);
  readSync(handle, byte, 0, 1, size - 1);
  return byte[0];
}

/** The sum tells a whole file from one that a crash left half written. */
function ledgerText({ ledger, size }: LedgerAt): string {
  const body = JSON.stringify(ledger);
  return `{"version":2,"journal_bytes":${size},"crc32":${crc32(`${size}${body}`)},${body.slice(1)}`;
}

const LEDGER = /^\{"version":2,"journal_bytes":(\d+),"crc32":(\d+),/;

function readKept(path: string): LedgerAt | undefined {
  const file = readText(path);
  const [head = "", size, sum] = (file.type === "text" ? LEDGER.exec(file.text) : undefined) ?? [];
  if (file.type !== "text" || head === "") return undefined;
  const body = `{${file.text.slice(head.length)}`;
  const parsed = crc32(`${size}${body}`) === Number(sum) ? parseJson(body) : undefined;
  if (parsed?.type !== "ok" || !isRecord(parsed.value)) return undefined;
  const memory = stateOf(parsed.value.memory);
  const user = stateOf(parsed.value.user);
  return memory && user && { ledger: { memory, user }, size: Number(size) };
}

function stateOf(value: unknown): ShelfState | undefined {
  if (!isRecord(value)) return undefined;
  const shelf = shelfOf(value.shelf);
  const before = shelfOf(value.before);
  return (
    shelf && {
      shelf,
      ...(before === undefined ? {} : { before }),
      ...(typeof value.over === "string" ? { over: value.over } : {}),
    }
  );
}

function shelfOf(value: unknown): Shelf | undefined {
  if (!isRecord(value) || typeof value.name !== "string" || !Array.isArray(value.entries)) return undefined;
  const entries = value.entries.map(factsOf);
  return entries.every((one) => one !== undefined) ? { name: value.name, entries } : undefined;
}

function factsOf(value: unknown): EntryFacts | undefined {
  const facts = decodeFacts(value);
  const text = isRecord(value) ? value.text : undefined;
  return facts && typeof text === "string" ? { text, ...facts } : undefined;
}
