// Emptying rows of the terminal. It imports nothing: the first frame needs it before anything is loaded.

/** Goes `up` rows and empties everything from there on, line by line: terminals keep what is cleared at once in their scrollback. */
export function eraseFrom(up: number, rows: number): string {
  const rise = up > 0 ? `\u001b[${up}A` : "";
  return `${rise}\r\u001b7${"\u001b[2K\u001b[1B".repeat(rows)}\u001b8`;
}
