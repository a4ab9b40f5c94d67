// Which words of a conversation came from outside. The fact stands with the message that brought them in, and with what replaces it.

import type { Message } from "./message.ts";

/** Sources named for a person, each once. */
export function taintsIn(messages: readonly Message[]): readonly string[] {
  return [...new Set(messages.flatMap(({ taints = [] }) => taints))];
}

/** A view that stands in for messages keeps their taint: a summary of foreign words is made of foreign words. */
export function carryTaints(replaced: readonly Message[], view: readonly Message[]): readonly Message[] {
  const kept = new Set(taintsIn(view));
  const lost = taintsIn(replaced).filter((source) => !kept.has(source));
  const [first, ...rest] = view;
  if (first === undefined || lost.length === 0) return view;
  return [{ ...first, taints: [...(first.taints ?? []), ...lost] }, ...rest];
}
