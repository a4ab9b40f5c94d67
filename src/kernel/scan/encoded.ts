// Orders packed as base64 or hexadecimal: a reader skips them, a model decodes them.

import type { Sighting } from "./sighting.ts";

const BLOB = /(?<![\w+/-])(?:(?:[01]{8}[ \t]?){8,}|(?:[0-9a-f]{2}[ \t]){12,}|[\w+/-]{24,}={0,2})/gi;
const MAX_BLOB = 4_096;
const MAX_TOTAL = 65_536;

/** Blobs whose decoded text the given scan objects to. */
export function encodedFindings(source: string, objectsTo: (decoded: string) => boolean): Sighting[] {
  const found: Sighting[] = [];
  let spent = 0;
  for (const match of source.matchAll(BLOB)) {
    if (spent >= MAX_TOTAL) break;
    const blob = match[0].slice(0, MAX_BLOB);
    const decoded = decode(blob);
    if (decoded === undefined) continue;
    spent += blob.length;
    if (objectsTo(decoded))
      found.push({ id: "encoded_instruction", start: match.index, end: match.index + match[0].length });
  }
  return found;
}

function decode(blob: string): string | undefined {
  if (/^[01\s]+$/.test(blob)) return asText(fromDigits(blob.match(/[01]{8}/g) ?? [], 2));
  if (/^[0-9a-f\s]+$/i.test(blob)) return asText(fromDigits(blob.match(/[0-9a-f]{2}/gi) ?? [], 16));
  return asText(fromBase64(blob));
}

/** Reads on while the text is readable: a broken end does not make the beginning harmless. */
function fromDigits(groups: readonly string[], radix: number): string {
  let out = "";
  for (const group of groups) {
    const code = Number.parseInt(group, radix);
    if (!isReadable(code)) break;
    out += String.fromCharCode(code);
  }
  return out;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function fromBase64(blob: string): string {
  let out = "";
  let bits = 0;
  let held = 0;
  for (const char of blob) {
    const value = ALPHABET.indexOf(char === "-" ? "+" : char === "_" ? "/" : char);
    if (value === -1) break;
    held = (held << 6) | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const code = (held >> bits) & 0xff;
    if (!isReadable(code)) break;
    out += String.fromCharCode(code);
  }
  return out;
}

function isReadable(code: number): boolean {
  return (code >= 32 && code < 127) || code === 9 || code === 10 || code === 13;
}

/** Only something with words in it is text. */
function asText(value: string): string | undefined {
  return value.length >= 12 && value.split(" ").length >= 3 ? value : undefined;
}
