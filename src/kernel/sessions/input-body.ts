// What waits in an inbox, as one JSON text: the parts alone, or with what they brought in from outside.

import { isRecord } from "../json.ts";
import type { Part, UserMessage } from "../message.ts";

export interface InputBody {
  readonly parts: readonly Part[];
  /** Sources of foreign text in it, named for a person. */
  readonly taints?: readonly string[];
}

export function encodeInput({ parts, taints }: InputBody): string {
  return JSON.stringify(taints === undefined || taints.length === 0 ? parts : { parts, taints });
}

/** Of what `encodeInput` wrote; null is an input that was taken. */
export function decodeInput(body: string | null): InputBody {
  const value: unknown = JSON.parse(body ?? "[]");
  if (!isRecord(value)) return { parts: value as readonly Part[] };
  return { parts: value.parts as readonly Part[], taints: value.taints as readonly string[] };
}

/** The user's message an input becomes when it is taken. */
export function messageOf({ parts, taints, at }: InputBody & { readonly at: number }): UserMessage {
  return { role: "user", parts, at, ...(taints === undefined || taints.length === 0 ? {} : { taints }) };
}
