// A phrasing is a line a person can read and a matcher the program can run: `read [the] [file] {path}`.
//   [x|y] may be there · (x|y) one of them must be · {slot} is taken · {_} is any few words · everything else is said as written.

export type Slots = Readonly<Record<string, string>>;

/** The words in the slots, or undefined when the text is not this phrasing. */
export type Matcher = (text: string) => Slots | undefined;

const QUOTED = `"[^"]+"|'[^']+'|\`[^\`]+\``;
const FILE_WORD = `[^\\s"'\`]*[./~][^\\s"'\`]*?|readme|makefile|license|dockerfile|changelog`;
/** What people say about themselves without asking for anything. */
const STATEMENT =
  "(?:my (?:full |first |last |own )?(?:name|nickname|birthday|age|job|email|address|city|home ?town|time ?zone|partner|wife|husband|son|daughter|sister|brother|dog|cat|hobby|language|favou?rite [\\w -]{1,30}?)(?: is|'s|s are| are) |call me (?!later|back|when|if)|i am (?:from|allergic to|called) |i'm (?:from|allergic to|called) |i (?:really |always |usually )?(?:like|hate|prefer|dislike|speak|live in|work (?:at|as|for|in)) )[^?]+?";
const LIST_JOIN = `(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)`;

/** What may stand in a slot; any other slot takes any words. */
const SLOT_PATTERNS: Readonly<Record<string, string>> = {
  statement: STATEMENT,
  ordinal: `first|second|third|fourth|fifth|sixth`,
  home: `(?:my |the )?home`,
  known: `(?:i|i'm|my|we|our)\\b.+?`,
  bang: `[!$][^\\s].*?`,
  term: `${QUOTED}|[^\\s"'\`]+?`,
  inner: `${QUOTED}|.+?`,
  shown: `\`[^\`]+\`|"[^"]+"`,
  wild: `[^\\s"'\`]*[*?][^\\s"'\`]*|\\.[a-z0-9]+`,
  place: `[^\\s"'\`]*[./~][^\\s"'\`]*?`,
  skill: `${QUOTED}|[a-z0-9][\\w.:/-]*`,
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

/** Costs nothing until a text begins like the phrasing: most texts wake only a few of the many matchers. */
export function compilePhrasing(phrasing: string): Matcher {
  const starts = firstWords(phrasing);
  let pattern: RegExp | undefined;
  return (text) => {
    if (starts !== undefined && !starts.has(firstWordOf(text))) return undefined;
    pattern ??= patternOf(phrasing);
    const match = pattern.exec(` ${text.trim()}`);
    if (match === null) return undefined;
    const slots = Object.entries(match.groups ?? {}).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    return Object.fromEntries(slots.map(([name, words]) => [name, AS_SAID.has(name) ? words.trim() : unquote(words)]));
  };
}

function patternOf(phrasing: string): RegExp {
  const last = /\{(\w+)\}\s*$/.exec(phrasing)?.[1];
  const end = last !== undefined && EXACT.has(last) ? "\\s*$" : POLITE_END;
  return new RegExp(`^${sequence(phrasing)}${end}`, "is");
}

const ELEMENT = /\[([^\]]+)\]|\(([^)]+)\)|\{(\w+)\}|([^\s[({]+)/g;

/** Every word the phrasing can begin with; undefined when it can begin with anything. */
function firstWords(phrasing: string): ReadonlySet<string> | undefined {
  const words = new Set<string>();
  for (const [, optional, choice, slot, word] of phrasing.matchAll(ELEMENT)) {
    if (slot !== undefined) return undefined;
    for (const alternative of (optional ?? choice ?? word ?? "").split("|")) {
      if (alternative.trim().startsWith("{")) return undefined;
      words.add(firstWordOf(alternative));
    }
    if (optional === undefined) return words;
  }
  return undefined;
}

/** Lower case, without apostrophes and without the punctuation of the sentence. */
function firstWordOf(text: string): string {
  const word = (/^\s*\S+/.exec(text)?.[0] ?? "").trim().toLowerCase().replace(/'/g, "");
  return word.replace(/[.,:;!?…]+$/, "") || word.slice(0, 1);
}

/** Every element carries the space before it, so that what is optional takes its space along. */
function sequence(phrasing: string): string {
  const elements = phrasing.matchAll(ELEMENT);
  return [...elements]
    .map(([, optional, choice, slot, word]) => {
      if (optional !== undefined) return `(?:${alternatives(optional)})?`;
      if (choice !== undefined) return `(?:${alternatives(choice)})`;
      if (slot === "_") return "(?:\\s+\\S+){0,6}?";
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
