// Lines as people and patches count them: a final newline ends the last line, it does not start another.

import { charCount, takeChars } from "../text.ts";

export function splitLines(value: string): readonly string[] {
  if (value === "") return [];
  const lines = value.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

export interface Numbered {
  readonly content: string;
  readonly totalLines: number;
  readonly first: number;
  /** The number of the last line shown; `first - 1` when none is. */
  readonly last: number;
}

/** Lines `offset`, `offset + 1`, … (1-based) as `N|text`, long ones cut. */
export function numberLines(
  lines: readonly string[],
  window: { readonly offset: number; readonly limit: number; readonly maxLineChars: number },
): Numbered {
  const first = Math.max(1, window.offset);
  const shown = lines.slice(first - 1, first - 1 + window.limit);
  const content = shown.map((line, index) => `${first + index}|${cutLine(line, window.maxLineChars)}`).join("\n");
  return { content, totalLines: lines.length, first, last: first + shown.length - 1 };
}

export function cutLine(line: string, max: number): string {
  return line.length > max && charCount(line) > max ? `${takeChars(line, max)}... [truncated]` : line;
}
