// A config warning as a person reads it; apart from the reader of settings, so that a start loads no schema for it.

import type { ConfigWarning } from "./evaluate.ts";

/** One line: where, what, and what happens instead. */
export function warningText(file: string, { line, path, message }: ConfigWarning): string {
  return `${file}${line === undefined ? "" : ` line ${line}`}: ${path} ${message}.`;
}
