// What a conversation read from outside, by the facts its tools state about themselves.

import type { Tool } from "../../contracts/tool.ts";
import type { Message } from "../../kernel/message.ts";

/** Sources named for a person, each once. Text of the workspace is fenced, too, but is not from outside. */
export function taintsIn(messages: readonly Message[], tools: readonly Tool[]): readonly string[] {
  const facts = new Map(tools.map((tool) => [tool.name, tool.taints]));
  const found = messages.flatMap((message) => {
    const taint = message.role === "tool" && !message.isError ? facts.get(message.tool) : undefined;
    return taint === undefined ? [] : [taint];
  });
  return [...new Set(found)];
}
