// Poisoned entries stay on disk but are never shown: a placeholder says so and is itself the handle to remove them by.

import { remembered } from "../remembered.ts";
import { scanText } from "../scan/scan.ts";
import { charCount } from "../text.ts";
import { type Book, FILE_NAMES, type Target } from "./entries.ts";

const DELIMITER = "\n§\n";

/** Ids of what is wrong with a text, in order of appearance. Shells may pass one that remembers its answers. */
export type Threats = (text: string) => readonly string[];

/**
 * What may be shown of a book, in a prompt and in an answer alike. Every entry is scanned, whatever it claims to be: a placeholder
 * found in a file is data like any other. Harmless pieces can make an order when read in a row: entries that do are masked, too.
 */
export const maskBook = remembered((book: Book, target: Target, threats: Threats = threatsIn): Book => {
  const entries = book.entries.map((entry, index) => maskEntry(threats(entry), entry, target, index));
  return maskSeams(book, { entries }, target);
});

/** `shown` is `book` masked entry by entry. */
function maskSeams(book: Book, shown: Book, target: Target): Book {
  const findings = scanText(shown.entries.join(DELIMITER), "strict");
  if (findings.length === 0) return shown;
  let start = 0;
  const entries = shown.entries.map((entry, index) => {
    const end = start + charCount(entry);
    const ids = findings.filter(({ span }) => span.start < end && span.end > start).map((finding) => finding.id);
    start = end + charCount(DELIMITER);
    // What was masked already is our own notice, and not what gave the order.
    return ids.length === 0 || entry !== book.entries[index]
      ? entry
      : maskEntry([...new Set(ids)], entry, target, index);
  });
  return { entries };
}

/** What the scanner finds in an entry, each kind once. */
export function threatsIn(entry: string): readonly string[] {
  return [...new Set(scanText(entry, "strict").map((finding) => finding.id))];
}

/** What a masked entry is called. */
export function handleOf(target: Target, index: number): string {
  return `${FILE_NAMES[target]} entry ${index + 1}`;
}

function maskEntry(ids: readonly string[], entry: string, target: Target, index: number): string {
  if (ids.length === 0) return entry;
  const name = handleOf(target, index);
  return `[BLOCKED: ${name} contained threat pattern(s): ${ids.join(", ")}. It is kept on disk and not shown; remove it with old_text "${name}".]`;
}

/** Why this text may not be remembered; undefined when it may. */
export function firstThreat(text: string, threats: Threats = threatsIn): string | undefined {
  const [id] = threats(text);
  if (id === undefined) return undefined;
  const hidden = /^invisible_unicode_(U\+[0-9A-F]+)$/.exec(id);
  if (hidden) return `Blocked: content contains invisible unicode character ${hidden[1]} (possible injection).`;
  return `Blocked: content matches threat pattern '${id}'. Memory becomes part of the system prompt, so it may not carry orders to the model or ways to leak data.`;
}
