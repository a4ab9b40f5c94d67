// Several rankings of the same things as one, by reciprocal rank: places count, the scores behind them need not be comparable.

/** How slowly the worth of a place falls; the usual choice. */
const DAMPING = 60;

export interface Ranked<T> {
  readonly one: T;
  /** 1 for first place everywhere. */
  readonly score: number;
}

/** Best first; of equal ones those of the earlier ranking. Of things with the same key the first seen stays. */
export function fuseRankings<T>(
  rankings: readonly (readonly T[])[],
  keyOf: (one: T) => number | string,
): readonly Ranked<T>[] {
  const fused = new Map<number | string, { readonly one: T; score: number }>();
  for (const ranking of rankings) {
    ranking.forEach((one, index) => {
      const worth = (DAMPING + 1) / (DAMPING + 1 + index) / rankings.length;
      const known = fused.get(keyOf(one));
      if (known) known.score += worth;
      else fused.set(keyOf(one), { one, score: worth });
    });
  }
  return [...fused.values()].sort((a, b) => b.score - a.score);
}
