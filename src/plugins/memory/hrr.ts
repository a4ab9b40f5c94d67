// Holographic vectors: a phase per dimension. Binding adds phases, bundling averages them on the circle, likeness is the mean cosine.

import { hash } from "node:crypto";

export const DIMENSIONS = 1_024;
const TURN = 2 * Math.PI;

/** The same word always has the same vector. */
export function atom(word: string): Float64Array {
  const phases = new Float64Array(DIMENSIONS);
  for (let at = 0, block = 0; at < DIMENSIONS; block++) {
    const digest = hash("sha256", `${word}:${block}`, "buffer");
    for (let byte = 0; byte + 1 < digest.length && at < DIMENSIONS; byte += 2, at++)
      phases[at] = (digest.readUInt16BE(byte) / 65_536) * TURN;
  }
  return phases;
}

export function bind(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((phase, at) => (phase + (b[at] ?? 0)) % TURN);
}

export function bundle(vectors: readonly Float64Array[]): Float64Array {
  const [x, y] = [new Float64Array(DIMENSIONS), new Float64Array(DIMENSIONS)];
  for (const vector of vectors)
    for (let at = 0; at < DIMENSIONS; at++) {
      x[at] = (x[at] ?? 0) + Math.cos(vector[at] ?? 0);
      y[at] = (y[at] ?? 0) + Math.sin(vector[at] ?? 0);
    }
  return x.map((value, at) => (Math.atan2(y[at] ?? 0, value) + TURN) % TURN);
}

/** 1 for the same, about 0 for unrelated. */
export function likeness(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < DIMENSIONS; at++) sum += Math.cos((a[at] ?? 0) - (b[at] ?? 0));
  return sum / DIMENSIONS;
}

const CONTENT_ROLE = "role:content";
const ENTITY_ROLE = "role:entity";

export function encodeWords(words: readonly string[]): Float64Array {
  return bundle(words.length === 0 ? [atom("")] : words.map(atom));
}

/** A fact: its words in one role, each of its names in another. */
export function encodeFact(words: readonly string[], entities: readonly string[]): Float64Array {
  return bundle([bind(encodeWords(words), atom(CONTENT_ROLE)), ...entities.map((entity) => encodeEntity(entity))]);
}

export function encodeEntity(entity: string): Float64Array {
  return bind(atom(entity.toLowerCase()), atom(ENTITY_ROLE));
}

export function encodeQuery(words: readonly string[]): Float64Array {
  return bind(encodeWords(words), atom(CONTENT_ROLE));
}

export function toBytes(vector: Float64Array): Uint8Array {
  return new Uint8Array(vector.buffer.slice(0));
}

/** Undefined for bytes that are no vector of ours. */
export function fromBytes(bytes: unknown): Float64Array | undefined {
  if (!(bytes instanceof Uint8Array) || bytes.byteLength !== DIMENSIONS * 8) return undefined;
  return new Float64Array(new Uint8Array(bytes).buffer);
}
