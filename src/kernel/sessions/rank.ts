// How well a message answers a query: its own words, words just before and after it, how close they stand, its session, its age.

import type { Asked } from "./answer-fit.ts";
import type { Occurrence } from "./matcher.ts";

/** Facts about the terms of a query in the whole store. */
export interface TermFacts {
  /** Messages in the store, and how many of them have each term. */
  readonly total: number;
  readonly counts: readonly number[];
  /** How many have it or a related word. */
  readonly wide: readonly number[];
  /** How much each term tells in any text, however rare it is here; at most 1. */
  readonly worth: readonly number[];
}

export interface Candidate {
  readonly seq: number;
  readonly sessionId: string;
  readonly at: number;
  readonly role: string;
  readonly chars: number;
  readonly occurrences: readonly Occurrence[];
  /** What the neighbours in the conversation have: -1 is just before it, 1 just after. */
  readonly around: readonly Beside[];
  /** More than 1 when it looks like what was asked for, less when it does not. */
  readonly fit: number;
}

export interface Beside {
  readonly distance: number;
  readonly occurrences: readonly Occurrence[];
  /** It ends with a question. */
  readonly asks: boolean;
}

export interface Scored<C> {
  readonly candidate: C;
  readonly score: number;
}

const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.35;
const TYPICAL_CHARS = 220;
/** A reply belongs to what it replies to more than the other way round. */
const BEFORE = [0, 0.4, 0.15, 0.05];
const AFTER = [0, 0.25, 0.1, 0.03];
/** What answers a question hardly repeats its words. */
const ASKED_JUST_BEFORE = 0.8;
const SESSION_SHARE = 0.2;
const RECENCY_SHARE = 0.06;
const RECENCY_HALF_LIFE_MS = 30 * 86_400_000;
const ROLE_WEIGHT: Readonly<Record<string, number>> = { tool: 0.6 };

/** Best first; equal scores newest first. */
export function rankCandidates<C extends Candidate>(
  candidates: readonly C[],
  facts: TermFacts,
  now: number,
): readonly Scored<C>[] {
  const weights = facts.counts.map((count, term) => (facts.worth[term] ?? 1) * rarity(count, facts.total));
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const strengths = candidates.map((candidate) => strengthsOf(candidate, weights.length));
  const sessions = sessionCoverage(candidates, strengths, weights);
  return candidates
    .map((candidate, index) => {
      const strength = strengths[index] ?? [];
      const words = strength.reduce((sum, value, term) => sum + value * (weights[term] ?? 0), 0);
      const own = words + closeness(candidate.occurrences, weights);
      const covered = coverageOf(strength, weights) / all;
      const base =
        own * (0.6 + 0.4 * covered) + SESSION_SHARE * (sessions.get(candidate.sessionId) ?? 0) * (words > 0 ? 1 : 0);
      const age = Math.max(0, now - candidate.at);
      const recency = 1 + RECENCY_SHARE * 2 ** (-age / RECENCY_HALF_LIFE_MS);
      return { candidate, score: base * (ROLE_WEIGHT[candidate.role] ?? 1) * recency * candidate.fit };
    })
    .sort((a, b) => b.score - a.score || b.candidate.at - a.candidate.at || b.candidate.seq - a.candidate.seq);
}

const rarity = (count: number, total: number): number =>
  Math.log(1 + (total - Math.min(count, total) + 0.5) / (count + 0.5));

/** How much related words count beside each term: a common word tells no more when it stands for a rare one. */
export function loosenessOf({ total, counts, wide }: TermFacts): readonly number[] {
  return counts.map((count, term) => rarity(Math.max(count, wide[term] ?? 0), total) / rarity(count, total));
}

/** Per term between 0 and 1: how much of it is here, saturating, with a share for what stands nearby. */
function strengthsOf(candidate: Candidate, terms: number): readonly number[] {
  const counts = new Array<number>(terms).fill(0);
  for (const { term, weight } of candidate.occurrences) counts[term] = (counts[term] ?? 0) + weight;
  for (const { distance, occurrences, asks } of candidate.around) {
    const share =
      asks && distance === -1 ? ASKED_JUST_BEFORE : ((distance < 0 ? BEFORE : AFTER)[Math.abs(distance)] ?? 0);
    const near = new Map<number, number>();
    for (const { term, weight } of occurrences) near.set(term, Math.max(near.get(term) ?? 0, weight));
    for (const [term, weight] of near) counts[term] = (counts[term] ?? 0) + weight * share;
  }
  const length = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * candidate.chars) / TYPICAL_CHARS;
  return counts.map((count) => ((SATURATION + 1) * count) / (count + SATURATION * Math.min(length, 4)));
}

function coverageOf(strength: readonly number[], weights: readonly number[]): number {
  return strength.reduce((sum, value, term) => sum + Math.min(1, value) * (weights[term] ?? 0), 0);
}

/** What the best messages of a session cover together: the right conversation lifts its messages. */
function sessionCoverage(
  candidates: readonly Candidate[],
  strengths: readonly (readonly number[])[],
  weights: readonly number[],
): ReadonlyMap<string, number> {
  const best = new Map<string, number[]>();
  candidates.forEach(({ sessionId }, index) => {
    const held = best.get(sessionId) ?? new Array<number>(weights.length).fill(0);
    strengths[index]?.forEach((value, term) => {
      held[term] = Math.max(held[term] ?? 0, value);
    });
    best.set(sessionId, held);
  });
  return new Map(
    [...best].map(([id, strength]) => [
      id,
      strength.reduce((sum, value, term) => sum + value * (weights[term] ?? 0), 0),
    ]),
  );
}

/** Different terms standing close together count extra, each pair once. */
function closeness(occurrences: readonly Occurrence[], weights: readonly number[]): number {
  const pairs = new Map<number, number>();
  occurrences.forEach((left, index) => {
    const right = occurrences[index + 1];
    if (right === undefined || right.term === left.term) return;
    const key = Math.min(left.term, right.term) * 1000 + Math.max(left.term, right.term);
    const worth = Math.min(weights[left.term] ?? 0, weights[right.term] ?? 0) * Math.min(left.weight, right.weight);
    const bonus = (0.4 * worth) / (1 + Math.max(0, right.start - left.end) / 15);
    pairs.set(key, Math.max(pairs.get(key) ?? 0, bonus));
  });
  return [...pairs.values()].reduce((sum, bonus) => sum + bonus, 0);
}

const FAINT = 0.16;

/** Where words were looked for and the best hit has every one, hits with a small part of its worth are noise; answers rarely have them all. */
export function withoutFaint<C extends Candidate>(
  scored: readonly Scored<C>[],
  terms: number,
  asked: Asked,
): readonly Scored<C>[] {
  if (asked.type === "answer") return scored;
  const [best] = scored;
  if (best === undefined || new Set(best.candidate.occurrences.map(({ term }) => term)).size < terms) return scored;
  return scored.filter(({ score }) => score >= best.score * FAINT);
}
