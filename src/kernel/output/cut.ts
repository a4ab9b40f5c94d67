// Long output keeps its beginning and, more of it, its end: errors come last.

import { charCount, takeChars, takeLastChars, withThousands } from "../text.ts";

export const HEAD_SHARE = 0.4;

/** At most `max` code points of the text, head and tail, with a line between them saying what is missing. */
export function headAndTail(value: string, max: number): string {
  if (value.length <= max) return value;
  const total = charCount(value);
  if (total <= max) return value;
  const head = Math.floor(max * HEAD_SHARE);
  return `${takeChars(value, head)}${omission(total - max, "chars", total)}${takeLastChars(value, max - head)}`;
}

export function omission(missing: number, unit: "chars" | "bytes", total: number): string {
  return `\n\n... [OUTPUT TRUNCATED - ${withThousands(missing)} ${unit} omitted out of ${withThousands(total)} total] ...\n\n`;
}

/** Every line at most `max` code points. */
export function cutLines(value: string, max: number): string {
  if (value.length <= max) return value;
  return value
    .split("\n")
    .map((line) => (line.length > max && charCount(line) > max ? `${takeChars(line, max)}... [truncated]` : line))
    .join("\n");
}
