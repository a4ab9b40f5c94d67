// The end of an old conversation, as it is shown on resume: the last exchanges, long texts cut.

import type { StoredMessage } from "../../contracts/stores.ts";
import { textOf } from "../../kernel/message.ts";
import { ellipsize } from "../../kernel/text.ts";
import type { Messages } from "./messages.ts";
import type { Unkeyed } from "./state.ts";

export interface RecapLimits {
  readonly recapExchanges: number;
}

const USER_CHARS = 300;
const ANSWER_CHARS = 1_200;

export function recap(history: readonly StoredMessage[], limits: RecapLimits, messages: Messages): readonly Unkeyed[] {
  const spoken = history.flatMap(({ message }): Unkeyed[] => {
    const text = textOf(message).trim();
    if (text === "" || message.role === "tool") return [];
    if (message.role === "user")
      return message.origin === "runtime"
        ? []
        : [{ type: "user", text: ellipsize(text, USER_CHARS), how: "sent", done: true }];
    return [{ type: "answer", text: ellipsize(text, ANSWER_CHARS), done: true }];
  });
  const asked = spoken.flatMap((block, index) => (block.type === "user" ? [index] : []));
  const from = limits.recapExchanges === 0 ? spoken.length : (asked.at(-limits.recapExchanges) ?? 0);
  const head: Unkeyed[] = from > 0 ? [{ type: "divider", text: messages.recap(from), done: true }] : [];
  return [...head, ...spoken.slice(from)];
}
