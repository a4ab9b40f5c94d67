// A table for the terminal: columns that fit, the widest giving way first; where even that is too narrow, one record under another.

import { clip } from "./frame.ts";
import { truncateToWidth, visibleWidth } from "./terminal.ts";
import type { Theme } from "./theme.ts";

export interface TableData {
  readonly title?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const GAP = 2;
const NARROWEST = 9;

export function tableLines(table: TableData, width: number, theme: Theme): string[] {
  const title = table.title === undefined ? [] : [theme.bold(table.title)];
  const fitted = columnsThatFit(table, width);
  if (fitted === undefined) return [...title, ...records(table, width, theme)];
  const { widths } = fitted;
  const numeric = widths.map((_, index) =>
    table.rows.every((row) => /^[-$]?[\d.,]+[kM%]?( %)?$/.test(row[index] ?? "")),
  );
  const draw = (cells: readonly string[], style: (cell: string, index: number) => string) =>
    widths
      .map((size, index) => {
        const cell = clip(clean(cells[index] ?? ""), size);
        const space = " ".repeat(Math.max(0, size - visibleWidth(cell)));
        return numeric[index] ? space + style(cell, index) : style(cell, index) + space;
      })
      .join(" ".repeat(GAP))
      .trimEnd();
  return [
    ...title,
    draw(table.columns, (cell) => theme.bold(theme.paint("dim", cell))),
    ...table.rows.map((row) => draw(row, (cell, index) => (index === 0 ? cell : theme.paint("dim", cell)))),
  ];
}

/** Widths for as many columns as fit, at least two; columns are left out from the right. */
function columnsThatFit(table: TableData, width: number): { readonly widths: readonly number[] } | undefined {
  const natural = table.columns.map((name, index) =>
    Math.max(visibleWidth(name), ...table.rows.map((row) => visibleWidth(clean(row[index] ?? "")))),
  );
  for (let count = natural.length; count >= Math.min(2, natural.length); count--) {
    const widths = shrink(natural.slice(0, count), width);
    const total = widths.reduce((sum, size) => sum + size, 0) + GAP * (widths.length - 1);
    // A column more is not worth it when it cuts what the others say; it may be cut itself.
    const others = widths.slice(0, -1);
    const cut = table.rows.filter((row) => others.some((size, index) => visibleWidth(clean(row[index] ?? "")) > size));
    if (total <= width && (count <= 2 || cut.length <= table.rows.length / 4)) return { widths };
  }
  return undefined;
}

function records({ columns, rows }: TableData, width: number, theme: Theme): string[] {
  return rows.flatMap((row) => {
    const [head = "", ...rest] = row;
    const more = rest
      .map((cell, index) => ({ name: columns[index + 1] ?? "", cell: clean(cell) }))
      .filter(({ cell }) => cell !== "")
      .map(({ name, cell }) => truncateToWidth(theme.paint("dim", `  ${name} ${cell}`), width, "…"));
    return [clip(clean(head), width), ...more];
  });
}

function shrink(natural: readonly number[], width: number): number[] {
  const fitted = [...natural];
  const over = () => fitted.reduce((sum, size) => sum + size, 0) + GAP * (fitted.length - 1) - width;
  while (over() > 0) {
    const widest = fitted.indexOf(Math.max(...fitted));
    const size = fitted[widest] ?? 0;
    if (size <= NARROWEST) break;
    const second = Math.max(NARROWEST, ...fitted.filter((_, index) => index !== widest));
    fitted[widest] = Math.max(NARROWEST, Math.min(size - 1, Math.max(second, size - over())));
  }
  return fitted;
}

function clean(cell: string): string {
  return cell.replace(/\s+/g, " ").trim();
}
