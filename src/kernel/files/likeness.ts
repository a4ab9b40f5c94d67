// How alike two lines are, and lines as a sloppy reader sees them: spaces, quotes and dashes of any make.

const LOOKALIKES: Readonly<Record<string, string>> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201a": "'",
  "\u201b": "'",
  "\u201c": '"',
  "\u201d": '"',
  "\u201e": '"',
  "\u00ab": '"',
  "\u00bb": '"',
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "-",
  "\u2013": "-",
  "\u2014": "-",
  "\u2212": "-",
  "\u2026": "...",
  "\u00a0": " ",
  "\u2002": " ",
  "\u2003": " ",
  "\u2009": " ",
  "\u202f": " ",
  "\u3000": " ",
  "\u200b": "",
  "\ufeff": "",
};
const LOOKALIKE = new RegExp(`[${Object.keys(LOOKALIKES).join("")}]`, "g");

/** ASCII where an ASCII look-alike exists, spaces collapsed, edges trimmed. */
export function plainLine(line: string): string {
  return collapsed(line.normalize("NFKC").replace(LOOKALIKE, (char) => LOOKALIKES[char] ?? char));
}

export function collapsed(line: string): string {
  return line.replace(/\s+/g, " ").trim();
}

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** From 0 (nothing shared) to 1 (equal), by pairs of neighbouring characters; 0 at once when `least` is out of reach. */
export function likeness(a: string, b: string, least = 0): number {
  if (a === b) return 1;
  if (a.length < 2 || b.length < 2) return 0;
  if ((2 * (Math.min(a.length, b.length) - 1)) / (a.length + b.length - 2) < least) return 0;
  const pairs = new Map<string, number>();
  for (let i = 0; i < a.length - 1; i++) {
    const pair = a.slice(i, i + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  let shared = 0;
  for (let i = 0; i < b.length - 1; i++) {
    const pair = b.slice(i, i + 2);
    const left = pairs.get(pair) ?? 0;
    if (left === 0) continue;
    pairs.set(pair, left - 1);
    shared++;
  }
  return (2 * shared) / (a.length + b.length - 2);
}

/** The mean likeness of two blocks of equally many lines. */
export function blockLikeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0) return 1;
  return a.reduce((sum, line, index) => sum + likeness(line, b[index] ?? ""), 0) / a.length;
}
