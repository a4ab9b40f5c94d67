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

/** A line prepared for comparing: its distinct pairs of neighbouring characters. */
export interface Profile {
  readonly text: string;
  readonly pairs: ReadonlySet<number>;
}

export function profileOf(text: string): Profile {
  const pairs = new Set<number>();
  for (let i = 0; i < text.length - 1; i++) pairs.add(text.charCodeAt(i) * 65_536 + text.charCodeAt(i + 1));
  return { text, pairs };
}

/** From 0 (nothing shared) to 1 (equal); 0 at once when `least` is out of reach. */
export function likeness(a: Profile, b: Profile, least = 0): number {
  if (a.text === b.text) return 1;
  const [small, large] = a.pairs.size < b.pairs.size ? [a.pairs, b.pairs] : [b.pairs, a.pairs];
  const total = small.size + large.size;
  if (small.size === 0 || (2 * small.size) / total < least) return 0;
  let shared = 0;
  for (const pair of small) if (large.has(pair)) shared++;
  // Equal pairs in another order are not equal text.
  return Math.min(0.99, (2 * shared) / total);
}

/** The mean likeness of a block and the lines from `at` on. */
export function blockLikeness(block: readonly Profile[], lines: readonly Profile[], at: number): number {
  if (block.length === 0) return 1;
  const nothing = profileOf("");
  return block.reduce((sum, line, index) => sum + likeness(line, lines[at + index] ?? nothing), 0) / block.length;
}
