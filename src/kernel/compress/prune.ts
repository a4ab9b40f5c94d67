// Old tool results shrink to one line each before anything is summarised: cheap, repeatable, and always with the way back.

import { callsOf, type Message, type OutputPart, type Part, type ToolCall, type ToolMessage } from "../message.ts";
import { charCount, ellipsize, takeChars, takeLastChars } from "../text.ts";
import { digestOf } from "./digest.ts";
import { cite, type Entry, plainText } from "./entry.ts";

const LONG_RESULT = 200;
const LONG_ARGUMENTS = 500;
const KEPT_OF_ARGUMENT = 200;
const CUT_ARGUMENT = "...[truncated]";
const IMAGE_GONE = "[screenshot removed to save context]";
const DUPLICATE = "[Duplicate tool output — same content as a more recent call]";
/** Left behind by this and earlier programs: nothing more to take away from these. */
const PLACEHOLDERS = [DUPLICATE, IMAGE_GONE, "[Old tool output cleared to save context space]"] as const;

/** The messages with everything before `until` pruned; those that did not change are the same objects. */
export function pruneBefore(entries: readonly Entry[], until: number): readonly Message[] {
  const newest = newestCopies(entries);
  const calls = new Map<string, ToolCall>();
  return entries.map(({ seq, message }, index) => {
    for (const call of callsOf(message)) calls.set(call.id, call);
    if (message.role === "tool") {
      const duplicate = (newest.get(keyOf(message)) ?? index) > index;
      if (index >= until && !duplicate) return message;
      return prunedResult(message, seq, duplicate, calls.get(message.callId));
    }
    return message.role === "assistant" && index < until ? prunedCalls(message) : message;
  });
}

/** Where each long result stands last. */
function newestCopies(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const newest = new Map<string, number>();
  entries.forEach(({ message }, index) => {
    if (message.role === "tool" && isLong(message)) newest.set(keyOf(message), index);
  });
  return newest;
}

const keyOf = (message: ToolMessage): string => `${message.tool}\n${plainText(message, "")}`;
const isLong = (message: ToolMessage): boolean => isLonger(plainText(message, ""), LONG_RESULT);

/** Counts characters only where the number of units leaves it open. */
function isLonger(text: string, max: number): boolean {
  return text.length > max && (text.length > max * 2 || charCount(text) > max);
}

function prunedResult(message: ToolMessage, seq: number, duplicate: boolean, call: ToolCall | undefined): ToolMessage {
  const words = plainText(message, "");
  const hasImage = message.parts.some((part) => part.type === "image");
  if (isPruned(words) && !hasImage) return message;
  if (!isLonger(words, LONG_RESULT)) {
    return hasImage ? { ...message, parts: message.parts.map(withoutImage) } : message;
  }
  const digest = duplicate ? DUPLICATE : ellipsize(digestOf({ tool: message.tool, call, result: words }), 185);
  return { ...message, parts: [{ type: "text", text: `${digest} ${cite(seq)}` }] };
}

function withoutImage(part: Part): Part {
  return part.type === "image" ? { type: "text", text: IMAGE_GONE } : part;
}

/** One line with a number at its end, or a known placeholder. */
function isPruned(words: string): boolean {
  return /^\[[^\n]*\[#\d+\]$/.test(words) || PLACEHOLDERS.some((placeholder) => words.startsWith(placeholder));
}

function prunedCalls(message: Extract<Message, { role: "assistant" }>): Message {
  let changed = false;
  const parts = message.parts.map((part): OutputPart => {
    if (part.type !== "call") return part;
    const written = JSON.stringify(part.call.input) ?? "";
    if (typeof part.call.input === "string" || !isLonger(written, LONG_ARGUMENTS)) return part;
    const input = cutLeaves(part.call.input);
    if (JSON.stringify(input) === written) return part;
    changed = true;
    return { ...part, call: { ...part.call, input } };
  });
  return changed ? { ...message, parts } : message;
}

/** Long strings at any depth are cut; the shape stays. */
function cutLeaves(value: unknown): unknown {
  if (typeof value === "string") {
    if (value.endsWith(CUT_ARGUMENT) || !isLonger(value, KEPT_OF_ARGUMENT)) return value;
    return `${takeChars(value, KEPT_OF_ARGUMENT)}${CUT_ARGUMENT}`;
  }
  if (Array.isArray(value)) return value.map(cutLeaves);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutLeaves(inner)]));
}

/** A result too long even for the newest messages: its two ends, and where the rest is. */
export function squeezeResult(entry: Entry, maxChars: number): Message {
  const { message, seq } = entry;
  if (message.role !== "tool") return message;
  const words = plainText(message, IMAGE_GONE);
  const total = charCount(words);
  if (total <= maxChars) return message;
  const gap = `\n[… cut to make room: the whole result is message #${seq} …]\n`;
  const room = Math.max(0, maxChars - charCount(gap));
  const head = takeChars(words, Math.ceil(room * 0.6));
  const tail = takeLastChars(words, Math.floor(room * 0.4));
  return { ...message, parts: [{ type: "text", text: `${head}${gap}${tail}` }] };
}
