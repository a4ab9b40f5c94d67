// Folds a text to what a reader would take it for, and remembers where every folded unit came from.

import { LOOKALIKES } from "./confusables.data.ts";
import { decodeEntity, skipMarkup } from "./markup.ts";

export interface HiddenChar {
  readonly codePoint: number;
  readonly start: number;
  readonly end: number;
}

/** `at[i]` is the UTF-16 offset in the original of folded unit `i`; `at[text.length]` is the original length. */
export interface Folded {
  readonly text: string;
  readonly at: Uint32Array;
  /** Characters no reader can see and no script here needs, in order. */
  readonly hidden: readonly HiddenChar[];
}

const LATIN = new Map<string, string>(
  Object.entries(LOOKALIKES).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
);

const MARK = /\p{M}/u;
const SPACE = /[\p{Z}\u2800]/u;
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Mongolian}]/u;
const PICTURE = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u20e3/u;
const SELECTABLE = /[\p{Emoji}\p{S}\p{P}\p{Script=Han}\p{Script=Mongolian}\p{Script=Myanmar}]/u;

/** One character as a reader takes it: compatibility form, lower case, no accents, look-alikes as Latin. */
export function foldChar(char: string): string {
  const code = char.charCodeAt(0);
  if (char.length === 1 && code < 0x80) return code >= 65 && code <= 90 ? char.toLowerCase() : char;
  if (SPACE.test(char)) return " ";
  const compatible = char.normalize("NFKC").toLowerCase();
  const bare = code >= 0xac00 && code <= 0xd7a3 ? compatible : compatible.normalize("NFD");
  let out = "";
  for (const piece of bare) if (!MARK.test(piece)) out += LATIN.get(piece) ?? piece;
  return out;
}

/** Folds a short text the way scanned text is folded; used to write patterns in their own script. */
export function foldWord(word: string): string {
  let out = "";
  for (const char of word) out += foldChar(char);
  return out;
}

/** Linear in the length of `source`. */
export function foldText(source: string): Folded {
  const units = new Uint16Array(source.length * 2 + 16);
  const at = new Uint32Array(source.length * 2 + 17);
  const hidden: HiddenChar[] = [];
  const cache = new Map<number, string>();
  let size = 0;
  let i = source.charCodeAt(0) === 0xfeff ? 1 : 0;

  const put = (unit: number, from: number): void => {
    if (size >= units.length) return;
    units[size] = unit;
    at[size++] = from;
  };

  while (i < source.length) {
    const code = source.charCodeAt(i);
    if (code < 0x80) {
      const past = asciiStep(source, i, code, put, hidden);
      if (past === BACKSPACE) {
        if (size > 0) size--;
        i++;
      } else i = past;
      continue;
    }
    const cp = source.codePointAt(i) ?? code;
    const end = i + (cp > 0xffff ? 2 : 1);
    let folded = cache.get(cp);
    if (folded === undefined) {
      const char = String.fromCodePoint(cp);
      folded = IGNORABLE.test(char) ? "" : foldChar(char);
      cache.set(cp, folded);
    }
    if (folded === "" && !isNeeded(source, i, end, cp)) hidden.push({ codePoint: cp, start: i, end });
    for (let k = 0; k < folded.length; k++) put(folded.charCodeAt(k), i);
    i = end;
  }
  at[size] = source.length;
  return { text: fromUnits(units, size), at, hidden };
}

const BACKSPACE = -1;

function asciiStep(
  source: string,
  i: number,
  code: number,
  put: (unit: number, from: number) => void,
  hidden: HiddenChar[],
): number {
  if (code >= 97 && code <= 122) {
    put(code, i);
    return i + 1;
  }
  if (code >= 65 && code <= 90) {
    put(code + 32, i);
    return i + 1;
  }
  if (code === 38) {
    const entity = decodeEntity(source, i);
    if (entity !== undefined) {
      const folded = foldChar(entity.char);
      for (let k = 0; k < folded.length; k++) put(folded.charCodeAt(k), i);
      return entity.end;
    }
  }
  // Markup set between two letters splits a word for a matcher but not for a reader.
  if (code === 60 || code === 42 || code === 126 || code === 96 || code === 92) {
    const past = skipMarkup(source, i, code);
    if (past !== i) return past;
  }
  if (code === 13) {
    put(10, i);
    return source.charCodeAt(i + 1) === 10 ? i + 2 : i + 1;
  }
  if ((code < 32 && code !== 9 && code !== 10 && code !== 11 && code !== 12) || code === 127) {
    hidden.push({ codePoint: code, start: i, end: i + 1 });
    if (code === 8 || code === 127) return BACKSPACE;
    return i + 1;
  }
  put(code, i);
  return i + 1;
}

/** Whether an invisible character does honest work here: joins an emoji, selects a glyph, shapes a script that needs it. */
function isNeeded(source: string, start: number, end: number, cp: number): boolean {
  if (!IGNORABLE.test(String.fromCodePoint(cp))) return true;
  const before = charBefore(source, start);
  const after = end < source.length ? String.fromCodePoint(source.codePointAt(end) ?? 0) : "";
  if (cp === 0x200d)
    return (PICTURE.test(before) && PICTURE.test(after)) || (JOINING.test(before) && JOINING.test(after));
  if (cp === 0x200c || cp === 0x200b) return JOINING.test(before) && JOINING.test(after);
  if (cp >= 0xfe00 && cp <= 0xfe0f) return SELECTABLE.test(before);
  if (cp >= 0x180b && cp <= 0x180f) return /\p{Script=Mongolian}/u.test(before);
  if (cp >= 0xe0100 && cp <= 0xe01ef) return /\p{Script=Han}/u.test(before);
  if (cp === 0x200e || cp === 0x200f || cp === 0x061c)
    return RTL.test(source.slice(Math.max(0, start - 40), end + 40).replace(/[\u061c\u200e\u200f]/g, ""));
  if (cp >= 0xe0020 && cp <= 0xe007f) return insideFlag(source, start);
  if (cp === 0x115f || cp === 0x1160) return /\p{Script=Hangul}/u.test(before) || /\p{Script=Hangul}/u.test(after);
  if (cp === 0x17b4 || cp === 0x17b5) return /\p{Script=Khmer}/u.test(before);
  return false;
}

function charBefore(source: string, offset: number): string {
  if (offset === 0) return "";
  const low = source.charCodeAt(offset - 1);
  const from = low >= 0xdc00 && low <= 0xdfff && offset > 1 ? offset - 2 : offset - 1;
  return source.slice(from, offset);
}

/** A sub-national flag is a black flag and at most six tag letters before the cancel tag. */
function insideFlag(source: string, start: number): boolean {
  const window = source.slice(Math.max(0, start - 14), start + 16);
  return /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/u.test(window);
}

function fromUnits(units: Uint16Array, size: number): string {
  const pieces: string[] = [];
  for (let from = 0; from < size; from += 8192) {
    pieces.push(String.fromCharCode(...units.subarray(from, Math.min(size, from + 8192))));
  }
  return pieces.join("");
}
