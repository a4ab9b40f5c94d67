// The two things a model can do next.

import type { Situation } from "./conversation.ts";
import type { Slots } from "./phrasing.ts";

export interface PlannedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export type Move =
  | { readonly type: "say"; readonly text: string }
  | { readonly type: "call"; readonly calls: readonly PlannedCall[] };

/** The next move for a request, decided from its words and from what was done so far. */
export type MoveTable = Readonly<Record<string, (slots: Slots, situation: Situation) => Move>>;

export function say(text: string): Move {
  return { type: "say", text };
}

export function callTool(tool: string, input: Readonly<Record<string, unknown>>): Move {
  return { type: "call", calls: [{ tool, input }] };
}
