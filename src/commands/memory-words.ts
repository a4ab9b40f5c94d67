// How memory is put into words for people.

import type { Reply } from "../contracts/command.ts";
import type { MemoryEntry, MemoryReply } from "../contracts/memory-book.ts";
import { savedText } from "../kernel/memory/edit.ts";
import type { HistoryItem } from "../kernel/memory/history.ts";
import { changedText } from "../kernel/memory/learned.ts";
import { ellipsize, oneLine } from "../kernel/text.ts";
import { WORDS } from "./words.data.ts";

export const TEXT_CHARS = 160;

export function told({ answer, notice }: MemoryReply): Reply {
  if (!answer.success) return say(notice ?? answer.error);
  return say(savedText(answer));
}

export function originOf(entry: MemoryEntry): string {
  const parts = [
    entry.origin === undefined ? WORDS.memoryWords.byHand : WORDS.memoryWords.by[entry.origin],
    entry.changed === undefined ? "" : new Date(entry.changed).toISOString().slice(0, 10),
    entry.sessionId === undefined ? "" : WORDS.memoryWords.inSession(entry.sessionId),
    entry.taints === undefined || entry.taints.length === 0
      ? ""
      : WORDS.memoryWords.afterReading(entry.taints.join(", ")),
    entry.threats.length === 0 ? "" : WORDS.memoryWords.hiddenFromTheModel,
  ];
  return parts.filter((part) => part !== "").join(", ");
}

export function historyRow({ record, state }: HistoryItem): readonly string[] {
  const what = state === "done" ? record.action : `${record.action} (${state})`;
  return [record.id, what, record.target, record.origin, ellipsize(oneLine(changedText(record)), TEXT_CHARS)];
}

export function split(text: string): readonly string[] {
  const trimmed = text.trim();
  const at = trimmed.search(/\s/);
  return at < 0 ? [trimmed] : [trimmed.slice(0, at), trimmed.slice(at).trim()];
}

export function count(entries: number): string {
  return WORDS.memoryWords.entries(entries);
}

export function say(text: string): Reply {
  return { type: "text", text };
}
