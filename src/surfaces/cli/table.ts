// Rows of text in columns that fit the terminal; the widest column gives way first.

import { charCount, ellipsize } from "../../kernel/text.ts";

export interface TableData {
  readonly title?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const GAP = 2;
const NARROWEST = 8;

export function renderTable(table: TableData, width: number): string {
  const widths = shrink(naturalWidths(table), width);
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

function naturalWidths({ columns, rows }: TableData): number[] {
  return columns.map((name, index) => Math.max(charCount(name), ...rows.map((row) => charCount(row[index] ?? ""))));
}

function shrink(widths: readonly number[], width: number): number[] {
  const fitted = [...widths];
  const total = () => fitted.reduce((sum, size) => sum + size, 0) + GAP * (fitted.length - 1);
  while (total() > width) {
    const widest = fitted.indexOf(Math.max(...fitted));
    const size = fitted[widest] ?? 0;
    if (size <= NARROWEST) break;
    fitted[widest] = Math.max(NARROWEST, size - (total() - width));
  }
  return fitted;
}

function pad(text: string, size: number): string {
  return text + " ".repeat(Math.max(0, size - charCount(text)));
}
