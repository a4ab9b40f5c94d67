// One row as SQLite writes it: a header of types, then the values.

export type Value = string | number | bigint | null | Uint8Array;

/** Up to nine bytes, seven bits each, the last one whole; undefined where the bytes end or the number is no row's. */
export function readVarint(bytes: Buffer, at: number): { readonly value: number; readonly next: number } | undefined {
  let value = 0n;
  for (let i = 0; i < 9; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) return undefined;
    value = i === 8 ? (value << 8n) | BigInt(byte) : (value << 7n) | BigInt(byte & 0x7f);
    if (i === 8 || byte < 0x80) {
      const number = Number(BigInt.asIntN(64, value));
      return Number.isSafeInteger(number) ? { value: number, next: at + i + 1 } : undefined;
    }
  }
  return undefined;
}

/** undefined for bytes that are no record: lengths must add up exactly. */
export function decodeRecord(payload: Buffer): readonly Value[] | undefined {
  const header = readVarint(payload, 0);
  if (header === undefined || header.value < 2 || header.value > payload.length) return undefined;
  const types: number[] = [];
  for (let at = header.next; at < header.value; ) {
    const type = readVarint(payload, at);
    if (type === undefined || type.value < 0 || type.value === 10 || type.value === 11) return undefined;
    types.push(type.value);
    at = type.next;
  }
  const total = types.reduce((sum, type) => sum + bytesOf(type), header.value);
  if (total !== payload.length) return undefined;
  let at = header.value;
  return types.map((type) => {
    const start = at;
    at += bytesOf(type);
    return decodeValue(type, payload.subarray(start, at));
  });
}

const FIXED_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0];

function bytesOf(type: number): number {
  return FIXED_BYTES[type] ?? Math.floor((type - 12) / 2);
}

function decodeValue(type: number, bytes: Buffer): Value {
  if (type === 0) return null;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type === 8 || type === 9) return type - 8;
  if (type === 6) {
    const whole = bytes.readBigInt64BE(0);
    return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole;
  }
  if (type < 6) return bytes.readIntBE(0, bytes.length);
  return type % 2 === 1 ? bytes.toString("utf8") : bytes;
}
