// One line that reminds a person what a session was about.

import type { UserMessage } from "../message.ts";
import { asTyped } from "../skills/invocation.ts";
import { charCount, oneLine, takeChars } from "../text.ts";
import { imagePlaceholder } from "./part-layout.ts";

export const PREVIEW_CHARS = 60;

const PICTURES = /\[image: [^\],\s]+, [\d,]+ bytes\]/gu;

/** First words on one line, cut at 60 characters with three dots; pictures count where there are no words. */
export function previewOf(text: string): string {
  const words = oneLine(asTyped(text.replace(PICTURES, " ")));
  const line = words === "" ? oneLine(text) : words;
  return charCount(line) > PREVIEW_CHARS ? `${takeChars(line, PREVIEW_CHARS)}...` : line;
}

/** The same for a message that was not stored yet. */
export function previewOfMessage({ parts }: UserMessage): string {
  const shown = parts.map((part) =>
    part.type === "text" ? part.text : imagePlaceholder(part.mime, part.base64.length),
  );
  return previewOf(shown.join("\n"));
}
