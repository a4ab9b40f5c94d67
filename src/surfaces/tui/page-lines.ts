// A page of figures, drawn: shares of a whole as one bar, rows as bars, a course as columns, facts in two columns.

import type { Figure } from "../../contracts/page.ts";
import { oneLine } from "../../kernel/text.ts";
import { clip, type Frame, padTo, wrap } from "./frame.ts";
import type { Role } from "./skins.data.ts";
import { tableLines } from "./table-lines.ts";
import { truncateToWidth, visibleWidth } from "./terminal.ts";
import type { Theme } from "./theme.ts";

const SHARES: readonly Role[] = ["accent", "link", "good", "keyword", "hot", "type"];

export function pageLines(page: readonly Figure[], frame: Frame, room: number): string[] {
  const columns = barColumns(page, room);
  const names = courseNames(page);
  return page.flatMap((figure, index) => {
    const lines =
      figure.type === "bars" ? barLines(figure.rows, columns, frame, room) : figureLines(figure, names, frame, room);
    const gap = index > 0 && (figure.type === "heading" || figure.type === "note") ? [""] : [];
    return [...gap, ...lines.map((line) => (visibleWidth(line) > room ? truncateToWidth(line, room, "…") : line))];
  });
}

function figureLines(figure: Exclude<Figure, { type: "bars" }>, names: number, frame: Frame, room: number): string[] {
  const { theme } = frame;
  switch (figure.type) {
    case "heading": {
      const title = theme.bold(theme.paint("heading", figure.text));
      const { aside = "" } = figure;
      if (aside === "" || visibleWidth(figure.text) + 2 + visibleWidth(aside) <= room)
        return [aside === "" ? title : `${title}  ${theme.paint("dim", aside)}`];
      return [title, ...wrap(aside, room).map((line) => theme.paint("dim", line))];
    }
    case "note":
      return wrap(figure.text, room).map((line) => theme.paint("dim", line));
    case "shares":
      return shareLines(figure, frame, room);
    case "course":
      return [courseLine(figure, names, frame, room)];
    case "facts":
      return factLines(figure.rows, names, frame, room);
    case "table":
      return tableLines({ ...figure, rows: figure.rows.map((row) => row.map(frame.tidy)) }, room, theme);
  }
}

function shareLines({ whole, parts, rest }: Extract<Figure, { type: "shares" }>, frame: Frame, room: number): string[] {
  const { theme } = frame;
  const width = Math.min(room, 84);
  const shown = parts.filter((part) => part.value > 0);
  const glyph = (index: number) => (theme.colour ? "█" : ("█▓▒░▚▞"[index % 6] ?? "█"));
  let left = width;
  const cells = shown.map((part, index) => {
    const count = Math.min(left, Math.max(1, Math.round((part.value / Math.max(1, whole)) * width)));
    left -= count;
    return theme.paint(SHARES[index % SHARES.length] ?? "accent", glyph(index).repeat(count));
  });
  const legend = [
    ...shown.map((part, index) => {
      const mark = theme.paint(SHARES[index % SHARES.length] ?? "accent", glyph(index));
      return `${mark} ${part.name} ${theme.paint("dim", part.words)}`;
    }),
    `${theme.paint("faint", "░")} ${theme.paint("dim", rest)}`,
  ];
  return [cells.join("") + theme.paint("faint", "░".repeat(left)), "", ...flow(legend, room)];
}

/** Pieces side by side in even columns, as many as fit. */
function flow(pieces: readonly string[], room: number): string[] {
  const widest = Math.max(...pieces.map((piece) => visibleWidth(piece))) + 3;
  const perRow = Math.max(1, Math.min(3, Math.floor((room + 3) / widest)));
  const rows: string[] = [];
  for (let index = 0; index < pieces.length; index += perRow)
    rows.push(
      pieces
        .slice(index, index + perRow)
        .map((piece) => padTo(piece, widest))
        .join("")
        .trimEnd(),
    );
  return rows;
}

interface BarColumns {
  readonly name: number;
  readonly bar: number;
}

/** All bars of a page stand under one another. */
function barColumns(page: readonly Figure[], room: number): BarColumns {
  const rows = page.flatMap((figure) => (figure.type === "bars" ? figure.rows : []));
  const words = Math.max(0, ...rows.map((row) => visibleWidth(row.words)));
  const longest = Math.max(0, ...rows.map((row) => visibleWidth(row.name)));
  const name = Math.min(longest, Math.max(12, Math.floor(room * 0.4)));
  return { name, bar: Math.min(28, room - name - words - 4) };
}

