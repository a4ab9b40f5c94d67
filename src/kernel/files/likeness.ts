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

const ASCII = /^[\x00-\x7f]*$/;
const UNEVEN = /\s\s|[^\S ]/;

/** ASCII where an ASCII look-alike exists, spaces collapsed, edges trimmed. */
export function plainLine(line: string): string {
  if (ASCII.test(line)) return collapsed(line);
  return collapsed(line.normalize("NFKC").replace(LOOKALIKE, (char) => LOOKALIKES[char] ?? char));
}

export function collapsed(line: string): string {
  const bare = line.trim();
  return UNEVEN.test(bare) ? bare.replace(/\s+/g, " ") : bare;
}

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** A line prepared for comparing: its distinct pairs of neighbouring characters, in order. */
export interface Profile {
  readonly text: string;
  readonly pairs: Uint32Array;
}

export function profileOf(text: string): Profile {
  const pairs = new Uint32Array(Math.max(0, text.length - 1));
  for (let i = 0; i < pairs.length; i++) pairs[i] = text.charCodeAt(i) * 65_536 + text.charCodeAt(i + 1);
  pairs.sort();
  let distinct = 0;
  for (let i = 0; i < pairs.length; i++)
    if (i === 0 || pairs[i] !== pairs[distinct - 1]) pairs[distinct++] = pairs[i] ?? 0;
  return { text, pairs: pairs.subarray(0, distinct) };
}

/** From 0 (nothing shared) to 1 (equal); 0 at once when `least` is out of reach. */
export function likeness(a: Profile, b: Profile, least = 0): number {
  if (a.text === b.text) return 1;
  const total = a.pairs.length + b.pairs.length;
  const [small, large] = a.pairs.length < b.pairs.length ? [a.pairs, b.pairs] : [b.pairs, a.pairs];
  let possible = small.length;
  // Equal pairs in another order are not equal text.
  const score = () => (possible === 0 ? 0 : Math.min(0.99, (2 * possible) / total));
  let at = 0;
  for (const pair of small) {
    if (score() < least) return 0;
    while (at < large.length && (large[at] ?? 0) < pair) at++;
    if (large[at] !== pair) possible--;
  }
  return score() < least ? 0 : score();
}

/** The mean likeness of a block and the lines from `at` on. */
export function blockLikeness(block: readonly Profile[], lines: readonly Profile[], at: number): number {
  if (block.length === 0) return 1;
  const nothing = profileOf("");
  return block.reduce((sum, line, index) => sum + likeness(line, lines[at + index] ?? nothing), 0) / block.length;
}
