// The part of a message whose meaning is taken.

import { textFromContent } from "../../kernel/sessions/message-decode.ts";

/** The beginning says what a message is about; the rest would cost more than it tells. */
const MOST_CHARS = 800;

export function embeddedText(content: string | null): string {
  return textFromContent(content).slice(0, MOST_CHARS);
}
