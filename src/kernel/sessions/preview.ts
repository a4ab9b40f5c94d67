// One line that reminds a person what a session was about.

import { asTyped } from "../skills/invocation.ts";
import { charCount, oneLine, takeChars } from "../text.ts";

export const PREVIEW_CHARS = 60;

/** First words on one line, cut at 60 characters with three dots. */
export function previewOf(text: string): string {
  const line = oneLine(asTyped(text));
  return charCount(line) > PREVIEW_CHARS ? `${takeChars(line, PREVIEW_CHARS)}...` : line;
}
