// Output of any length in bounded memory: the first bytes and a ring of the last ones.

import { HEAD_SHARE } from "./cut.ts";

export interface KeptBytes {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  /** Bytes dropped between head and tail. */
  readonly omitted: number;
}

export interface ByteKeeper {
  push(chunk: Uint8Array): void;
  kept(): KeptBytes;
}

/** Keeps at most `max` bytes: 40 % from the start, 60 % from the end. */
export function createByteKeeper(max: number): ByteKeeper {
  const headMax = Math.floor(max * HEAD_SHARE);
  const tailMax = max - headMax;
  const head: Uint8Array[] = [];
  let headSize = 0;
  let tail: Uint8Array[] = [];
  let tailSize = 0;
  let omitted = 0;
  const trim = () => {
    const whole = joinBytes(tail, tailSize);
    omitted += Math.max(0, tailSize - tailMax);
    tail = [whole.slice(Math.max(0, tailSize - tailMax))];
    tailSize = Math.min(tailSize, tailMax);
  };
  return {
    push(chunk) {
      const room = headMax - headSize;
      const first = chunk.subarray(0, Math.max(0, room));
      if (first.length > 0) {
        head.push(first);
        headSize += first.length;
      }
      const rest = chunk.subarray(first.length);
      if (rest.length === 0) return;
      tail.push(rest);
      tailSize += rest.length;
      // Trimming at twice the size keeps the cost of copying constant per byte.
      if (tailSize > tailMax * 2) trim();
    },
    kept() {
      if (tailSize > tailMax) trim();
      return { head: joinBytes(head, headSize), tail: joinBytes(tail, tailSize), omitted };
    },
  };
}

export function joinBytes(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

/** The longest prefix that does not end inside a UTF-8 sequence. */
export function wholePrefix(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? bytes.subarray(0, bytes.length - back) : bytes;
    }
  }
  return bytes;
}

/** The longest suffix that does not start inside a UTF-8 sequence. */
export function wholeSuffix(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < Math.min(3, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.subarray(start);
}
