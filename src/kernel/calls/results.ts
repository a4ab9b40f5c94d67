// What is left of a result that is too long for the transcript.

import { charCount, takeChars, withThousands } from "../text.ts";

const PREVIEW_CHARS = 1_500;

/** What is left in the transcript when the full result went to a file. */
export function spillNotice(content: string, path: string): string {
  const total = charCount(content);
  return [
    "<persisted-output>",
    `The result was too long (${withThousands(total)} characters) and was saved to: ${path}`,
    "Read it in pieces with read_file, using offset and limit.",
    `Preview (first ${withThousands(PREVIEW_CHARS)} chars):`,
    preview(content),
    "</persisted-output>",
  ].join("\n");
}

/** When there is nowhere to save it. */
export function cutNotice(content: string): string {
  return `${preview(content)}\n[Truncated: tool response was ${withThousands(charCount(content))} chars. Full output could not be saved.]`;
}

function preview(content: string): string {
  const head = takeChars(content, PREVIEW_CHARS);
  const newline = head.lastIndexOf("\n");
  const cut = newline > head.length / 2 ? head.slice(0, newline) : head;
  return cut.length < content.length ? `${cut}\n...` : cut;
}

/** The largest results first, until the sum is under the limit: indexes to spill. */
export function overBudget(sizes: readonly number[], limit: number): readonly number[] {
  let total = sizes.reduce((sum, size) => sum + size, 0);
  const order = sizes.map((size, index) => ({ size, index })).sort((a, b) => b.size - a.size);
  const chosen: number[] = [];
  for (const { size, index } of order) {
    if (total <= limit) break;
    chosen.push(index);
    total -= size;
  }
  return chosen;
}
