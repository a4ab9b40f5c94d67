// Rows of tables out of the pages of a damaged file: down their trees, and, where a tree is broken, from every page that holds such rows.

import { DatabaseSync } from "node:sqlite";
import { freePages, openPages, type PageRow, type Pages, readPage } from "./pages.ts";
import type { Value } from "./record.ts";
import { REFERENCE_TABLES } from "./schema.data.ts";

export interface LostRow {
  readonly table: string;
  readonly columns: Readonly<Record<string, Value>>;
}

export interface LostRows {
  rows(): Iterable<LostRow>;
  /** Rows and pages that could not be read, once `rows` has ended. */
  unreadable(): number;
}

interface Table {
  readonly name: string;
  readonly root: number | undefined;
  readonly columns: readonly string[];
  /** The column that is the number of the row. */
  readonly key: string | undefined;
}

/** Those whose rows are known by their shape wherever they stand. */
const KNOWN_BY_SHAPE = ["sessions", "messages"];

export function withLostRows<T>(path: string, tables: readonly string[], work: (lost: LostRows) => T): T {
  const pages = openPages(path);
  try {
    return work(lostRows(pages, tables));
  } finally {
    pages.close();
  }
}

function lostRows(pages: Pages, wanted: readonly string[]): LostRows {
  const seen = new Set<number>();
  /** Pages on which rows that can be read go on: text is no page of rows, whatever it says. */
  const further = new Set<number>();
  let unreadable = 0;
  let broken = false;

  function* read(rows: readonly PageRow[]): Generator<PageRow> {
    for (const row of rows) {
      for (const number of row.further) further.add(number);
      yield row;
    }
  }

  function* tree(root: number): Generator<PageRow> {
    for (const open = [root]; open.length > 0; ) {
      const number = open.pop() ?? 0;
      if (seen.has(number)) continue;
      seen.add(number);
      const content = readPage(pages, number);
      if (content.type === "children") open.push(...content.pages);
      else if (content.type === "unreadable") broken = true;
      else {
        if (content.type === "rows") unreadable += content.unreadable;
        yield* read(content.rows);
      }
    }
  }

  /** Pages no tree leads to any more. What was deleted stands on free ones, which are left alone. */
  function* strays(): Generator<PageRow> {
    const free = freePages(pages);
    const damaged: number[] = [];
    for (let number = 1; number <= pages.count; number++) {
      if (seen.has(number) || free.has(number)) continue;
      const content = readPage(pages, number);
      if (content.type === "rows") yield* read(content.rows);
      else if (content.type === "remains") damaged.push(number);
    }
    for (const number of damaged) {
      const content = further.has(number) ? undefined : readPage(pages, number);
      if (content?.type === "remains") yield* content.rows;
    }
  }

  return {
    *rows() {
      const described = schemaOf(tree(1));
      const known = broken ? new Map([...schemaOf(strays()), ...described]) : described;
      const tables = wanted.flatMap((name) => known.get(name) ?? usualTable(name) ?? []);
      for (const table of tables) {
        if (table.root === undefined) broken = true;
        else for (const row of tree(table.root)) yield { table: table.name, columns: named(row, table) };
      }
      if (!broken) return;
      unreadable++;
      for (const other of known.values()) if (other.root !== undefined) for (const _ of tree(other.root));
      const shaped = tables.filter(({ name }) => KNOWN_BY_SHAPE.includes(name));
      for (const row of strays()) {
        const table = shaped.find((one) => fits(row, one));
        if (table !== undefined) yield { table: table.name, columns: named(row, table) };
      }
    },
    unreadable: () => unreadable,
  };
}

/** Tables as the file itself describes them. */
function schemaOf(rows: Iterable<PageRow>): ReadonlyMap<string, Table> {
  const tables = new Map<string, Table>();
  for (const { values } of rows) {
    const [type, name, , root, sql] = values;
    if (type !== "table" || typeof name !== "string" || typeof root !== "number" || typeof sql !== "string") continue;
    // Rows of tables without row numbers are kept like indexes, which hold no words.
    if (root === 0 || /without\s+rowid/iu.test(sql)) continue;
    const table = tableOf(name, root, sql);
    if (table !== undefined) tables.set(name, table);
  }
  return tables;
}

function usualTable(name: string): Table | undefined {
  const sql = REFERENCE_TABLES[name];
  return sql === undefined ? undefined : tableOf(name, undefined, sql);
}

/** A list of columns in brackets: nothing that reads or asks for anything. */
const DEFINITION = /^CREATE TABLE (?:IF NOT EXISTS )?(?:\w+|"[^"]+"|'[^']+'|`[^`]+`|\[[^\]]+\])\s*\(/iu;

/** What SQLite makes of a definition; undefined when it makes nothing of it. Only its first statement is ever run: the rest of a damaged file's words are nobody's. */
function tableOf(name: string, root: number | undefined, sql: string): Table | undefined {
  if (!DEFINITION.test(sql)) return undefined;
  const scratch = new DatabaseSync(":memory:");
  try {
    scratch.prepare(sql).run();
    const columns = scratch.prepare("SELECT name, type, pk FROM pragma_table_info(?)").all(name);
    const key = columns.find(({ type, pk }) => pk === 1 && String(type).toUpperCase() === "INTEGER")?.name;
    return {
      ...{ name, root },
      columns: columns.map((column) => String(column.name)),
      key: key === undefined ? undefined : String(key),
    };
  } catch {
    // A definition that is itself damaged: the usual one is tried instead.
    return undefined;
  } finally {
    scratch.close();
  }
}

/** Columns that were added later are missing at the end of older rows and take their defaults. */
function named({ rowid, values }: PageRow, { columns, key }: Table): Readonly<Record<string, Value>> {
  const row = Object.fromEntries(columns.slice(0, values.length).map((name, index) => [name, values[index] ?? null]));
  return key === undefined ? row : { ...row, [key]: rowid };
}

/** Whether a row can only be one of this table's. */
function fits(row: PageRow, table: Table): boolean {
  if (row.values.length > table.columns.length) return false;
  const columns = named(row, table);
  const texts = table.name === "messages" ? ["session_id", "role"] : ["id", "source"];
  const time = table.name === "messages" ? columns.timestamp : columns.started_at;
  const rowNumberApart = table.key === undefined || row.values[table.columns.indexOf(table.key)] === null;
  return rowNumberApart && typeof time === "number" && texts.every((name) => typeof columns[name] === "string");
}
