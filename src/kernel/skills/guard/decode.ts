// Payloads hidden by encoding: base64, hex, escapes, character codes. Whatever decodes to readable text is looked at again.

export interface Payload {
  readonly text: string;
  /** Where the encoded form begins in the source. */
  readonly at: number;
  readonly how: "base64" | "hex" | "escapes" | "codes" | "reversed";
}

const MAX_PAYLOADS = 200;
const BASE64 = /[A-Za-z0-9+/_-]{20,}={0,2}/g;
const HEX = /(?:0x)?[0-9A-Fa-f]{24,}/g;
const ESCAPES = /(?:\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2}|\\[0-3][0-7]{2}){8,}/g;
const CODES = /(?:\b(?:0x[0-9a-f]{2}|\d{2,3})\s{0,3},\s{0,3}){8,}(?:0x[0-9a-f]{2}|\d{2,3})/gi;

/** Everything in `text` that is text in disguise, in order of appearance. */
export function findPayloads(text: string): readonly Payload[] {
  const found: Payload[] = [];
  const add = (how: Payload["how"], at: number, decoded: string | undefined) => {
    if (decoded !== undefined && isReadable(decoded) && found.length < MAX_PAYLOADS)
      found.push({ text: decoded, at, how });
  };
  // Strings split over lines or glued with quotes and plus signs are one string.
  const joined = text.replace(/(["'])\s{0,40}(?:\+|\\)?\s{0,40}\n?\s{0,40}\1/g, "");
  const sources = joined === text ? [text] : [text, joined];
  for (const source of sources) {
    for (const match of source.matchAll(BASE64)) add("base64", match.index, fromBase64(match[0]));
    for (const match of source.matchAll(HEX)) add("hex", match.index, fromHex(match[0].replace(/^0x/, "")));
    for (const match of source.matchAll(ESCAPES)) add("escapes", match.index, fromEscapes(match[0]));
    for (const match of source.matchAll(CODES)) add("codes", match.index, fromCodes(match[0]));
  }
  if (/\[::-1\]|\brev\b|\.reverse\(\)/.test(text)) {
    for (const match of text.matchAll(/["'`]([^"'`\n]{12,400})["'`]/g))
      add(
        "reversed",
        match.index,
        Array.from(match[1] ?? "")
          .reverse()
          .join(""),
      );
  }
  return distinct(found);
}

function distinct(payloads: readonly Payload[]): readonly Payload[] {
  const seen = new Set<string>();
  return payloads.filter(({ text }) => !seen.has(text) && seen.add(text) !== undefined);
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function fromBase64(source: string): string | undefined {
  const clean = source.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/");
  // A word, a path or a hash: mixed case and length rule most of them out before any work is done.
  if (clean.length % 4 === 1 || !/[a-z]/.test(clean) || !/[A-Z0-9]/.test(clean)) return undefined;
  const bytes: number[] = [];
  for (let i = 0; i + 1 < clean.length; i += 4) {
    const digits = [0, 1, 2, 3].map((k) => (i + k < clean.length ? ALPHABET.indexOf(clean[i + k] ?? "") : -1));
    const [a = -1, b = -1, c = -1, d = -1] = digits;
    if (a < 0 || b < 0) return undefined;
    bytes.push((a << 2) | (b >> 4));
    if (c >= 0) bytes.push(((b & 15) << 4) | (c >> 2));
    if (c >= 0 && d >= 0) bytes.push(((c & 3) << 6) | d);
  }
  return fromBytes(bytes);
}

function fromHex(source: string): string | undefined {
  if (source.length % 2 !== 0) return undefined;
  return fromBytes(
    Array.from({ length: source.length / 2 }, (_, i) => Number.parseInt(source.slice(i * 2, i * 2 + 2), 16)),
  );
}

function fromEscapes(source: string): string {
  return source.replace(
    /\\x([0-9A-Fa-f]{2})|\\u([0-9A-Fa-f]{4})|%([0-9A-Fa-f]{2})|\\([0-3][0-7]{2})/g,
    (_all, x, u, p, o) =>
      String.fromCharCode(o === undefined ? Number.parseInt(x ?? u ?? p, 16) : Number.parseInt(o, 8)),
  );
}

function fromCodes(source: string): string | undefined {
  const codes = source.split(",").map((one) => Number(one.trim()));
  return codes.every((code) => code >= 9 && code < 127) ? String.fromCharCode(...codes) : undefined;
}

/** UTF-16 with every other byte zero is what PowerShell encodes. */
function fromBytes(bytes: readonly number[]): string {
  const isWide = bytes.length >= 8 && bytes.every((byte, i) => i % 2 === 0 || byte === 0);
  return (isWide ? bytes.filter((_, i) => i % 2 === 0) : bytes).map((byte) => String.fromCharCode(byte)).join("");
}

/** Random bytes look like noise; a command or a script does not. */
function isReadable(text: string): boolean {
  if (text.length < 8) return false;
  let plain = 0;
  let letters = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 9 || code === 10 || code === 13 || (code >= 32 && code < 127)) plain++;
    if ((code | 32) >= 97 && (code | 32) <= 122) letters++;
  }
  return plain / text.length > 0.97 && letters / text.length > 0.4 && /[\s/.:=(]/.test(text);
}
