// Orders packed as base64 or hexadecimal: a reader skips them, a model decodes them.

import type { Sighting } from "./sighting.ts";

const BLOB = /[A-Za-z0-9+/_-]{24,}={0,2}/g;
const MAX_BLOB = 4_096;
const MAX_TOTAL = 65_536;

/** Blobs whose decoded text the given scan objects to. */
export function encodedFindings(source: string, objectsTo: (decoded: string) => boolean): Sighting[] {
  const found: Sighting[] = [];
  let spent = 0;
  for (const match of source.matchAll(BLOB)) {
    if (spent >= MAX_TOTAL) break;
    const blob = match[0].slice(0, MAX_BLOB);
    const decoded = /^[0-9a-f]+$/i.test(blob) ? fromHex(blob) : fromBase64(blob);
    if (decoded === undefined) continue;
    spent += blob.length;
    if (objectsTo(decoded))
      found.push({ id: "encoded_instruction", start: match.index, end: match.index + match[0].length });
  }
  return found;
}

function fromHex(blob: string): string | undefined {
  let out = "";
  for (let i = 0; i + 1 < blob.length; i += 2) {
    const code = Number.parseInt(blob.slice(i, i + 2), 16);
    if (!isReadable(code)) return undefined;
    out += String.fromCharCode(code);
  }
  return asText(out);
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function fromBase64(blob: string): string | undefined {
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
    if (!isReadable(code)) return undefined;
    out += String.fromCharCode(code);
  }
  return asText(out);
}

function isReadable(code: number): boolean {
  return (code >= 32 && code < 127) || code === 9 || code === 10 || code === 13;
}

/** Only something with words in it is text. */
function asText(value: string): string | undefined {
  return value.split(" ").length >= 3 ? value : undefined;
}
