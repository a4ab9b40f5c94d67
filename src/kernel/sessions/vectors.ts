// Meanings as vectors: packed to a byte per dimension, compared by angle.

/** A scale, then one signed byte per dimension: an eighth of what a database would need for doubles, and as good for ranking. */
export type PackedVector = Uint8Array;

const SCALE_BYTES = 4;
const FULL = 127;

export function packVector(vector: ArrayLike<number>): PackedVector {
  const length = Math.hypot(...Array.from(vector)) || 1;
  const unit = Float32Array.from(vector, (value) => value / length);
  const most = unit.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1;
  const packed = new Uint8Array(SCALE_BYTES + unit.length);
  new DataView(packed.buffer).setFloat32(0, most / FULL, true);
  new Int8Array(packed.buffer, SCALE_BYTES).set(unit.map((value) => Math.round((value / most) * FULL)));
  return packed;
}

interface Unpacked {
  readonly scale: number;
  readonly values: Int8Array;
}

function unpack(packed: PackedVector): Unpacked {
  return {
    scale: new DataView(packed.buffer, packed.byteOffset).getFloat32(0, true),
    values: new Int8Array(packed.buffer, packed.byteOffset + SCALE_BYTES, packed.byteLength - SCALE_BYTES),
  };
}

/** From -1 to 1: 1 for the same direction, 0 for nothing in common. */
function similarity(a: Unpacked, b: Unpacked): number {
  let sum = 0;
  for (let i = 0; i < a.values.length; i++) sum += (a.values[i] ?? 0) * (b.values[i] ?? 0);
  return sum * a.scale * b.scale;
}

export interface PlacedVector {
  /** The message it belongs to. */
  readonly seq: number;
  readonly vector: PackedVector;
}

/** Below this, two sentences have nothing to do with each other. */
const NEAR = 0.3;

/** Messages near `wanted`, nearest first. */
export function nearestOf(placed: Iterable<PlacedVector>, wanted: PackedVector, limit: number): readonly number[] {
  const query = unpack(wanted);
  const near: { readonly seq: number; readonly fit: number }[] = [];
  for (const { seq, vector } of placed) {
    if (vector.byteLength !== wanted.byteLength) continue;
    const fit = similarity(query, unpack(vector));
    if (fit >= NEAR) near.push({ seq, fit });
  }
  return near
    .sort((a, b) => b.fit - a.fit || b.seq - a.seq)
    .slice(0, limit)
    .map(({ seq }) => seq);
}
