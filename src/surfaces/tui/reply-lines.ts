// What a slash command answered: text as it is, tables in columns that fit.

import { type Frame, GUTTER, wrap } from "./frame.ts";
import type { Block } from "./state.ts";
import { tableLines } from "./table-lines.ts";

export function replyLines(block: Extract<Block, { type: "reply" }>, frame: Frame): string[] {
  const { theme, width } = frame;
  const { reply } = block;
  const head = GUTTER + theme.paint("dim", block.command);
  const room = Math.min(width - 4, 116);
  const body = reply.type === "table" ? tableLines(reply, room, theme) : wrap(reply.text, room);
  return [head, ...body.map((line) => (line === "" ? "" : GUTTER + line))];
}
