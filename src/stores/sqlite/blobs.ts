// Bodies too large for a row, as files named by their content. Written whole or not at all, before the row that points to them commits.

import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Spill } from "../../kernel/sessions/part-layout.ts";

export interface Blobs {
  readonly dir: string;
  keyOf(kind: Spill["kind"], body: string): string;
  /** Durable when it returns; writing what is there already does nothing. Returns the bytes on disk. */
  put(spill: Spill): number;
  /** undefined when the file is gone or no longer what its name says. */
  read(key: string): string | undefined;
  has(key: string): boolean;
  pathOf(key: string): string;
  drop(key: string): void;
}

const KEY = /^(?:txt|img)-[0-9a-f]{64}$/u;

export function createBlobs(dir: string): Blobs {
  const pathOf = (key: string): string => join(dir, key.slice(4, 6), key);
  const keyOf: Blobs["keyOf"] = (kind, body) => {
    const binary = kind === "image" && isCanonicalBase64(body);
    return `${binary ? "img" : "txt"}-${createHash("sha256").update(bytesOf(binary, body)).digest("hex")}`;
  };
  return {
    dir,
    keyOf,
    pathOf,
    has: (key) => existsSync(pathOf(key)),
    put(spill) {
      const path = pathOf(spill.key);
      const bytes = bytesOf(spill.key.startsWith("img-"), spill.body);
      if (!existsSync(path)) writeWhole(path, bytes);
      return bytes.byteLength;
    },
    read(key) {
      const path = pathOf(key);
      if (!KEY.test(key) || !existsSync(path)) return undefined;
      const bytes = readFileSync(path);
      if (createHash("sha256").update(bytes).digest("hex") !== key.slice(4)) return undefined;
      return bytes.toString(key.startsWith("img-") ? "base64" : "utf8");
    },
    drop: (key) => rmSync(pathOf(key), { force: true }),
  };
}

function isCanonicalBase64(body: string): boolean {
  return Buffer.from(body, "base64").toString("base64") === body;
}

function bytesOf(binary: boolean, body: string): Buffer {
  return Buffer.from(body, binary ? "base64" : "utf8");
}

function writeWhole(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, "w", 0o600);
  try {
    for (let written = 0; written < bytes.byteLength; ) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
