// A folder as one gzipped tar file and back: plain files and folders only, every name checked on the way out.

import { gunzipSync, gzipSync } from "node:zlib";
import { StoreFailure } from "../../../kernel/failure.ts";

export interface TarFile {
  /** Relative, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mode: number;
}

const BLOCK = 512;

export function packTar(files: readonly TarFile[], mtimeMs: number): Buffer {
  const blocks: Buffer[] = [];
  for (const { path, bytes, mode } of files) {
    const name = Buffer.from(path);
    if (name.length > 100) {
      // The widely understood way to carry a long name: a file of its own, type L.
      blocks.push(
        header("././@LongLink", name.length + 1, 0o644, mtimeMs, "L"),
        padded(Buffer.concat([name, Buffer.of(0)])),
      );
    }
    blocks.push(header(path.slice(0, 100), bytes.length, mode, mtimeMs, "0"), padded(Buffer.from(bytes)));
  }
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(BLOCK * 2)]));
}

/** Throws `corrupt` for anything that is not such an archive, for links, and for names that lead out. */
export function unpackTar(archive: Uint8Array): readonly TarFile[] {
  const data = inflate(archive);
  const files: TarFile[] = [];
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= data.length; ) {
    const block = data.subarray(at, at + BLOCK);
    if (block.every((byte) => byte === 0)) break;
    const size = octal(block, 124, 12);
    const type = String.fromCharCode(block[156] ?? 0);
    const body = data.subarray(at + BLOCK, at + BLOCK + size);
    if (checksumOf(block) !== octal(block, 148, 8) || body.length !== size) throw broken("a damaged entry");
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    if (type === "L") longName = text(body, 0, body.length);
    else {
      const path = longName ?? joined(text(block, 345, 155), text(block, 0, 100));
      longName = undefined;
      if (type === "5" || type === "x" || type === "g") continue;
      if (type !== "0" && type !== "\0") throw broken(`an entry of type ${JSON.stringify(type)} (${path})`);
      files.push({ path: safePath(path), bytes: Uint8Array.from(body), mode: octal(block, 100, 8) & 0o777 });
    }
  }
  return files;
}

function inflate(archive: Uint8Array): Buffer {
  try {
    return gunzipSync(archive, { maxOutputLength: 512 * 1024 * 1024 });
  } catch (error) {
    throw new StoreFailure("corrupt", "The backup is not a readable archive.", error);
  }
}

function header(name: string, size: number, mode: number, mtimeMs: number, type: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, 100);
  block.write(`${mode.toString(8).padStart(7, "0")}\0`, 100);
  block.write("0000000\0", 108);
  block.write("0000000\0", 116);
  block.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  block.write(
    `${Math.floor(mtimeMs / 1000)
      .toString(8)
      .padStart(11, "0")}\0`,
    136,
  );
  block.write("        ", 148);
  block.write(type, 156);
  block.write("ustar\0", 257);
  block.write("00", 263);
  block.write(`${checksumOf(block).toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

function checksumOf(block: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < BLOCK; i++) sum += i >= 148 && i < 156 ? 32 : (block[i] ?? 0);
  return sum;
}

function padded(bytes: Buffer): Buffer {
  const rest = bytes.length % BLOCK;
  return rest === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(BLOCK - rest)]);
}

function octal(block: Uint8Array, at: number, length: number): number {
  const value = Number.parseInt(text(block, at, length).trim() || "0", 8);
  return Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

function text(block: Uint8Array, at: number, length: number): string {
  const slice = block.subarray(at, at + length);
  const end = slice.indexOf(0);
  return Buffer.from(end === -1 ? slice : slice.subarray(0, end)).toString("utf8");
}

function joined(prefix: string, name: string): string {
  return prefix === "" ? name : `${prefix}/${name}`;
}

function safePath(given: string): string {
  const path = given.replace(/^(?:\.\/)+/, "").replace(/^skills\//, "");
  const parts = path.split("/");
  if (path === "" || path.startsWith("/") || parts.includes("..") || path.includes("\0") || path.includes("\\"))
    throw broken(`an unsafe name (${JSON.stringify(given)})`);
  return path;
}

function broken(what: string): StoreFailure {
  return new StoreFailure("corrupt", `The backup holds ${what}; nothing was restored.`);
}
