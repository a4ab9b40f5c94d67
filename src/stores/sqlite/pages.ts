// Pages of a database file and the rows on them, read without SQLite: for files it refuses, and for rows the way to which is damaged.

import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { FRAME_HEADER, LOG_HEADER } from "./damaged-log.ts";
import { decodeRecord, readVarint, type Value } from "./record.ts";

export interface Pages {
  readonly count: number;
  /** An empty buffer where the file has no such page. */
  page(number: number): Buffer;
  /** A page on which a long row goes on. */
  further(number: number): Buffer;
  close(): void;
}

export interface PageRow {
  readonly rowid: number;
  readonly values: readonly Value[];
  /** The pages on which a long row goes on. */
  readonly further: readonly number[];
}

/** What stands on one page of a table. */
export type PageContent =
  | { readonly type: "rows"; readonly rows: readonly PageRow[]; readonly unreadable: number }
  /** Its header is damaged; what stands behind it looks like rows. */
  | { readonly type: "remains"; readonly rows: readonly PageRow[] }
  | { readonly type: "children"; readonly pages: readonly number[] }
  /** Part of something else, or damaged beyond reading. */
  | { readonly type: "unreadable" };

const FILE_HEADER = 100;
const USUAL_PAGE = 4096;
const LEAF = 0x0d;
const INTERIOR = 0x05;
const OF_INDEXES: readonly (number | undefined)[] = [0x02, 0x0a];
const LEAF_HEADER = 8;
const INTERIOR_HEADER = 12;
/** How often a file is read through at most; in a sound one a page belongs to one row. */
const MOST_ROUNDS = 16;

/** The file with what its write-ahead log says is newer. */
export function openPages(path: string): Pages {
  const file = openSync(path, "r");
  const header = Buffer.alloc(FILE_HEADER);
  readSync(file, header, 0, FILE_HEADER, 0);
  const size = pageSize(header.readUInt16BE(16));
  const { newer, count } = withLog(`${path}-wal`, size, Math.ceil(fstatSync(file).size / size));
  let left = count * MOST_ROUNDS;
  function page(number: number): Buffer {
    const logged = newer.get(number);
    if (logged !== undefined) return logged;
    if (number < 1 || number > count) return Buffer.alloc(0);
    const bytes = Buffer.alloc(size);
    readSync(file, bytes, 0, size, (number - 1) * size);
    return bytes;
  }
  return {
    count,
    page,
    further: (number) => (left-- > 0 ? page(number) : Buffer.alloc(0)),
    close: () => closeSync(file),
  };
}

function pageSize(told: number): number {
  const size = told === 1 ? 65_536 : told;
  return size >= 512 && (size & (size - 1)) === 0 ? size : USUAL_PAGE;
}

interface Logged {
  readonly newer: ReadonlyMap<number, Buffer>;
  /** Pages of the file and the log together. */
  readonly count: number;
}

/** The newest committed version of every page in the log. A log adds no more pages than it has frames: other numbers are damage. */
function withLog(path: string, size: number, inFile: number): Logged {
  const newer = new Map<number, Buffer>();
  if (!existsSync(path)) return { newer, count: inFile };
  const log = readFileSync(path);
  const most = inFile + Math.floor(log.length / (FRAME_HEADER + size));
  let [open, count] = [new Map<number, Buffer>(), inFile];
  for (let at = LOG_HEADER; at + FRAME_HEADER + size <= log.length; at += FRAME_HEADER + size) {
    // Frames of an earlier round carry other salts: the log ends before them.
    if (log.compare(log, 16, 24, at + 8, at + 16) !== 0) break;
    const number = log.readUInt32BE(at);
    if (number <= most) open.set(number, log.subarray(at + FRAME_HEADER, at + FRAME_HEADER + size));
    if (log.readUInt32BE(at + 4) === 0) continue;
    for (const [committed, page] of open) {
      newer.set(committed, page);
      count = Math.max(count, committed);
    }
    open = new Map();
  }
  return { newer, count };
}

