// How far estimates are off for this conversation, read from the last usage the vendor reported in it.

import { type Calibration, calibrate, estimateRequest, UNCALIBRATED } from "../tokens.ts";
import type { Entry } from "./entry.ts";
import { keptThrough } from "./handoff.ts";

/** Copies a compaction kept carry the counts of a view that is gone: they say nothing. */
export function calibrationFrom(
  prompt: { readonly system: readonly string[]; readonly tools: readonly object[] },
  entries: readonly Entry[],
  model: string,
): Calibration {
  const copied = keptThrough(entries);
  const index = entries.findLastIndex(
    ({ seq, message }) =>
      seq > copied && message.role === "assistant" && message.model === model && message.usage.input > 0,
  );
  const last = entries[index]?.message;
  if (last?.role !== "assistant") return UNCALIBRATED;
  const messages = entries.slice(0, index).map(({ message }) => message);
  return calibrate(UNCALIBRATED, { estimated: estimateRequest({ ...prompt, messages }), real: last.usage.input });
}
