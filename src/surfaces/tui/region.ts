// Arithmetic of the region we draw in: how lines reflow, and what is left when lines have scrolled away.

/** Goes `up` rows and empties everything from there on, line by line: terminals keep what is cleared at once in their scrollback. */
export function eraseFrom(up: number, rows: number): string {
  const rise = up > 0 ? `\u001b[${up}A` : "";
  return `${rise}\r\u001b7${"\u001b[2K\u001b[1B".repeat(rows)}\u001b8`;
}

/** Rows a line of this width takes after the terminal wrapped it to `columns`. */
export function reflowedRows(width: number, columns: number): number {
  return Math.max(1, Math.ceil(width / Math.max(1, columns)));
}

/** How many lines from the top have left the screen as a whole, when `rows` rows of them have. One that left in part is still there. */
export function pushedOut(widths: readonly number[], columns: number, rows: number): number {
  let left = rows;
  let count = 0;
  for (const width of widths) {
    left -= reflowedRows(width, columns);
    if (left < 0) break;
    count++;
  }
  return count;
}

/** Drops the first `count` lines; an entry that is cut keeps only its end, and can no longer be drawn in full. */
export function trimEntries<
  E extends { readonly lines: readonly string[]; readonly render: (width: number) => readonly string[] },
>(entries: readonly E[], count: number): readonly E[] {
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

/** Of what has partly scrolled off, the same share is drawn again later: what left the screen must not come twice. */
function cut<E extends { readonly lines: readonly string[]; readonly render: (width: number) => readonly string[] }>(
  entry: E,
  gone: number,
): E {
  const share = gone / entry.lines.length;
  return {
    ...entry,
    lines: entry.lines.slice(gone),
    render: (width: number) => {
      const all = entry.render(width);
      return all.slice(Math.min(all.length, Math.ceil(all.length * share)));
    },
  };
}
