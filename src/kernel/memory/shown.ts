// A hand-edited file may be far over its limit; what reaches the prompt stays bounded all the same.

import { charCount, takeChars } from "../text.ts";
import type { Book } from "./entries.ts";

const DELIMITER_CHARS = 3;

/** A little over the limit is shown whole; beyond twice the limit the last entries are left out. `hidden` counts them. */
export function fitShown(book: Book, limit: number): { readonly book: Book; readonly hidden: number } {
  const room = limit * 2;
  const shown: string[] = [];
  let size = -DELIMITER_CHARS;
  for (const entry of book.entries) {
    size += charCount(entry) + DELIMITER_CHARS;
    if (size > room) break;
    shown.push(entry);
  }
  const hidden = book.entries.length - shown.length;
  const [first] = book.entries;
  // One endless entry: its beginning is better than nothing.
  if (shown.length === 0 && first !== undefined) return { book: { entries: [takeChars(first, room).trim()] }, hidden };
  return { book: { entries: shown }, hidden };
}
