// A memory file is entries joined by `§` lines. Parsing forgives white space and stray delimiters; formatting has one form.

import { charCount, normalizeText, stripBom } from "../text.ts";

export type Target = "memory" | "user";

export const FILE_NAMES: Readonly<Record<Target, string>> = { memory: "MEMORY.md", user: "USER.md" };

const DELIMITER = "\n§\n";

/** Entries in order, trimmed, none empty, none twice, none containing a delimiter line. */
export interface Book {
  readonly entries: readonly string[];
}

export function parseBook(raw: string): Book {
  const entries: string[] = [];
  let lines: string[] = [];
  const close = (): void => {
    const entry = lines.join("\n").trim();
    if (entry !== "" && !entries.includes(entry)) entries.push(entry);
    lines = [];
  };
  for (const line of normalizeText(stripBom(raw)).split("\n")) {
    if (isDelimiter(line)) close();
    else lines.push(line);
  }
  close();
  return { entries };
}

export function formatBook(book: Book): string {
  return book.entries.join(DELIMITER);
}

/** Code points of the file, delimiters counted. */
export function bookSize(book: Book): number {
  return charCount(formatBook(book));
}

/** Whether the file already has the one form formatting gives it; a final line end does not matter. */
export function isNormalForm(raw: string): boolean {
  return raw.replace(/\n$/, "") === formatBook(parseBook(raw));
}

/** Content with a line that is only `§` would come back as two entries. */
export function splitsEntry(content: string): boolean {
  return normalizeText(content).split("\n").some(isDelimiter);
}

function isDelimiter(line: string): boolean {
  return line.trim() === "§";
}
