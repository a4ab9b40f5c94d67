// The Porter stemmer (1980): English words to the form the search index holds. Other words pass through unchanged.

const VOWEL = /[aeiou]|(?<=[^aeiou])y/u;
const STEP_2: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["logi", "log"],
  ["bli", "ble"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
];
const STEP_3: readonly (readonly [string, string])[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];
const STEP_4: readonly string[] =
  "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split(" ");

/** Number of vowel-consonant sequences. */
function measure(stem: string): number {
  let count = 0;
  let wasVowel = false;
  for (let i = 0; i < stem.length; i++) {
    const vowel = isVowel(stem, i, wasVowel);
    if (wasVowel && !vowel) count++;
    wasVowel = vowel;
  }
  return count;
}

/** `y` is a vowel after a consonant. */
function isVowel(word: string, index: number, afterVowel: boolean): boolean {
  switch (word.charCodeAt(index)) {
    case 97:
    case 101:
    case 105:
    case 111:
    case 117:
      return true;
    case 121:
      return index > 0 && !afterVowel;
    default:
      return false;
  }
}

const hasVowel = (stem: string): boolean => VOWEL.test(stem);

function endsDouble(stem: string): boolean {
  const last = stem.at(-1) ?? "";
  return stem.length > 1 && last === stem.at(-2) && !"aeiou".includes(last);
}

/** consonant-vowel-consonant at the end, the last not w, x or y. */
function endsShort(stem: string): boolean {
  const n = stem.length;
  if (n < 3 || "wxy".includes(stem.charAt(n - 1))) return false;
  const first = isVowel(stem, n - 3, n > 3 && "aeiou".includes(stem.charAt(n - 4)));
  const second = isVowel(stem, n - 2, first);
  return !first && second && !isVowel(stem, n - 1, second);
}

export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/u.test(word)) return word;
  return step5(step4(replaced(replaced(step1c(step1b(step1a(word))), STEP_2), STEP_3)));
}

function step1a(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function step1b(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const cut = word.endsWith("ed") ? word.slice(0, -2) : word.endsWith("ing") ? word.slice(0, -3) : undefined;
  if (cut === undefined || !hasVowel(cut)) return word;
  if (/(?:at|bl|iz)$/u.test(cut)) return `${cut}e`;
  if (endsDouble(cut) && !/[lsz]$/u.test(cut)) return cut.slice(0, -1);
  return measure(cut) === 1 && endsShort(cut) ? `${cut}e` : cut;
}

function step1c(word: string): string {
  return word.endsWith("y") && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

function replaced(word: string, rules: readonly (readonly [string, string])[]): string {
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue;
    const rest = word.slice(0, -suffix.length);
    return measure(rest) > 0 ? rest + replacement : word;
  }
  return word;
}

function step4(word: string): string {
  const suffix = STEP_4.filter((candidate) => word.endsWith(candidate)).sort((a, b) => b.length - a.length)[0];
  if (suffix === undefined) return word;
  const rest = word.slice(0, -suffix.length);
  if (measure(rest) < 2 || (suffix === "ion" && !/[st]$/u.test(rest))) return word;
  return rest;
}

function step5(word: string): string {
  let result = word;
  if (result.endsWith("e")) {
    const rest = result.slice(0, -1);
    if (measure(rest) > 1 || (measure(rest) === 1 && !endsShort(rest))) result = rest;
  }
  return result.endsWith("ll") && measure(result) > 1 ? result.slice(0, -1) : result;
}
