// What a file's bytes are: text in which encoding, with which mark and line ends, or not text at all.

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "latin1";

export type Sniffed =
  | { readonly type: "text"; readonly encoding: Encoding; readonly bom: boolean }
  | { readonly type: "binary" };

const SAMPLE_BYTES = 65_536;
const MAX_CONTROL_SHARE = 0.3;

export function sniff(bytes: Uint8Array): Sniffed {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf && isUtf8(bytes))
    return { type: "text", encoding: "utf-8", bom: true };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16("utf-16le", bytes, true);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16("utf-16be", bytes, true);
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (sample.includes(0)) return guessUtf16(sample, bytes);
  if (controlShare(sample) > MAX_CONTROL_SHARE) return { type: "binary" };
  return { type: "text", encoding: isUtf8(bytes) ? "utf-8" : "latin1", bom: false };
}

/** Text only if every unit is whole and every surrogate has its other half: an edit must give back each byte it did not change. */
function utf16(encoding: "utf-16le" | "utf-16be", bytes: Uint8Array, bom: boolean): Sniffed {
  if (bytes.length % 2 === 1) return { type: "binary" };
  const high = encoding === "utf-16le" ? 1 : 0;
  let open = false;
  for (let at = high; at < bytes.length; at += 2) {
    const kind = (bytes[at] ?? 0) & 0xfc;
    if ((kind === 0xdc) !== open) return { type: "binary" };
    open = kind === 0xd8;
  }
  return open ? { type: "binary" } : { type: "text", encoding, bom };
}

/** UTF-16 without a mark: nearly every second byte of Western text is zero, always on the same side. */
function guessUtf16(sample: Uint8Array, bytes: Uint8Array): Sniffed {
  const zeros = [0, 0];
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = sample.length / 2;
  if (half >= 2 && sample.length % 2 === 0) {
    if (odd > half * 0.7 && even < half * 0.05) return utf16("utf-16le", bytes, false);
    if (even > half * 0.7 && odd < half * 0.05) return utf16("utf-16be", bytes, false);
  }
  return { type: "binary" };
}

function controlShare(sample: Uint8Array): number {
  if (sample.length === 0) return 0;
  let controls = 0;
  for (const byte of sample)
    if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) controls++;
  return controls / sample.length;
}

/** Strict: no overlong forms, no surrogates, nothing above U+10FFFF, nothing cut off. */
export function isUtf8(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) {
    const first = bytes[i] ?? 0;
    if (first < 0x80) continue;
    const more = first >= 0xf0 && first <= 0xf4 ? 3 : first >= 0xe0 ? (first < 0xf0 ? 2 : -1) : first >= 0xc2 ? 1 : -1;
    if (more < 0 || i + more >= bytes.length) return false;
    const second = bytes[i + 1] ?? 0;
    if (first === 0xe0 && second < 0xa0) return false;
    if (first === 0xed && second > 0x9f) return false;
    if (first === 0xf0 && second < 0x90) return false;
    if (first === 0xf4 && second > 0x8f) return false;
    for (let k = 1; k <= more; k++) if (((bytes[i + k] ?? 0) & 0xc0) !== 0x80) return false;
    i += more;
  }
  return true;
}

/** True when every line ends in CRLF and there is at least one. */
export function isCrlf(value: string): boolean {
  return value.includes("\r\n") && !/(^|[^\r])\n/.test(value);
}

const BINARY_EXTENSIONS = new Set(
  "exe dll so dylib a o obj bin class jar war pyc pyo wasm zip gz tgz bz2 xz zst 7z rar tar iso dmg deb rpm mp3 mp4 m4a mov avi mkv webm ogg flac wav woff woff2 ttf otf eot sqlite db pdf doc ppt xls".split(
    " ",
  ),
);
const IMAGE_TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  bmp: "image/bmp",
  ico: "image/x-icon",
  tif: "image/tiff",
  tiff: "image/tiff",
  avif: "image/avif",
  heic: "image/heic",
};

export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

export function imageType(path: string): string | undefined {
  return IMAGE_TYPES[extensionOf(path)];
}

export function isBinaryName(path: string): boolean {
  return BINARY_EXTENSIONS.has(extensionOf(path));
}
