// Just enough tar: plain files and folders out; plain files and folders in, and a refusal for everything else an archive can hold.

import { Buffer } from "node:buffer";

export interface TarMember {
  readonly path: string;
  readonly type: "file" | "dir";
  readonly mode: number;
  readonly mtimeMs: number;
  readonly size: number;
}

export type TarEvent =
  | { readonly type: "member"; readonly member: TarMember }
  | { readonly type: "bytes"; readonly chunk: Buffer };

/** Names the member that made the archive unacceptable. */
export class BadArchive extends Error {}

const BLOCK = 512;
const MAX_HEADER_TEXT = 64 * 1024;

/** Header blocks for one member; its bytes, padded by `padding`, follow. */
export function tarHeader(member: TarMember): Buffer {
  const name = member.type === "dir" ? `${member.path}/` : member.path;
  if (Buffer.byteLength(name) <= 100) return header(name, member.size, member.type === "dir" ? "5" : "0", member);
  const record = paxRecord("path", name);
  return Buffer.concat([
    header("PaxHeader", record.length, "x", member),
    record,
    padding(record.length),
    header(name.slice(0, 20), member.size, member.type === "dir" ? "5" : "0", member),
  ]);
}

export function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

export const TAR_END: Buffer = Buffer.alloc(2 * BLOCK);

/** Members and their bytes in order. Throws BadArchive on links, devices, unsafe paths and damage. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEvent> {
  const input = byteReader(source);
  let longPath: string | undefined;
  for (let block = await input.take(BLOCK); block?.some((byte) => byte !== 0); block = await input.take(BLOCK)) {
    verify(block);
    const size = octal(block.subarray(124, 136));
    const kind = String.fromCharCode(block[156] ?? 0);
    if (kind === "x" || kind === "L" || kind === "g") {
      if (size > MAX_HEADER_TEXT) throw new BadArchive("a header is too long");
      const body = await input.exactly(size);
      await input.exactly(padding(size).length);
      if (kind === "x") longPath = paxPath(body) ?? longPath;
      if (kind === "L") longPath = text(body);
      continue;
    }
    const path = safePath(longPath ?? ustarPath(block));
    longPath = undefined;
    if (kind !== "0" && kind !== "\0" && kind !== "5") throw new BadArchive(`${path} is a link or device`);
    const type = kind === "5" ? "dir" : "file";
    yield {
      type: "member",
      member: {
        path,
        type,
        mode: octal(block.subarray(100, 108)) & 0o777,
        mtimeMs: octal(block.subarray(136, 148)) * 1000,
        size: type === "dir" ? 0 : size,
      },
    };
    for (let left = size; left > 0; ) {
      const chunk = await input.some(left);
      left -= chunk.length;
      yield { type: "bytes", chunk };
    }
    await input.exactly(padding(size).length);
  }
}

function header(name: string, size: number, kind: string, { mode, mtimeMs }: TarMember): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, 100);
  block.write(octalText(mode, 7), 100);
  block.write(octalText(0, 7), 108);
  block.write(octalText(0, 7), 116);
  block.write(octalText(size, 11), 124);
  block.write(octalText(Math.max(0, Math.floor(mtimeMs / 1000)), 11), 136);
  block.write("        ", 148);
  block.write(kind, 156);
  block.write("ustar\x0000", 257);
  block.write(`${octalText(checksum(block), 6)}\0 `, 148);
  return block;
}

function verify(block: Buffer): void {
  const stated = octal(block.subarray(148, 156));
  const copy = Buffer.from(block);
  copy.write("        ", 148);
  if (checksum(copy) !== stated) throw new BadArchive("it is damaged");
}

// Absolute paths, parents, drives and control characters have no business in a profile.
function safePath(raw: string): string {
  const path = raw.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
  const parts = path.split("/");
  if (
    path === "" ||
    path.startsWith("/") ||
    /[\\:\x00-\x1f]/.test(path) ||
    parts.some((part) => part === ".." || part === "." || part === "")
  ) {
    throw new BadArchive(`${JSON.stringify(raw)} is not a safe path`);
  }
  return path;
}

function ustarPath(block: Buffer): string {
  const name = text(block.subarray(0, 100));
  const prefix = block.toString("latin1", 257, 262) === "ustar" ? text(block.subarray(345, 500)) : "";
  return prefix === "" ? name : `${prefix}/${name}`;
}

function paxPath(body: Buffer): string | undefined {
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(0x20, at);
    const length = Number(body.toString("latin1", at, space === -1 ? at : space));
    if (!Number.isInteger(length) || length <= 0) throw new BadArchive("it is damaged");
    const record = body.toString("utf8", space + 1, at + length - 1);
    if (record.startsWith("path=")) return record.slice("path=".length);
    at += length;
  }
  return undefined;
}

function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (String(length).length !== String(rest).length) length = rest + String(length).length;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

function octal(field: Buffer): number {
  if (((field[0] ?? 0) & 0x80) !== 0) throw new BadArchive("a file in it is too large");
  const digits = text(field).trim();
  if (!/^[0-7]*$/.test(digits)) throw new BadArchive("it is damaged");
  return digits === "" ? 0 : Number.parseInt(digits, 8);
}

const octalText = (value: number, width: number): string => value.toString(8).padStart(width, "0");
const checksum = (block: Buffer): number => block.reduce((sum, byte) => sum + byte, 0);

function text(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString("utf8", 0, end === -1 ? bytes.length : end);
}

interface ByteReader {
  /** Between 1 and `most` bytes. */
  some(most: number): Promise<Buffer>;
  exactly(count: number): Promise<Buffer>;
  /** Undefined at the end of the archive. */
  take(count: number): Promise<Buffer | undefined>;
}

function byteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const next = await chunks.next();
    if (next.done !== true) held = held.length === 0 ? Buffer.from(next.value) : Buffer.concat([held, next.value]);
    return next.done !== true;
  };
  const cut = (count: number): Buffer => {
    const chunk = held.subarray(0, count);
    held = held.subarray(count);
    return chunk;
  };
  const take = async (count: number): Promise<Buffer | undefined> => {
    while (held.length < count) if (!(await more())) return undefined;
    return cut(count);
  };
  return {
    take,
    async exactly(count) {
      const chunk = await take(count);
      if (chunk === undefined) throw tooShort();
      return chunk;
    },
    async some(most) {
      while (held.length === 0) if (!(await more())) throw tooShort();
      return cut(most);
    },
  };
}

const tooShort = (): BadArchive => new BadArchive("it ends too early");
