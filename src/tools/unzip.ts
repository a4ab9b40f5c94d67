// The parts of a zip file by name, unpacked one at a time and never beyond a limit for all of them.

import { inflateRawSync } from "node:zlib";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const MAX_BYTES = 64 * 1024 * 1024;

/** Undefined when the bytes are no zip file; a part is undefined when it is not there, cannot be unpacked or would be too much with the others. */
export function openZip(bytes: Uint8Array): ((name: string) => Uint8Array | undefined) | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = data.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end === -1 || end + 22 > data.length || data.readUInt32LE(end) !== END) return undefined;
  const parts = new Map<string, number>();
  let at = data.readUInt32LE(end + 16);
  for (let left = data.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > data.length || data.readUInt32LE(at) !== ENTRY) return undefined;
    const [name, extra, comment] = [28, 30, 32].map((offset) => data.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    parts.set(data.toString("utf8", at + 46, at + 46 + name), at);
    at += 46 + name + extra + comment;
  }
  let left = MAX_BYTES;
  return (name) => {
    const entry = parts.get(name);
    const part = entry === undefined || left === 0 ? undefined : unpacked(data, entry, left);
    left -= part?.length ?? 0;
    return part;
  };
}

function unpacked(data: Buffer, entry: number, most: number): Uint8Array | undefined {
  const method = data.readUInt16LE(entry + 10);
  const size = data.readUInt32LE(entry + 20);
  const local = data.readUInt32LE(entry + 42);
  if (local + 30 > data.length) return undefined;
  const start = local + 30 + data.readUInt16LE(local + 26) + data.readUInt16LE(local + 28);
  const packed = data.subarray(start, start + size);
  if (method === 0) return packed.length > most ? undefined : packed;
  if (method !== 8) return undefined;
  try {
    return inflateRawSync(packed, { maxOutputLength: most });
  } catch {
    // Damaged, or larger unpacked than anybody would read.
    return undefined;
  }
}
