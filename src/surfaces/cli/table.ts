// Rows of text in columns that fit the terminal; the widest column gives way first. Where columns cannot fit, each row is a few lines.

import { charCount, ellipsize } from "../../kernel/text.ts";

export interface TableData {
  readonly title?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const GAP = 2;
const NARROWEST = 8;
/** Below this, several cut columns say less than the same row on several lines. */
const WIDE = 60;

export function renderTable(table: TableData, width: number): string {
  const natural = naturalWidths(table);
  const widths = shrink(natural, width);
  const cut = widths.filter((size, index) => size < (natural[index] ?? 0)).length;
  if (totalOf(widths) > width || (width < WIDE && cut > 1)) return renderRecords(table, width);
  const render = (cells: readonly string[]) =>
    widths
      .map((size, index) => pad(ellipsize((cells[index] ?? "").replace(/\s+/g, " "), size), size))
      .join(" ".repeat(GAP))
      .trimEnd();
  const lines = [
    render(table.columns),
    widths.map((size) => "─".repeat(size)).join(" ".repeat(GAP)),
    ...table.rows.map(render),
  ];
  return (table.title === undefined ? lines : [table.title, ...lines]).join("\n");
}

function renderRecords({ title, columns, rows }: TableData, width: number): string {
  const label = Math.max(...columns.slice(1).map(charCount));
  const records = rows.map(([head = "", ...cells]) =>
    [
      ellipsize(head, width),
      ...cells.flatMap((cell, index) =>
        cell === ""
          ? []
          : [ellipsize(`  ${pad(columns[index + 1] ?? "", label)}  ${cell.replace(/\s+/g, " ")}`, width)],
      ),
    ].join("\n"),
  );
  return [...(title === undefined ? [] : [title]), ...records].join("\n");
}

function naturalWidths({ columns, rows }: TableData): number[] {
  return columns.map((name, index) => Math.max(charCount(name), ...rows.map((row) => charCount(row[index] ?? ""))));
}

function shrink(widths: readonly number[], width: number): number[] {
  const fitted = [...widths];
  while (totalOf(fitted) > width) {
    const widest = fitted.indexOf(Math.max(...fitted));
    const size = fitted[widest] ?? 0;
    if (size <= NARROWEST) break;
    fitted[widest] = Math.max(NARROWEST, size - (totalOf(fitted) - width));
  }
  return fitted;
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, size) => sum + size, 0) + GAP * (widths.length - 1);
}

function pad(text: string, size: number): string {
  return text + " ".repeat(Math.max(0, size - charCount(text)));
}
