// What waits in an inbox, as one JSON text: the parts alone, or with who said them and what they brought in from outside.

import { isRecord } from "../json.ts";
import type { Part, UserMessage } from "../message.ts";

export interface InputBody {
  readonly parts: readonly Part[];
  /** Sources of foreign text in it, named for a person. */
  readonly taints?: readonly string[];
  /** Something this program has to tell the model: nobody's own words. */
  readonly origin?: "runtime";
}

export function encodeInput({ parts, ...about }: InputBody): string {
  const kept = known(about);
  return JSON.stringify(Object.keys(kept).length === 0 ? parts : { parts, ...kept });
}

/** Of what `encodeInput` wrote; null is an input that was taken. */
export function decodeInput(body: string | null): InputBody {
  const value: unknown = JSON.parse(body ?? "[]");
  if (!isRecord(value)) return { parts: value as readonly Part[] };
  return { parts: value.parts as readonly Part[], ...known(value) };
}

/** The user's message an input becomes when it is taken. */
export function messageOf({ parts, at, ...about }: InputBody & { readonly at: number }): UserMessage {
  return { role: "user", parts, at, ...known(about) };
}

function known({ taints, origin }: Omit<InputBody, "parts">): Omit<InputBody, "parts"> {
  return {
    ...(taints === undefined || taints.length === 0 ? {} : { taints }),
    ...(origin === undefined ? {} : { origin }),
  };
}
