// What a slash command answered: figures where it has them, tables in columns that fit, else text as it is.

import { type Frame, GUTTER, pageWidth, wrap } from "./frame.ts";
import { pageLines } from "./page-lines.ts";
import type { Block } from "./state.ts";
import { tableLines } from "./table-lines.ts";

export function replyLines(block: Extract<Block, { type: "reply" }>, frame: Frame): string[] {
  const { theme } = frame;
  const { reply } = block;
  const room = pageWidth(frame.width);
  const body =
    reply.type === "table"
      ? tableLines({ ...reply, rows: reply.rows.map((row) => row.map(frame.tidy)) }, room, theme)
      : reply.page === undefined
        ? wrap(reply.text, room)
        : pageLines(reply.page, frame, room);
  const head = block.command === "" ? [] : [theme.paint("dim", block.command)];
  const gap = block.command !== "" && body.length > 1 ? [""] : [];
  return [...head, ...gap, ...body].map((line) => (line === "" ? "" : GUTTER + line));
}
