// Which calls of one reply may run side by side. Order of results is call order whatever happens here.

import type { ToolCall } from "../message.ts";

export interface Planned {
  readonly call: ToolCall;
  readonly effect: "read" | "write" | "execute";
  /** Absolute, normalised. */
  readonly paths: readonly string[];
}

/** Groups run one after the other; calls inside a group run together. A call never overtakes one it depends on. */
export function batchCalls(planned: readonly Planned[], width = 8): readonly (readonly Planned[])[] {
  const groups: Planned[][] = [];
  for (const item of planned) {
    const last = groups.at(-1);
    if (last && last.length < width && last.every((other) => independent(other, item))) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

function independent(a: Planned, b: Planned): boolean {
  if (a.effect === "read" && b.effect === "read") return true;
  if (a.effect === "execute" || b.effect === "execute") return false;
  // A writer that names no path may write anything.
  if (a.paths.length === 0 || b.paths.length === 0) return false;
  return !a.paths.some((one) => b.paths.some((other) => overlaps(one, other)));
}

function overlaps(a: string, b: string): boolean {
  const one = a.endsWith("/") ? a : `${a}/`;
  const other = b.endsWith("/") ? b : `${b}/`;
  return one.startsWith(other) || other.startsWith(one);
}
