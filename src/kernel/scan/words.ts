// Cuts folded text into words and blocks once, so that every pattern is matched on words and never by backtracking.

import { DISGUISES } from "./confusables.data.ts";
import type { Folded } from "./normalize.ts";

/** Words of a text as parallel columns. A block is a paragraph, a list item, a heading or a table row: no phrase crosses it. */
export interface Words {
  readonly count: number;
  /** Every distinct word once; `ids` refer to it. */
  readonly vocabulary: readonly string[];
  readonly ids: Uint32Array;
  /** Whether anything here is long or regular enough to be an encoding. */
  readonly mayEncode: boolean;
  /** Folded offsets. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly blocks: Uint32Array;
}

const WORD = /[\p{L}\p{N}]/u;

/** The word at an index; empty outside. */
export function wordAt(words: Words, index: number): string {
  return words.vocabulary[words.ids[index] ?? -1] ?? "";
}

/** Linear in the length of the folded text. */
export function cutWords(folded: Folded): Words {
  const { text } = folded;
  const room = (text.length >> 1) + 2;
  const ids = new Uint32Array(room);
  const starts = new Uint32Array(room);
  const ends = new Uint32Array(room);
  const blocks = new Uint32Array(room);
  const known = new Map<string, number>();
  const idOf = createNumbering(known);
  const isWord = createWordTest();
  const watch = createEncodingWatch();
  let count = 0;
  let block = 0;
  let lineStart = true;
  /** How many single letters with one character between them end here; four are joined. */
  let singles = 0;
  let spelled = false;
  for (let i = 0; i < text.length; ) {
    const code = text.charCodeAt(i);
    if (code === 10) {
      if (lineStart) block++;
      lineStart = true;
      i++;
      continue;
    }
    if (lineStart && code !== 32 && code !== 9) {
      lineStart = false;
      if (startsBlock(text, i, code)) block++;
    }
    if (!isWord(code)) {
      i++;
      continue;
    }
    const from = i;
    let apostrophe = false;
    i++;
    while (i < text.length) {
      const next = text.charCodeAt(i);
      if (isWord(next)) i++;
      else if ((next === 39 || next === 0x2019) && i + 1 < text.length && isWord(text.charCodeAt(i + 1))) {
        apostrophe = true;
        i += 2;
      } else break;
    }
    const id = idOf(text, from, i, apostrophe);
    if (i - from === 1) {
      singles = count > 0 && from - (ends[count - 1] ?? 0) === 1 ? singles + 1 : 1;
      if (singles >= 4) spelled = true;
    } else singles = 0;
    watch.see(i - from, code);
    ids[count] = id;
    starts[count] = from;
    ends[count] = i;
    blocks[count++] = block;
  }
  const words: Words = { count, vocabulary: [...known.keys()], ids, mayEncode: watch.seen(), starts, ends, blocks };
  return spelled ? joinSpelled(words, text) : words;
}

/** Numbers words in the order of their first appearance; single letters without a look into the map. */
function createNumbering(known: Map<string, number>) {
  const singles = new Int32Array(128).fill(-1);
  return (text: string, from: number, to: number, apostrophe: boolean): number => {
    const code = to - from === 1 ? text.charCodeAt(from) : 128;
    const single = code < 128 ? (singles[code] ?? -1) : -1;
    if (single >= 0) return single;
    const slice = text.slice(from, to);
    const word = apostrophe ? slice.replace(/['\u2019]/g, "") : slice;
    let id = known.get(word);
    if (id === undefined) {
      id = known.size;
      known.set(word, id);
    }
    if (code < 128) singles[code] = id;
    return id;
  };
}

/** Letters and digits of any script but the ones written without spaces. */
function createWordTest(): (code: number) => boolean {
  const other = new Map<number, boolean>();
  return (code) => {
    if (code < 0x80) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
    if (code >= 0x3040 && code <= 0x9fff) return false;
    let known = other.get(code);
    if (known === undefined) {
      known = (code >= 0xd800 && code <= 0xdfff) || WORD.test(String.fromCharCode(code));
      other.set(code, known);
    }
    return known;
  };
}

/** Notices long words, and rows of pairs or of eights that begin with a bit. */
function createEncodingWatch(): { see(length: number, first: number): void; seen(): boolean } {
  let seen = false;
  let pairs = 0;
  let bytes = 0;
  return {
    see(length, first) {
      if (length >= 12) seen = true;
      pairs = length === 2 ? pairs + 1 : 0;
      bytes = length === 8 && (first === 48 || first === 49) ? bytes + 1 : 0;
      if (pairs >= 12 || bytes >= 8) seen = true;
    },
    seen: () => seen,
  };
}

function startsBlock(text: string, at: number, code: number): boolean {
  if (code === 35 || code === 62 || code === 124) return true;
  const next = text.charCodeAt(at + 1);
  if ((code === 45 || code === 42 || code === 43) && next === 32) return true;
  return code >= 48 && code <= 57 && (next === 46 || next === 41);
}

/** `i g n o r e` and `i.g.n.o.r.e` read as one word: runs of four or more single letters are joined where one separator stands between them. */
function joinSpelled(words: Words, text: string): Words {
  const vocabulary = [...words.vocabulary];
  const spelled = new Map<string, number>();
  const [ids, starts, ends, blocks] = [
    words.ids.slice(),
    words.starts.slice(),
    words.ends.slice(),
    words.blocks.slice(),
  ];
  let count = 0;
  const put = (id: number, first: number, last: number): void => {
    ids[count] = id;
    starts[count] = words.starts[first] ?? 0;
    ends[count] = words.ends[last] ?? 0;
    blocks[count++] = words.blocks[first] ?? 0;
  };
  for (let i = 0; i < words.count; ) {
    const stop = endOfSpelled(words, text, i);
    if (stop - i < 4) {
      put(words.ids[i] ?? 0, i, i);
      i++;
      continue;
    }
    let run = "";
    for (let k = i; k < stop; k++) run += wordAt(words, k);
    for (const word of splitSpelled(run)) {
      const id = spelled.get(word) ?? vocabulary.push(word) - 1;
      spelled.set(word, id);
      put(id, i, stop - 1);
    }
    i = stop;
  }
  return count === words.count ? words : { ...words, count, vocabulary, ids, starts, ends, blocks };
}

/** The index behind a run of single letters with the same single separator between them; `from` itself when there is none. */
function endOfSpelled(words: Words, text: string, from: number): number {
  let end = from;
  while (
    end - from < 60 &&
    end < words.count &&
    (words.ends[end] ?? 0) - (words.starts[end] ?? 0) === 1 &&
    words.blocks[end] === words.blocks[from] &&
    (end === from || isSameGap(words, text, from, end))
  )
    end++;
  return end;
}

function isSameGap(words: Words, text: string, first: number, at: number): boolean {
  const before = words.ends[at - 1] ?? 0;
  return (words.starts[at] ?? 0) - before === 1 && text[before] === text[words.ends[first] ?? 0];
}

const SPELLED =
  /ignore|disregard|forget|override|reveal|print|system|prompt|previous|prior|above|earlier|all|any|your|the|instructions?|directives|rules|everything|before|and|password/g;

/** Spelled-out words run together when the spaces between them are spelled the same way. */
function splitSpelled(run: string): readonly string[] {
  const known = run.match(SPELLED);
  return known && known.join("").length === run.length ? known : [run];
}

const LEET: Readonly<Record<string, string>> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t" };

/** A word that mixes letters and digits, with the digits read as the letters they imitate. */
export function unleet(word: string): string | undefined {
  if (!/^(?=.*[a-z])(?=.*[013457])[a-z013457]{4,24}$/.test(word)) return undefined;
  return word.replace(/[013457]/g, (digit) => LEET[digit] ?? digit);
}

export interface Disguised {
  readonly start: number;
  readonly end: number;
}

const MIXED = new RegExp(`[a-zA-Z][${DISGUISES}]|[${DISGUISES}][a-zA-Z]`);
const NON_LATIN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Words of the original text that mix Latin letters with letters of other scripts that only look Latin. */
export function disguisedWords(source: string): readonly Disguised[] {
  if (!/[^\x00-\x7f]/.test(source) || !MIXED.test(source)) return [];
  const disguises = new Set(DISGUISES);
  const found: Disguised[] = [];
  for (const match of source.matchAll(/[\p{L}\p{M}]{2,64}/gu)) {
    const word = match[0];
    if (!/[a-zA-Z]/.test(word)) continue;
    const foreign = [...word].filter((char) => NON_LATIN.test(char) || (char > "\u007f" && disguises.has(char)));
    if (foreign.length === 0 || !foreign.every((char) => disguises.has(char))) continue;
    found.push({ start: match.index, end: match.index + word.length });
  }
  const longest = found.reduce((max, word) => Math.max(max, word.end - word.start), 0);
  return found.length >= 2 || longest >= 4 ? found : [];
}
