// What a conversation read from outside, by the facts its tools state about themselves and by the fences in their results.

import type { Tool } from "../../contracts/tool.ts";
import { type Message, textOf } from "../../kernel/message.ts";

/** Sources named for a person, each once; a result that was fenced names its tool. */
export function taintsIn(messages: readonly Message[], tools: readonly Tool[]): readonly string[] {
  const facts = new Map(tools.map((tool) => [tool.name, tool.taints]));
  const found = messages.flatMap((message) => {
    if (message.role !== "tool" || message.isError) return [];
    const taint = facts.get(message.tool);
    if (taint !== undefined) return [taint];
    return /<untrusted-[\w-]+/.test(textOf(message)) ? [message.tool] : [];
  });
  return [...new Set(found)];
}