/** A page whose header is damaged is read like one with rows: what stands behind it tells whether it is. */
export function readPage(pages: Pages, number: number): PageContent {
  const page = pages.page(number);
  const start = number === 1 ? FILE_HEADER : 0;
  if (page.length < start + INTERIOR_HEADER || OF_INDEXES.includes(page[start])) return { type: "unreadable" };
  const cells = page.readUInt16BE(start + 3);
  if (page[start] === INTERIOR && start + INTERIOR_HEADER + 2 * cells <= page.length)
    return { type: "children", pages: children(page, start, cells) };
  const sound = page[start] === LEAF && start + LEAF_HEADER + 2 * cells <= page.length;
  const read = rowsOf(pages, page, start + LEAF_HEADER, sound ? cells : undefined);
  if (sound) return { type: "rows", ...read };
  return read.rows.length === 0 ? { type: "unreadable" } : { type: "remains", rows: read.rows };
}

function children(page: Buffer, start: number, cells: number): readonly number[] {
  const found = Array.from({ length: cells }, (_, i) => page.readUInt16BE(start + INTERIOR_HEADER + 2 * i))
    .filter((at) => at + 4 <= page.length)
    .map((at) => page.readUInt32BE(at));
  return [...found, page.readUInt32BE(start + 8)];
}

/** With no count of cells, pointers are followed until one leads to no row. */
function rowsOf(
  pages: Pages,
  page: Buffer,
  pointers: number,
  cells: number | undefined,
): { readonly rows: readonly PageRow[]; readonly unreadable: number } {
  const rows: PageRow[] = [];
  let unreadable = 0;
  for (let i = 0; i < (cells ?? page.length) && pointers + 2 * i + 2 <= page.length; i++) {
    const row = rowAt(pages, page, page.readUInt16BE(pointers + 2 * i));
    if (row !== undefined) rows.push(row);
    else if (cells === undefined) break;
    else unreadable++;
  }
  return { rows, unreadable };
}

function rowAt(pages: Pages, page: Buffer, at: number): PageRow | undefined {
  const length = readVarint(page, at);
  const rowid = length && readVarint(page, length.next);
  if (rowid === undefined || length === undefined || length.value <= 0 || at < LEAF_HEADER) return undefined;
  const payload = payloadAt(pages, page, rowid.next, length.value);
  const values = payload && decodeRecord(payload.bytes);
  return values === undefined ? undefined : { rowid: rowid.value, values, further: payload?.further ?? [] };
}

interface Payload {
  readonly bytes: Buffer;
  readonly further: readonly number[];
}

/** A long row goes on in a chain of further pages. */
function payloadAt(pages: Pages, page: Buffer, at: number, length: number): Payload | undefined {
  const here = localBytes(page.length, length);
  const first = page.subarray(at, at + here);
  if (first.length < here) return undefined;
  if (here === length) return { bytes: first, further: [] };
  if (at + here + 4 > page.length || length > pages.count * page.length) return undefined;
  const pieces = [first];
  const further = new Set<number>();
  let left = length - here;
  for (let next = page.readUInt32BE(at + here); left > 0; ) {
    const piece = further.has(next) ? Buffer.alloc(0) : pages.further(next);
    if (piece.length === 0) return undefined;
    further.add(next);
    pieces.push(piece.subarray(4, 4 + left));
    left -= piece.length - 4;
    next = piece.readUInt32BE(0);
  }
  return { bytes: Buffer.concat(pieces), further: [...further] };
}

/** How much of a row stands on its own page, by the rule of the file format. */
function localBytes(page: number, length: number): number {
  const most = page - 35;
  if (length <= most) return length;
  const least = Math.floor(((page - 12) * 32) / 255) - 23;
  const wanted = least + ((length - least) % (page - 4));
  return wanted <= most ? wanted : least;
}

/** Pages that hold nothing any more; their old rows were deleted. */
export function freePages(pages: Pages): ReadonlySet<number> {
  const free = new Set<number>();
  const first = pages.page(1);
  let trunk = first.length < FILE_HEADER ? 0 : first.readUInt32BE(32);
  while (trunk !== 0 && trunk <= pages.count && !free.has(trunk)) {
    free.add(trunk);
    const page = pages.page(trunk);
    const leaves = Math.min(page.readUInt32BE(4), page.length / 4 - 2);
    for (let i = 0; i < leaves; i++) free.add(page.readUInt32BE(8 + 4 * i));
    trunk = page.readUInt32BE(0);
  }
  return free;
}
