// Requests that need words only: greetings, what it is, what it can do.

import { REQUESTS } from "./intents.data.ts";
import { type Move, say } from "./move.ts";
import type { Slots } from "./phrasing.ts";
import { quoted } from "./wording.ts";

const WHAT_IT_IS =
  "I am the offline model built into Hermes: a fixed set of rules, not a language model. I follow plain requests and use the same tools a real model would.";
const HOW_TO_MORE =
  "For free conversation, connect a model: `hermes config set model.provider <name>` (see `hermes config --help`).";

type PlainId = "hello" | "identity" | "help" | "thanks";

export const plainMoves: Readonly<Record<PlainId, (slots: Slots) => Move>> = {
  hello: () => say(`Hello! ${WHAT_IT_IS}\n\nSay "help" to see what I understand.`),
  identity: () => say(`${WHAT_IT_IS} Nothing you write leaves this machine.\n\n${HOW_TO_MORE}`),
  help: () => say(`${WHAT_IT_IS} I understand:\n\n${abilities()}\n\nOther wordings work, too. ${HOW_TO_MORE}`),
  thanks: () => say("You are welcome."),
};

/** One line per request that does something, with an example to copy. */
function abilities(): string {
  return REQUESTS.filter((request) => !(request.id in plainMoves))
    .map((request) => `- ${request.does} For example: ${quoted(request.examples[0]?.say ?? "")}`)
    .join("\n");
}

/** For everything that is not in the table. */
export function unknownText(words: string): string {
  const heard = words.trim() === "" ? "There was nothing to answer." : `I did not understand ${quoted(words)}.`;
  return `${heard} ${WHAT_IT_IS} I can remember and forget things, read, list, search, write and edit files, run commands, search past sessions, show skills and keep a task list; say "help" for examples. ${HOW_TO_MORE}`;
}
