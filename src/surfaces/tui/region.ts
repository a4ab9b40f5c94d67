// Arithmetic of the region we draw in: how lines reflow, and what is left when lines have scrolled away.

import { stripTerminalSequences, truncateToWidth, visibleWidth, wrapTextWithAnsi } from "./terminal.ts";

/** Rows a line of this width takes after the terminal wrapped it to `columns`. */
export function reflowedRows(width: number, columns: number): number {
  return Math.max(1, Math.ceil(width / Math.max(1, columns)));
}

export interface Remaining {
  /** Lines from the top that left the screen, as a whole or in part. */
  readonly gone: number;
  /** Rows of those that are still there as a whole. */
  readonly rows: number;
}

/**
 * What is left of lines of these widths where the terminal, after wrapping them, has `room` rows for them. A line of which
 * only the end is still on screen counts as gone: the terminal keeps showing it, and drawing it again would show it twice.
 */
export function remaining(widths: readonly number[], columns: number, room: number): Remaining {
  let rows = 0;
  let gone = widths.length;
  for (const width of widths.toReversed()) {
    const next = rows + reflowedRows(width, columns);
    if (next > room) break;
    rows = next;
    gone--;
  }
  return { gone, rows };
}

interface Drawn {
  readonly lines: readonly string[];
  readonly render: (width: number) => readonly string[];
}

/** Drops the first `count` lines. An entry that is cut keeps its other lines, each as it was: what left must not come twice. */
export function trimEntries<E extends Drawn>(entries: readonly E[], count: number): readonly E[] {
  let left = count;
  const kept: E[] = [];
  for (const entry of entries) {
    if (left >= entry.lines.length) {
      left -= entry.lines.length;
      continue;
    }
    kept.push(left === 0 ? entry : cut(entry, left));
    left = 0;
  }
  return kept;
}

function cut<E extends Drawn>(entry: E, gone: number): E {
  const lines = entry.lines.slice(gone);
  return { ...entry, lines, render: (width) => lines.flatMap((line) => fitted(line, width)) };
}

/** A drawn line at another width: what is only its filling may go, words may not. */
function fitted(line: string, width: number): readonly string[] {
  if (visibleWidth(line) <= width) return [line];
  const words = visibleWidth(stripTerminalSequences(line).trimEnd());
  return words <= width ? [truncateToWidth(line, width, "")] : wrapTextWithAnsi(line, width);
}
