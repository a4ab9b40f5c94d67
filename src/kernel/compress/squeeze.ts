// When even the newest messages do not fit: their long results lose the middle, as little of it as needed.

import type { Message } from "../message.ts";
import { estimateMessage } from "../tokens.ts";
import type { Entry } from "./entry.ts";
import { squeezeResult } from "./prune.ts";

/** Characters left of a result in the newest messages when nothing else makes it fit. */
const SQUEEZES = [40_000, 16_000, 6_000, 2_000, 600] as const;

export interface Squeezed {
  readonly messages: readonly Message[];
  readonly tokens: number;
  readonly saved: number;
}

/** As they are when they fit, else with long results cut, as little as needed. */
export function squeezed(staying: readonly Entry[], full: number, room: number, factor: number): Squeezed {
  const sizeOf = (messages: readonly Message[]) =>
    messages.reduce((sum, message) => sum + estimateMessage(message), 0) * factor;
  let messages: readonly Message[] = staying.map(({ message }) => message);
  let tokens = full;
  for (const maxChars of SQUEEZES) {
    if (tokens <= room) break;
    messages = staying.map((entry) => squeezeResult(entry, maxChars));
    tokens = sizeOf(messages);
  }
  return { messages, tokens, saved: full - tokens };
}
