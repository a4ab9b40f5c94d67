// Notices a model that goes in circles: the same call with the same result, the same failure again and again. Honest repetition passes.

import { canonicalJson } from "../json.ts";

export interface LoopLimits {
  readonly exactFailure: number;
  readonly sameToolFailure: number;
  readonly noProgress: number;
}

export interface LoopPolicy {
  readonly warnings: boolean;
  readonly warnAfter: LoopLimits;
  /** Undefined: never stops, only warns. */
  readonly stopAfter: LoopLimits | undefined;
}

export interface LoopState {
  /** Per call signature: what came back last, and how often in a row. */
  readonly calls: ReadonlyMap<string, { readonly result: string; readonly count: number; readonly failed: boolean }>;
  /** Failures in a row, per tool. */
  readonly failures: ReadonlyMap<string, number>;
}

export const NO_LOOPS: LoopState = { calls: new Map(), failures: new Map() };

export interface Observed {
  readonly tool: string;
  readonly input: unknown;
  readonly effect: "read" | "write" | "execute";
  readonly result: string;
  readonly failed: boolean;
}

export interface Observation {
  readonly state: LoopState;
  /** Appended to the result for the model. */
  readonly warning?: string;
  /** The turn should end; said to the user. */
  readonly stop?: string;
}

export function observe(state: LoopState, seen: Observed, policy: LoopPolicy): Observation {
  const signature = `${seen.tool} ${canonicalJson(seen.input)}`;
  const before = state.calls.get(signature);
  const count = before !== undefined && before.result === seen.result ? before.count + 1 : 1;
  const failures = seen.failed ? (state.failures.get(seen.tool) ?? 0) + 1 : 0;
  const next: LoopState = {
    calls: new Map(state.calls).set(signature, { result: seen.result, count, failed: seen.failed }),
    failures: new Map(state.failures).set(seen.tool, failures),
  };
  const streak = {
    exactFailure: seen.failed ? count : 0,
    sameToolFailure: failures,
    noProgress: seen.failed ? 0 : Math.floor(count / (seen.effect === "read" ? 1 : DOING_AGAIN)),
  };
  const times = { ...streak, noProgress: count };
  const stop = policy.stopAfter === undefined ? undefined : reached(streak, policy.stopAfter);
  if (stop !== undefined)
    return { state: next, stop: `${seen.tool}: ${describe(stop, times[stop])} The turn was stopped.` };
  const warn = policy.warnings ? reached(streak, policy.warnAfter) : undefined;
  return warn === undefined ? { state: next } : { state: next, warning: warning(warn, times[warn]) };
}

/** Running a test again or waiting for a build is honest work for longer than reading a page again is. */
const DOING_AGAIN = 3;

const CODES: Record<keyof LoopLimits, string> = {
  exactFailure: "repeated_exact_failure_warning",
  sameToolFailure: "same_tool_failure_warning",
  noProgress: "idempotent_no_progress_warning",
};

function reached(streak: LoopLimits, limits: LoopLimits): keyof LoopLimits | undefined {
  const order: readonly (keyof LoopLimits)[] = ["exactFailure", "sameToolFailure", "noProgress"];
  return order.find((kind) => limits[kind] > 0 && streak[kind] >= limits[kind]);
}

function warning(kind: keyof LoopLimits, count: number): string {
  return `[Tool loop warning: ${CODES[kind]}; count=${count}; ${describe(kind, count)} Change the approach instead of repeating it.]`;
}

function describe(kind: keyof LoopLimits, count: number): string {
  switch (kind) {
    case "exactFailure":
      return `The same call failed the same way ${count} times.`;
    case "sameToolFailure":
      return `This tool failed ${count} times in a row.`;
    case "noProgress":
      return `The same call gave the same result ${count} times.`;
  }
}
