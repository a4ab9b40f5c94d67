// Markup a reader never sees inside a word: character references, inline tags, emphasis marks.

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  shy: "",
  zwnj: "",
  zwj: "",
};

export function decodeEntity(source: string, at: number): { readonly char: string; readonly end: number } | undefined {
  let close = at + 3;
  while (close - at <= 10 && source.charCodeAt(close) !== 59) close++;
  if (source.charCodeAt(close) !== 59) return undefined;
  const name = source.slice(at + 1, close);
  const named = NAMED[name.toLowerCase()];
  // `<` and `>` stay references: decoding them would turn shown text into tags.
  if (named === "<" || named === ">") return undefined;
  if (named !== undefined) return { char: named, end: close + 1 };
  const digits = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(name);
  if (!digits) return undefined;
  const code = digits[1] !== undefined ? Number.parseInt(digits[1], 16) : Number(digits[2]);
  if (code < 0x20 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) || code === 60 || code === 62)
    return undefined;
  return { char: String.fromCodePoint(code), end: close + 1 };
}

const ESCAPES: Readonly<Record<number, RegExp>> = {
  37: /%([2-7][0-9a-f])/iy,
  92: /\\(?:x([2-7][0-9a-f])|u00([2-7][0-9a-f]))/iy,
};

/** `%20`, `\x69`, `\u0069`: printable ASCII only. */
export function decodeEscape(
  source: string,
  at: number,
  code: number,
): { readonly char: string; readonly end: number } | undefined {
  const pattern = ESCAPES[code];
  if (!pattern) return undefined;
  pattern.lastIndex = at;
  const found = pattern.exec(source);
  const digits = found?.[1] ?? found?.[2];
  return found && digits !== undefined
    ? { char: String.fromCharCode(Number.parseInt(digits, 16)), end: at + found[0].length }
    : undefined;
}

const INLINE_TAG =
  /<\/?(?:b|i|u|s|em|strong|span|font|wbr|sub|sup|small|mark|a|code|ins|del|tt|big|bdi)(?:\s[^<>]{0,80})?\/?>/iy;
const COMMENT = /<!--[^<>]{0,80}-->/y;

/** The offset behind markup that splits a word at `at`, or `at` itself when this is not such markup. */
export function skipMarkup(source: string, at: number, code: number): number {
  if (at === 0 || !isAsciiLetter(source.charCodeAt(at - 1))) {
    if (code !== 60 || source.charCodeAt(at - 1) !== 62) return at;
  }
  let past = at;
  if (code === 60) {
    for (const pattern of [INLINE_TAG, COMMENT]) {
      pattern.lastIndex = at;
      const found = pattern.exec(source);
      if (found) {
        past = at + found[0].length;
        break;
      }
    }
    if (past === at) return at;
    return isAsciiLetter(source.charCodeAt(past)) || source.charCodeAt(past) === 60 ? past : at;
  }
  while (past - at < 3 && source.charCodeAt(past) === code) past++;
  return isAsciiLetter(source.charCodeAt(past)) ? past : at;
}

function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}
