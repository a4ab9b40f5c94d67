// A phrasing is a line a person can read and a matcher the program can run: `read [the] [file] {path}`.
//   [x|y] may be there · (x|y) one of them must be · {slot} is taken · everything else is said as written.

export type Slots = Readonly<Record<string, string>>;

/** The words in the slots, or undefined when the text is not this phrasing. */
export type Matcher = (text: string) => Slots | undefined;

const QUOTED = `"[^"]+"|'[^']+'|\`[^\`]+\``;
const FILE_WORD = `[^\\s"'\`]*[./~][^\\s"'\`]*?|readme|makefile|license|dockerfile|changelog`;
const LIST_JOIN = `(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)`;

/** What may stand in a slot; any other slot takes any words. */
const SLOT_PATTERNS: Readonly<Record<string, string>> = {
  path: `${QUOTED}|[^\\s"'\`]+?`,
  file: `${QUOTED}|${FILE_WORD}`,
  files: `(?:${QUOTED}|${FILE_WORD})(?:${LIST_JOIN}(?:${QUOTED}|${FILE_WORD}))*`,
  name: `${QUOTED}|[^\\s"'\`]+?`,
  ext: `\\.?[a-z0-9]+`,
  n: `\\d{1,6}`,
  from: `\\d{1,6}`,
  to: `\\d{1,6}`,
};

/** Slots whose words are kept to the last character: no full stop or "please" is taken off their end. */
const EXACT = new Set(["command", "content"]);
/** Slots that hold several names keep their quotes until they are taken apart. */
const AS_SAID = new Set([...EXACT, "files", "items"]);

const POLITE_END = `(?:[\\s,.!?…]+(?:please|thanks|thank you|thank you very much|for me|right now|now|if you can|if possible))*[\\s.!?…]*$`;

export function compilePhrasing(phrasing: string): Matcher {
  const last = /\{(\w+)\}\s*$/.exec(phrasing)?.[1];
  const end = last !== undefined && EXACT.has(last) ? "\\s*$" : POLITE_END;
  const pattern = new RegExp(`^${sequence(phrasing)}${end}`, "isu");
  return (text) => {
    const match = pattern.exec(` ${text.trim()}`);
    if (match === null) return undefined;
    const slots = Object.entries(match.groups ?? {}).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    return Object.fromEntries(slots.map(([name, words]) => [name, AS_SAID.has(name) ? words.trim() : unquote(words)]));
  };
}

/** Every element carries the space before it, so that what is optional takes its space along. */
function sequence(phrasing: string): string {
  const elements = phrasing.matchAll(/\[([^\]]+)\]|\(([^)]+)\)|\{(\w+)\}|([^\s[({]+)/g);
  return [...elements]
    .map(([, optional, choice, slot, word]) => {
      if (optional !== undefined) return `(?:${alternatives(optional)})?`;
      if (choice !== undefined) return `(?:${alternatives(choice)})`;
      if (slot !== undefined) return `\\s+(?<${slot}>${SLOT_PATTERNS[slot] ?? ".+?"})`;
      return spoken(word ?? "");
    })
    .join("");
}

function alternatives(choices: string): string {
  return choices.split("|").map(sequence).join("|");
}

/** A colon or comma sticks to the word before it; apostrophes may be left out. */
function spoken(word: string): string {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/'/g, "'?");
  return /^[:,]/.test(word) ? `\\s*${escaped}` : `\\s+${escaped}`;
}

/** Takes one pair of quotes off words that are wholly inside it. */
export function unquote(words: string): string {
  const trimmed = words.trim();
  const inner = /^(["'`])([\s\S]+)\1$/.exec(trimmed);
  return inner?.[2] !== undefined && !inner[2].includes(inner[1] ?? "") ? inner[2] : trimmed;
}

/** `a.txt, "b c.txt" and d.txt` → three names. */
export function splitNames(list: string): readonly string[] {
  const found = list.match(/"[^"]+"|'[^']+'|`[^`]+`|[^\s,"'`]+/g) ?? [];
  return found.filter((word) => word.toLowerCase() !== "and").map(unquote);
}
