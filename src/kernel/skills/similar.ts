// Which skills already cover what a new one is about. It never blocks: it names them, and the writer decides.

export interface Described {
  readonly name: string;
  readonly description: string;
  readonly tags?: readonly string[];
}

export interface Likeness {
  readonly name: string;
  readonly description: string;
  /** 0 to 1. */
  readonly score: number;
}

const ENOUGH = 0.34;
const MOST = 3;

/** The closest skills, best first; none when nothing is close. */
export function findSimilarSkills(wanted: Described, library: readonly Described[]): readonly Likeness[] {
  const others = library.filter((one) => one.name !== wanted.name);
  const bags = others.map((one) => wordsOf(one));
  const rarity = weigher(bags);
  const own = wordsOf(wanted);
  return others
    .map((one, i) => ({
      name: one.name,
      description: one.description,
      score: round(Math.max(cosine(own, bags[i] ?? new Set(), rarity), nameLikeness(wanted.name, one.name))),
    }))
    .filter(({ score }) => score >= ENOUGH)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, MOST);
}

/** Rare words tell skills apart; words most of the library shares tell nothing. */
function weigher(bags: readonly ReadonlySet<string>[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const bag of bags) for (const word of bag) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log(1 + (bags.length + 1) / (1 + (counts.get(word) ?? 0)));
}

function cosine(a: ReadonlySet<string>, b: ReadonlySet<string>, weight: (word: string) => number): number {
  const norm = (bag: ReadonlySet<string>): number => {
    let sum = 0;
    for (const word of bag) sum += weight(word) ** 2;
    return Math.sqrt(sum);
  };
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += weight(word) ** 2;
  const whole = norm(a) * norm(b);
  return whole === 0 ? 0 : shared / whole;
}

/** Shared parts of two names: `git-commit-style` and `git-commits` are alike, `git-x` and `git-y` are not. */
function nameLikeness(a: string, b: string): number {
  const left = new Set(a.split(/[-_.]/).map(stem));
  const right = new Set(b.split(/[-_.]/).map(stem));
  const shared = [...left].filter((part) => right.has(part)).length;
  return shared < 2 ? 0 : shared / Math.max(left.size, right.size);
}

const EMPTY_WORDS = new Set(
  "a an and are as at be by for from how in into is it its of on or that the this to use used using user when where with you your not any all can do does has have if only skill skills task tasks work working".split(
    " ",
  ),
);

function wordsOf({ name, description, tags = [] }: Described): ReadonlySet<string> {
  const text = `${name} ${description} ${tags.join(" ")}`.normalize("NFKC").toLowerCase();
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const kept = words.filter((word) => word.length > 1 && !EMPTY_WORDS.has(word)).map(stem);
  // Scripts without spaces come as one long word: their pairs of characters are the words.
  return new Set(
    kept.flatMap((word) =>
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word) ? pairs(word) : [word],
    ),
  );
}

function pairs(word: string): readonly string[] {
  const chars = Array.from(word);
  return chars.length < 2 ? chars : chars.slice(1).map((char, i) => `${chars[i]}${char}`);
}

function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ings?|ers?|ed|es|s|e)$/, "") : word.replace(/s$/, "");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
