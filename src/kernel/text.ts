// Lengths are code points everywhere: caps, previews, thresholds. UTF-16 units never leave this file.

const SURROGATE = /[\ud800-\udfff]/;

/** Number of code points. Lone surrogates count as one each. */
export function charCount(value: string): number {
  if (!SURROGATE.test(value)) return value.length;
  let count = 0;
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff && i + 1 < value.length) {
      const next = value.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) i++;
    }
    count++;
  }
  return count;
}

/** The UTF-16 offset of the code point with the given index, clamped to the string's length. */
export function offsetOfChar(value: string, index: number): number {
  let offset = 0;
  for (let seen = 0; seen < index && offset < value.length; seen++) {
    const unit = value.charCodeAt(offset);
    const next = value.charCodeAt(offset + 1);
    offset += unit >= 0xd800 && unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff ? 2 : 1;
  }
  return offset;
}

export function takeChars(value: string, count: number): string {
  return value.length <= count ? value : value.slice(0, offsetOfChar(value, count));
}

export function takeLastChars(value: string, count: number): string {
  const total = charCount(value);
  return total <= count ? value : value.slice(offsetOfChar(value, total - count));
}

/** Cuts to `max` code points, the last of them an ellipsis when something was cut. */
export function ellipsize(value: string, max: number): string {
  return charCount(value) <= max ? value : `${takeChars(value, Math.max(0, max - 1))}…`;
}

export function oneLine(value: string): string {
  return value.replace(/\s+/gu, " ").trim();
}

/** `1474` → `1,474`, independent of locale. */
export function withThousands(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** LF line ends, lone surrogates replaced by U+FFFD: the one normalisation applied to text entering the transcript. */
export function normalizeText(value: string): string {
  return value.replace(/\r\n?/g, "\n").toWellFormed();
}

/** Drops one leading byte-order mark. */
export function stripBom(value: string): string {
  return value.startsWith("\uFEFF") ? value.slice(1) : value;
}

/** The line on which a part of a text begins; the last such part counts. */
export function lineOf(part: string, whole: string): number {
  return whole.slice(0, whole.lastIndexOf(part)).split("\n").length;
}

/** `1 rule`, `3 rules`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
