// The stored shape of a message: columns shared with the reference, and our small native record beside them.

import { parseJson } from "../json.ts";
import type { Message } from "../message.ts";
import type { Layout } from "./part-layout.ts";

/** The columns we write; the reference's other columns stay NULL. `timestamp` is seconds. */
export interface MessageColumns {
  readonly role: string;
  readonly content: string | null;
  readonly tool_call_id: string | null;
  readonly tool_calls: string | null;
  readonly tool_name: string | null;
  readonly timestamp: number;
  readonly finish_reason: string | null;
  readonly reasoning: string | null;
}

/** Short keys because there is one per assistant message. `f` holds the whole message when nothing smaller is exact. */
export interface Native {
  readonly p?: Layout;
  readonly l?: readonly (string | number)[];
  readonly q?: readonly (readonly [number, unknown])[];
  readonly m?: string;
  readonly u?: readonly number[];
  readonly a?: number;
  readonly o?: 1;
  readonly e?: 1;
  readonly t?: readonly string[];
  /** State and path of each changed file. */
  readonly c?: readonly (readonly [string, string])[];
  readonly f?: Message;
}

/** The native record of a row; a broken one counts as none, so the columns still speak. */
export function parseNative(source: string | null): Native {
  if (source === null) return {};
  const parsed = parseJson(source);
  return parsed.type === "ok" && typeof parsed.value === "object" && parsed.value !== null
    ? (parsed.value as Native)
    : {};
}
