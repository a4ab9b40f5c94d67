// A stored conversation as text to read.

import type { SessionRow, StoredMessage } from "../../contracts/stores.ts";
import { callsOf, textOf } from "../../kernel/message.ts";
import { ellipsize, oneLine } from "../../kernel/text.ts";
import type { Io } from "./io.ts";
import { dollars, moment, short } from "./printing.ts";
import { WORDS } from "./words.data.ts";

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
        `${bold(mine ? WORDS.sessions.who.user : message.role === "user" ? WORDS.sessions.who.runtime : WORDS.sessions.who.assistant)} ${dim(`#${seq} ${moment(message.at)}`)}`,
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
    WORDS.sessions.messages(row.messageCount),
    WORDS.sessions.show.tokens(short(usage.input), short(usage.output)),
    row.costUsd === undefined ? "" : dollars(row.costUsd),
    row.archived ? WORDS.sessions.show.archived : "",
  ]
    .filter((part) => part !== "")
    .join(" · ");
}
