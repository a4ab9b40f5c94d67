// A stored conversation as text to read.

import type { SessionRow, StoredMessage } from "../../contracts/stores.ts";
import { callsOf, textOf } from "../../kernel/message.ts";
import { counted, ellipsize, oneLine } from "../../kernel/text.ts";
import type { Io } from "./io.ts";
import { dollars, moment, short } from "./printing.ts";

const LONGEST_RESULT = 600;

export function renderTranscript(
  row: SessionRow,
  history: readonly StoredMessage[],
  options: { readonly tools: boolean },
  io: Pick<Io, "colour">,
): string {
  const bold = (text: string) => (io.colour ? `\u001b[1m${text}\u001b[22m` : text);
  const dim = (text: string) => (io.colour ? `\u001b[2m${text}\u001b[22m` : text);
  const lines = [bold(row.title ?? (row.preview || row.id)), dim(factsOf(row)), ""];
  for (const { seq, message } of history) {
    const words = textOf(message).trim();
    if (message.role === "tool") {
      if (options.tools) lines.push(dim(`  ↳ ${message.tool}: ${ellipsize(oneLine(words), LONGEST_RESULT)}`));
      continue;
    }
    const mine = message.role === "user" && message.origin !== "runtime";
    if (words !== "")
      lines.push(
        `${bold(mine ? "you" : message.role === "user" ? "(hermes itself)" : "hermes")} ${dim(`#${seq} ${moment(message.at)}`)}`,
        words,
        "",
      );
    if (options.tools)
      for (const call of callsOf(message))
        lines.push(dim(`  · ${call.tool} ${ellipsize(JSON.stringify(call.input) ?? "", LONGEST_RESULT)}`));
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

function factsOf(row: SessionRow): string {
  const { usage } = row;
  return [
    row.id,
    `${moment(row.startedAt)} – ${moment(row.lastActiveAt)}`,
    row.model === undefined ? "" : `${row.provider ?? ""}/${row.model}`.replace(/^\//, ""),
    counted(row.messageCount, "message"),
    `${short(usage.input)} in, ${short(usage.output)} out`,
    row.costUsd === undefined ? "" : dollars(row.costUsd),
    row.archived ? "archived" : "",
  ]
    .filter((part) => part !== "")
    .join(" · ");
}
