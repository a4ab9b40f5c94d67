// When a background review is due: counts that only grow until the work they call for has begun.

export interface NudgeCounts {
  /** User turns since memory was last written or reviewed. */
  readonly memory: number;
  /** Model calls since a skill was last written or reviewed. */
  readonly skills: number;
}

export const NO_COUNTS: NudgeCounts = { memory: 0, skills: 0 };

export type NudgeEvent =
  | { readonly type: "user-turn" }
  | { readonly type: "model-calls"; readonly count: number }
  /** The model itself wrote. */
  | { readonly type: "written"; readonly what: keyof NudgeCounts }
  /** A review has looked at as many; what came meanwhile still counts. */
  | { readonly type: "reviewed"; readonly what: keyof NudgeCounts; readonly count: number };

export interface NudgeIntervals {
  readonly memory: number;
  readonly skills: number;
}

export function countNudge(counts: NudgeCounts, event: NudgeEvent): NudgeCounts {
  switch (event.type) {
    case "user-turn":
      return { ...counts, memory: counts.memory + 1 };
    case "model-calls":
      return { ...counts, skills: counts.skills + Math.max(0, Math.trunc(event.count)) };
    case "written":
      return { ...counts, [event.what]: 0 };
    case "reviewed":
      return { ...counts, [event.what]: Math.max(0, counts[event.what] - event.count) };
  }
}

/** What is due; an interval of 0 is never. A due review stays due until it is counted as begun, interrupted turns included. */
export function dueNudges(counts: NudgeCounts, intervals: NudgeIntervals): readonly (keyof NudgeCounts)[] {
  return (["memory", "skills"] as const).filter((what) => intervals[what] > 0 && counts[what] >= intervals[what]);
}

export function decodeCounts(value: unknown): NudgeCounts {
  if (typeof value !== "object" || value === null) return NO_COUNTS;
  const { memory, skills } = value as Readonly<Record<string, unknown>>;
  return { memory: wholeOf(memory), skills: wholeOf(skills) };
}

function wholeOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
