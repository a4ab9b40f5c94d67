// Search by meaning: who turns words into vectors, and where a store keeps them.

import type { PackedVector, PlacedVector } from "../kernel/sessions/vectors.ts";

export type { PackedVector, PlacedVector };

/** Knows what words mean, and holds the vectors it is given. Rejects when the model behind it cannot be used. */
export interface MeaningEngine {
  /** Names its vectors: those of another model cannot be compared with them. */
  readonly model: string;
  /** One vector per text, in order. */
  embed(texts: readonly string[]): Promise<readonly PackedVector[]>;
  /** From now on `nearest` finds them; the same message again replaces what was held. */
  hold(placed: readonly PlacedVector[]): Promise<void>;
  /** Held messages near the text in meaning, nearest first. */
  nearest(text: string, limit: number): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** Whether this home searches by meaning. */
export type MeaningStatus =
  | { readonly type: "off" }
  /** Wanted, but the model is not on this machine; `how` says how it gets there. */
  | { readonly type: "missing"; readonly how: string }
  | {
      readonly type: "on";
      /** Messages that have no vector yet. */
      waiting(): Promise<number>;
      /** Gives every message its vector; safe to interrupt. Says how many got one. */
      catchUp(progress?: (done: number) => void): Promise<number>;
    };

export interface WaitingText {
  readonly seq: number;
  readonly text: string;
}

/** Vectors beside the messages they belong to, in tables of our own: dropping them loses nothing but this way to search. */
export interface VectorShelf {
  /** The oldest messages of people and model that have no vector yet. Vectors of another model are dropped first. */
  waiting(model: string, limit: number): Promise<readonly WaitingText[]>;
  countWaiting(model: string): Promise<number>;
  /** Ignores messages that are gone or have one already. */
  place(model: string, placed: readonly PlacedVector[]): Promise<void>;
  /** In the order they were placed, after the mark; `mark` of the last one continues. */
  placedAfter(mark: number, limit: number): Promise<readonly (PlacedVector & { readonly mark: number })[]>;
}
