// Text files keep what they were: encoding, byte-order mark and line ends survive an edit.

import { type Encoding, isCrlf, sniff } from "../kernel/files/encoding.ts";
import { stripBom } from "../kernel/text.ts";

export interface TextFormat {
  readonly encoding: Encoding;
  readonly bom: boolean;
  /** Every line ends in CRLF; the text itself has LF only. */
  readonly crlf: boolean;
}

export interface TextFile {
  readonly text: string;
  readonly format: TextFormat;
}

export const PLAIN: TextFormat = { encoding: "utf-8", bom: false, crlf: false };

/** Undefined when the bytes are not text. */
export function decodeText(bytes: Uint8Array): TextFile | undefined {
  const sniffed = sniff(bytes);
  if (sniffed.type === "binary") return undefined;
  const { encoding, bom } = sniffed;
  const raw = stripBom(
    encoding === "latin1" ? Buffer.from(bytes).toString("latin1") : new TextDecoder(encoding).decode(bytes),
  );
  const crlf = isCrlf(raw);
  return { text: crlf ? raw.replaceAll("\r\n", "\n") : raw, format: { encoding, bom, crlf } };
}

/** Text that latin1 cannot hold is written as UTF-8. */
export function encodeText(text: string, format: TextFormat): Uint8Array {
  const body = format.crlf ? text.replace(/\r?\n/g, "\r\n") : text;
  const marked = format.bom && !body.startsWith("\uFEFF") ? `\uFEFF${body}` : body;
  switch (format.encoding) {
    case "utf-16le":
      return Buffer.from(marked, "utf16le");
    case "utf-16be":
      return Buffer.from(marked, "utf16le").swap16();
    case "latin1":
      return [...body].some((char) => char > "\u00ff") ? Buffer.from(body, "utf8") : Buffer.from(body, "latin1");
    case "utf-8":
      return Buffer.from(marked, "utf8");
  }
}
