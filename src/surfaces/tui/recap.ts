// The end of an old conversation, as it is shown on resume: the last exchanges, long texts cut, calls counted.

import type { StoredMessage } from "../../contracts/stores.ts";
import { callsOf, textOf } from "../../kernel/message.ts";
import { ellipsize } from "../../kernel/text.ts";
import type { Messages } from "./messages.ts";
import type { Unkeyed } from "./state.ts";

export interface RecapLimits {
  readonly recapExchanges: number;
}

const USER_CHARS = 300;
const ANSWER_CHARS = 1_200;

export function recap(history: readonly StoredMessage[], limits: RecapLimits, messages: Messages): readonly Unkeyed[] {
  const blocks = blocksOf(history, messages);
  const asked = blocks.flatMap((block, index) => (block.type === "user" ? [index] : []));
  const from = limits.recapExchanges === 0 ? blocks.length : (asked.at(-limits.recapExchanges) ?? 0);
  const earlier = blocks.slice(0, from).filter(({ type }) => type !== "notice").length;
  const head: Unkeyed[] = earlier > 0 ? [{ type: "divider", text: messages.recap(earlier), done: true }] : [];
  return [...head, ...blocks.slice(from)];
}

/** What was said; the calls in between stand as one line. */
function blocksOf(history: readonly StoredMessage[], messages: Messages): readonly Unkeyed[] {
  const blocks: Unkeyed[] = [];
  let called: string[] = [];
  const flush = () => {
    const text = messages.recapCalls(called.length, [...new Set(called)].join(", "));
    if (called.length > 0) blocks.push({ type: "notice", level: "quiet", text, done: true });
    called = [];
  };
  for (const { message } of history) {
    const words = textOf(message).trim();
    if (message.role === "tool" || (message.role === "user" && message.origin === "runtime")) continue;
    if (words !== "") {
      flush();
      blocks.push(
        message.role === "user"
          ? { type: "user", text: ellipsize(words, USER_CHARS), how: "sent", done: true }
          : { type: "answer", text: ellipsize(words, ANSWER_CHARS), done: true },
      );
    }
    called.push(...callsOf(message).map(({ tool }) => tool));
  }
  flush();
  return blocks;
}
