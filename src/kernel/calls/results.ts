// What is left of a result that is too long for the transcript.

import { charCount, takeChars, withThousands } from "../text.ts";
import { defuse } from "./fence.ts";

const PREVIEW_CHARS = 1_500;

/** What becomes of the beginning that stays in view: foreign text is fenced. */
export type Show = (preview: string) => string;

/** What is left in the transcript when the full result went to a file. */
export function spillNotice(content: string, path: string, show: Show = defuse): string {
  const total = charCount(content);
  return [
    "<persisted-output>",
    `The result was too long (${withThousands(total)} characters) and was saved to: ${path}`,
    "Read it in pieces with read_file, using offset and limit.",
    `Preview (first ${withThousands(PREVIEW_CHARS)} chars):`,
    show(preview(content)),
    "</persisted-output>",
  ].join("\n");
}

/** When there is nowhere to save it. */
export function cutNotice(content: string, show: Show = defuse): string {
  return `${show(preview(content))}\n[Truncated: tool response was ${withThousands(charCount(content))} chars. Full output could not be saved.]`;
}

function preview(content: string): string {
  const head = takeChars(content, PREVIEW_CHARS);
  const newline = head.lastIndexOf("\n");
  const cut = newline > head.length / 2 ? head.slice(0, newline) : head;
  return cut.length < content.length ? `${cut}\n...` : cut;
}