function barLines(
  rows: Extract<Figure, { type: "bars" }>["rows"],
  { name, bar }: BarColumns,
  { theme }: Frame,
  room: number,
): string[] {
  if (bar < 4) return barless(rows, theme, room);
  const most = Math.max(0, ...rows.map((row) => row.value ?? 0));
  return rows.map(({ name: named, value, words }) => {
    const label = padTo(clip(oneLine(named), name), name);
    if (value === undefined) return `${label}  ${" ".repeat(bar)}  ${theme.paint("dim", words)}`;
    const cells = most <= 0 || value <= 0 ? 0 : Math.max(1, Math.round((value / most) * bar));
    const empty = theme.paint("faint", (theme.colour ? "━" : " ").repeat(bar - cells));
    return `${label}  ${theme.paint("accent", "━".repeat(cells))}${empty}  ${theme.paint("dim", words)}`;
  });
}

const LEAST_NAME = 16;

/** Too narrow for bars: names and words, where the words give up their last parts before the names become unreadable. */
function barless(rows: Extract<Figure, { type: "bars" }>["rows"], theme: Theme, room: number): string[] {
  const longest = Math.max(0, ...rows.map((row) => visibleWidth(oneLine(row.name))));
  const fewest = Math.min(longest, LEAST_NAME);
  const parts = (words: string, count: number) => words.split(" · ").slice(0, count).join(" · ");
  const widest = (count: number) => Math.max(0, ...rows.map((row) => visibleWidth(parts(row.words, count))));
  const all = Math.max(1, ...rows.map((row) => row.words.split(" · ").length));
  let shown = all;
  while (shown > 1 && room - 2 - widest(shown) < fewest) shown--;
  const name = Math.min(longest, Math.max(fewest, room - 2 - widest(shown)));
  return rows.map((row) => {
    const words = clip(parts(row.words, shown), room - name - 2);
    return `${padTo(clip(oneLine(row.name), name), name)}  ${theme.paint("dim", words)}`;
  });
}

const COLUMNS = "▁▂▃▄▅▆▇█";

/** Columns for the names of a page that shows a course: it begins where the facts around it begin. */
function courseNames(page: readonly Figure[]): number {
  if (!page.some(({ type }) => type === "course")) return 0;
  const names = page.flatMap((figure) =>
    figure.type === "course" ? [figure.name] : figure.type === "facts" ? figure.rows.map(([name]) => name) : [],
  );
  return Math.min(14, Math.max(...names.map(visibleWidth)));
}

function courseLine(
  { name, values, words }: Extract<Figure, { type: "course" }>,
  names: number,
  { theme }: Frame,
  room: number,
): string {
  const space = Math.max(7, room - names - 2);
  const shown = values.slice(-space);
  const most = Math.max(0, ...shown);
  const columns = shown
    .map((value) =>
      value <= 0
        ? theme.paint("faint", theme.colour ? "▁" : "·")
        : theme.paint("good", COLUMNS[Math.min(7, Math.ceil((value / most) * 8) - 1)] ?? "█"),
    )
    .join("");
  const aside = space - shown.length - 2 >= visibleWidth(words) ? `  ${theme.paint("dim", words)}` : "";
  return `${padTo(theme.paint("accent", clip(name, names)), names)}  ${columns}${aside}`;
}

function factLines(
  rows: readonly (readonly [string, string])[],
  least: number,
  { theme, tidy }: Frame,
  room: number,
): string[] {
  const longest = Math.max(least, ...rows.map(([name]) => visibleWidth(name)));
  const name = Math.min(longest, Math.max(12, Math.floor(room * 0.4)));
  // Too narrow for two columns: the value goes under its name.
  if (room < 48 && longest > 14)
    return rows.flatMap(([key, value]) => [
      theme.paint("accent", clip(key, room)),
      ...wrap(value, room - 2).map((line) => `  ${theme.paint("dim", line)}`),
    ]);
  return rows.flatMap(([key, value]) =>
    wrap(tidy(value), Math.max(8, room - name - 2)).map(
      (line, index) => `${padTo(index === 0 ? theme.paint("accent", clip(key, name)) : "", name)}  ${line}`,
    ),
  );
}
