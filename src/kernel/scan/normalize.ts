// Folds a text to what a reader would take it for, and remembers where every folded unit came from.

import { LOOKALIKES } from "./confusables.data.ts";
import { decodeEntity, decodeEscape, skipMarkup } from "./markup.ts";

/** One or more neighbouring invisible characters, named by the first. */
export interface HiddenChar {
  readonly codePoint: number;
  readonly start: number;
  readonly end: number;
}

export interface Folded {
  readonly text: string;
  /** The UTF-16 offset in the original of a folded unit; the original's length at and behind the end. */
  origin(unit: number): number;
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
  if (/^[ -~]*$/.test(word)) return word.toLowerCase();
  let out = "";
  for (const char of word) out += foldChar(char);
  return out;
}

/** Anything but plain ASCII without markup; text without it folds to its lower case. */
const NEEDS_CARE = /[^\t\n !-$'-)+-;=-[\]^_a-}]/;

const COPY = new Uint8Array(128);
for (let code = 32; code < 127; code++) COPY[code] = code >= 65 && code <= 90 ? code + 32 : code;
for (const code of [9, 10, 11, 12]) COPY[code] = code;
// & < * ~ ` % \\ need a look at what follows.
for (const code of [38, 60, 42, 126, 96, 37, 92]) COPY[code] = 0;

/** Linear in the length of `source`. */
export function foldText(source: string): Folded {
  if (!NEEDS_CARE.test(source))
    return { text: source.toLowerCase(), origin: (unit) => Math.min(unit, source.length), hidden: [] };
  let units = new Uint16Array(source.length + 64);
  let at = new Uint32Array(source.length + 65);
  const hidden = createHiddenList();
  const folds = createFoldCache();
  let size = 0;
  let i = source.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (i < source.length) {
    const code = source.charCodeAt(i);
    const copy = code < 128 ? (COPY[code] ?? 0) || (splitsNoWord(source, i, code) ? code : 0) : 0;
    if (copy !== 0) {
      units[size] = copy;
      at[size++] = i++;
      continue;
    }
    const step = code < 128 ? asciiStep(source, i, code) : folds.step(source, i);
    if (step.hidden !== undefined) {
      // Nothing makes the second of two equal invisible characters honest.
      const end = step.erases ? step.end : endOfRun(source, i, step.end);
      hidden.add(step.hidden, i, end);
      if (!step.erases) {
        i = end;
        continue;
      }
    }
    if (step.erases && size > 0) size--;
    // Some characters fold to many; room is kept for the rest of the source at one unit each.
    if (size + step.text.length + source.length - i > units.length) {
      units = enlarged(units, new Uint16Array(units.length * 2 + 64));
      at = enlarged(at, new Uint32Array(units.length + 1));
    }
    for (let k = 0; k < step.text.length; k++) {
      units[size] = step.text.charCodeAt(k);
      at[size++] = i;
    }
    i = step.end;
  }
  const offsets = at;
  const last = size;
  return {
    text: fromUnits(units, size),
    origin: (unit) => (unit >= last ? source.length : (offsets[unit] ?? source.length)),
    hidden: hidden.list,
  };
}

/** A mark that can split a word stands behind a letter, or is a tag behind a tag; any other one is copied as it is. */
function splitsNoWord(source: string, i: number, code: number): boolean {
  if (code !== 60 && code !== 42 && code !== 126 && code !== 96) return false;
  const before = i === 0 ? 32 : source.charCodeAt(i - 1) | 32;
  return !(before >= 97 && before <= 122) && !(code === 60 && i > 0 && source.charCodeAt(i - 1) === 62);
}

function endOfRun(source: string, start: number, end: number): number {
  const size = end - start;
  let past = end;
  while (
    source.charCodeAt(past) === source.charCodeAt(start) &&
    (size === 1 || source.charCodeAt(past + 1) === source.charCodeAt(start + 1))
  )
    past += size;
  return past;
}

function enlarged<T extends Uint16Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

interface FoldStep {
  readonly text: string;
  readonly end: number;
  /** The code point of an invisible character that does nothing honest here. */
  readonly hidden?: number;
  /** Takes the character before it away, as a terminal would. */
  readonly erases?: true;
}

function asciiStep(source: string, i: number, code: number): FoldStep {
  if (code === 38) {
    const entity = decodeEntity(source, i);
    return entity === undefined ? { text: "&", end: i + 1 } : { text: foldChar(entity.char), end: entity.end };
  }
  // Markup set between two letters splits a word for a matcher but not for a reader.
  if (code === 60 || code === 42 || code === 126 || code === 96) {
    const past = skipMarkup(source, i, code);
    return past === i ? { text: String.fromCharCode(code), end: i + 1 } : { text: "", end: past };
  }
  if (code === 37 || code === 92) {
    const escaped = decodeEscape(source, i, code);
    return escaped === undefined
      ? { text: String.fromCharCode(code), end: i + 1 }
      : { text: foldChar(escaped.char), end: escaped.end };
  }
  if (code === 13) return { text: "\n", end: source.charCodeAt(i + 1) === 10 ? i + 2 : i + 1 };
  return code === 8 || code === 127
    ? { text: "", end: i + 1, hidden: code, erases: true }
    : { text: "", end: i + 1, hidden: code };
}

/** Remembers how characters fold and which invisible ones are needed in which company. */
function createFoldCache(): { step(source: string, i: number): FoldStep } {
  const texts = new Map<number, string>();
  const needs = new Map<string, boolean>();
  const isNeededHere = (source: string, start: number, end: number, cp: number): boolean => {
    if (cp === 0x200e || cp === 0x200f || cp === 0x061c || cp >= 0xe0000) return isNeeded(source, start, end, cp);
    const company = source.slice(Math.max(0, start - 2), end + 2);
    let known = needs.get(company);
    if (known === undefined) {
      known = isNeeded(source, start, end, cp);
      needs.set(company, known);
    }
    return known;
  };
  return {
    step(source, i) {
      const cp = source.codePointAt(i) ?? 0;
      const end = i + (cp > 0xffff ? 2 : 1);
      let text = texts.get(cp);
      if (text === undefined) {
        const char = String.fromCodePoint(cp);
        text = IGNORABLE.test(char) ? "" : foldChar(char) || COMBINING;
        texts.set(cp, text);
      }
      if (text === COMBINING) return { text: "", end };
      return text === "" && !isNeededHere(source, i, end, cp) ? { text, end, hidden: cp } : { text, end };
    },
  };
}

/** Stands for a mark that is folded away although it can be seen. */
const COMBINING = "\u0000";

const MAX_HIDDEN = 5_000;

/** Neighbours of one kind are one entry; a text with thousands of them gets one entry per stretch from then on. */
function createHiddenList(): { readonly list: HiddenChar[]; add(codePoint: number, start: number, end: number): void } {
  const list: HiddenChar[] = [];
  return {
    list,
    add(codePoint, start, end) {
      const last = list.at(-1);
      const isSame =
        last !== undefined &&
        last.end === start &&
        (last.codePoint === codePoint || (last.codePoint >= 0xe0000 && codePoint >= 0xe0000));
      if (last && (isSame || list.length >= MAX_HIDDEN))
        list[list.length - 1] = { codePoint: last.codePoint, start: last.start, end };
      else list.push({ codePoint, start, end });
    },
  };
}

/** Whether an invisible character does honest work here: joins an emoji, selects a glyph, shapes a script that needs it. */
function isNeeded(source: string, start: number, end: number, cp: number): boolean {
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
    pieces.push(
      String.fromCharCode.apply(null, units.subarray(from, Math.min(size, from + 8192)) as unknown as number[]),
    );
  }
  return pieces.join("");
}
