// Small pieces of language the answers are made of.

import { charCount, ellipsize, oneLine, takeChars } from "../../kernel/text.ts";
import type { Outcome } from "./conversation.ts";

const MOST_LINES = 80;
const MOST_CHARS = 6_000;

export function textField(value: Readonly<Record<string, unknown>> | undefined, ...names: readonly string[]): string {
  for (const name of names) {
    const found = value?.[name];
    if (typeof found === "string" && found !== "") return found;
  }
  return "";
}

export function listField(value: Readonly<Record<string, unknown>> | undefined, name: string): readonly unknown[] {
  const found = value?.[name];
  return Array.isArray(found) ? found : [];
}

/** Why a call did not work, in one line; undefined when it did. */
export function troubleOf(outcome: Outcome): string | undefined {
  const { value } = outcome;
  const error = textField(value, "error");
  if (error !== "") return oneLine(error);
  if (value?.success === false) return oneLine(textField(value, "message")) || "it did not work";
  // A command that ran and ended badly is a result, not trouble.
  if (outcome.isError && value?.exit_code === undefined)
    return ellipsize(oneLine(outcome.text), 300) || "it did not work";
  return value === undefined && outcome.text.trim() === "" ? "there was no answer" : undefined;
}

/** Text in a block of its own, cut where it would flood the screen. */
export function block(text: string): string {
  const lines = text.replace(/\n+$/, "").split("\n");
  const shown = takeChars(lines.slice(0, MOST_LINES).join("\n"), MOST_CHARS);
  const cut = lines.length > MOST_LINES || charCount(shown) >= MOST_CHARS;
  const longest = Math.max(2, ...[...shown.matchAll(/`{3,}/g)].map((match) => match[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${shown}\n${fence}${cut ? `\n(shortened: ${plural(lines.length, "line")} in all)` : ""}`;
}

export function bullets(items: readonly string[], most = 40): string {
  const shown = items.slice(0, most).map((item) => `- ${item}`);
  const more = items.length - shown.length;
  return [...shown, ...(more > 0 ? [`- … and ${more} more`] : [])].join("\n");
}

export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function quoted(text: string): string {
  return `"${ellipsize(oneLine(text), 120)}"`;
}
