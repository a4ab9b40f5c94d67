// The messages that leave the view, as text for the one who summarises them: numbered, without secrets, images or bulk.

import { callsOf, type Message, textOf } from "../message.ts";
import { charCount, takeChars, takeLastChars } from "../text.ts";
import { estimateText } from "../tokens.ts";
import type { Entry } from "./entry.ts";
import { plainText } from "./entry.ts";

export type Redact = (text: string) => string;

export interface SerializeOptions {
  readonly redact: Redact;
  readonly maxTokens: number;
}

/** Characters kept of a message and of a call's arguments; each row is tried when the one before is too long. */
const CAPS = [
  { message: 6_000, args: 1_500 },
  { message: 2_500, args: 600 },
  { message: 900, args: 200 },
  { message: 300, args: 100 },
] as const;
type Cap = { readonly message: number; readonly args: number };

/** Never longer than asked for: messages shrink first, then the middle is left out, and the text says so. */
export function serializeEntries(entries: readonly Entry[], { redact, maxTokens }: SerializeOptions): string {
  let blocks: readonly string[] = [];
  for (const cap of CAPS) {
    blocks = entries.map((entry) => redact(block(entry, cap)));
    if (sizeOf(blocks) <= maxTokens) return blocks.join("\n\n");
  }
  return bothEnds(blocks, maxTokens).join("\n\n");
}

function block({ seq, message }: Entry, cap: Cap): string {
  const words = cut(plainText(message, "[image]").replace(/MEDIA:\S+/g, "[media attachment]"), cap.message);
  switch (message.role) {
    case "user":
      return `[#${seq} ${message.origin === "runtime" ? "RUNTIME" : "USER"}]: ${words}`;
    case "tool":
      return `[#${seq} TOOL RESULT ${message.tool}${message.isError ? ", failed" : ""}]: ${words}`;
    case "assistant":
      return `[#${seq} ASSISTANT]: ${words}${callBlock(message, cap)}`;
  }
}

function callBlock(message: Message, cap: Cap): string {
  const lines = callsOf(message).map(({ tool, input }) => {
    const args = typeof input === "string" ? input : (JSON.stringify(input) ?? "");
    return `  ${tool}(${charCount(args) > cap.args ? `${takeChars(args, Math.floor(cap.args * 0.8))}...` : args})`;
  });
  return lines.length === 0 ? "" : `\n[Tool calls:\n${lines.join("\n")}\n]`;
}

function cut(text: string, max: number): string {
  if (charCount(text) <= max) return text;
  const head = Math.floor(max * 0.67);
  return `${takeChars(text, head)}\n...[truncated]...\n${takeLastChars(text, Math.floor(max * 0.25))}`;
}

function sizeOf(blocks: readonly string[]): number {
  return blocks.reduce((sum, text) => sum + estimateText(text) + 1, 0);
}

/** A third from the start, the rest from the end. */
function bothEnds(blocks: readonly string[], maxTokens: number): readonly string[] {
  const head: string[] = [];
  const tail: string[] = [];
  let left = maxTokens - 40;
  let from = 0;
  let to = blocks.length;
  for (; from < to; from++) {
    const cost = estimateText(blocks[from] ?? "") + 1;
    if (cost > left - (maxTokens * 2) / 3) break;
    left -= cost;
    head.push(blocks[from] ?? "");
  }
  for (; to > from; to--) {
    const cost = estimateText(blocks[to - 1] ?? "") + 1;
    if (cost > left) break;
    left -= cost;
    tail.unshift(blocks[to - 1] ?? "");
  }
  return from === to ? [...head, ...tail] : [...head, `[… ${to - from} messages left out here for length …]`, ...tail];
}

/** The last things the user talked about, as the topic a summary should favour. */
export function recentTopic(entries: readonly Entry[]): string {
  const asked = entries.filter(({ message }) => message.role === "user" && message.origin !== "runtime").slice(-3);
  return takeChars(asked.map(({ message }) => takeChars(textOf(message).trim(), 260)).join(" / "), 700);
}
