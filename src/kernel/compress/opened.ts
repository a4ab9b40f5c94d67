// What a session remembers of the compaction that opened it, whichever engine made it.

import { isRecord } from "../json.ts";

export interface Opened {
  /** Messages it began with. */
  readonly messages: number;
  readonly fromSeq: number;
  readonly toSeq: number;
}

/** The entry of a session's settings it is kept under. */
export const OPENED_MARK = "_compaction";

/** Undefined for sessions no compaction of ours opened. */
export function readOpened(settings: Readonly<Record<string, unknown>>): Opened | undefined {
  const mark = settings[OPENED_MARK];
  if (!isRecord(mark)) return undefined;
  const { messages, fromSeq, toSeq } = mark;
  if (typeof messages !== "number" || typeof fromSeq !== "number" || typeof toSeq !== "number") return undefined;
  return { messages, fromSeq, toSeq };
}
