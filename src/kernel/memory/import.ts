// Entries from elsewhere: an export of ours, or the text of a memory file.

import { UsageFailure } from "../failure.ts";
import { isRecord, parseJson } from "../json.ts";
import { parseBook, type Target } from "./entries.ts";

const TARGETS: readonly Target[] = ["memory", "user"];

/** `plain` is the book for text that does not say. */
export function booksIn(text: string, plain: Target): readonly (readonly [Target, readonly string[]])[] {
  const parsed = parseJson(text);
  if (parsed.type === "bad" && /^\s*\{\s*"/.test(text))
    throw new UsageFailure(
      "This is an export that was cut off or changed: it is not valid JSON. Nothing was taken over.",
      1,
    );
  if (parsed.type === "bad" || !isRecord(parsed.value)) return [[plain, parseBook(text).entries]];
  const { value } = parsed;
  return TARGETS.flatMap((one) => {
    const entries = value[one];
    return Array.isArray(entries) ? [[one, entries.filter((entry) => typeof entry === "string")] as const] : [];
  });
}

/** `2 into memory, 1 into user`. */
export function importedText(added: Readonly<Record<string, number>>): string {
  const parts = Object.entries(added).map(([book, count]) => `${count} into ${book}`);
  return `${parts.join(", ") || "Nothing to import"}.`;
}
