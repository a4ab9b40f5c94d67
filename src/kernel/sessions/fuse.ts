// Several rankings of the same things as one, by reciprocal rank: places count, the scores behind them need not be comparable.

/** How slowly the worth of a place falls. Lists here are short, so first places count more than in the usual 60. */
const DAMPING = 20;

export interface Ranking<T> {
  /** Best first. */
  readonly order: readonly T[];
  /** How far it is trusted, against the others. */
  readonly weight: number;
}

export interface Fused<T> {
  readonly one: T;
  /** 1 for first place everywhere. */
  readonly score: number;
}

/** Best first; of equal ones those of the earlier ranking. Of things with the same key the first seen stays. */
export function fuseRankings<T>(
  rankings: readonly Ranking<T>[],
  keyOf: (one: T) => number | string,
): readonly Fused<T>[] {
  const trust = rankings.reduce((sum, { weight }) => sum + weight, 0);
  const fused = new Map<number | string, { readonly one: T; score: number }>();
  for (const { order, weight } of rankings) {
    order.forEach((one, index) => {
      const worth = ((DAMPING + 1) / (DAMPING + 1 + index)) * (weight / trust);
      const known = fused.get(keyOf(one));
      if (known) known.score += worth;
      else fused.set(keyOf(one), { one, score: worth });
    });
  }
  return [...fused.values()].sort((a, b) => b.score - a.score);
}
