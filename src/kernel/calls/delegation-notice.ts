// What a session is told of a child it sent to the background, and which files that child changed.

import type { FileChange } from "../compress/file-lists.ts";
import { fileLists, listedFiles } from "../compress/file-lists.ts";
import { type Message, textOf } from "../message.ts";
import { ellipsize, oneLine } from "../text.ts";
import { fence } from "./fence.ts";

export interface EndedDelegation {
  readonly id: string;
  /** Eight characters nobody can guess: the fence around the child's words. */
  readonly code: string;
  readonly goal: string;
  readonly status: string;
  readonly api_calls: number;
  readonly duration_seconds: number;
  readonly error?: string;
  readonly summary: string;
  readonly changes: readonly FileChange[];
}

const MARK = "[ASYNC DELEGATION COMPLETE — ";
const FILES = "Files changed: ";

/** A child's words may carry orders of strangers: they are fenced like any other text from outside. */
export function delegationNotice(ended: EndedDelegation): string {
  return [
    `${MARK}${ended.id}]`,
    `Goal: ${ellipsize(oneLine(ended.goal), 200)}`,
    `Status: ${ended.status} (${ended.api_calls} calls, ${Math.round(ended.duration_seconds)} s)`,
    ...(ended.error === undefined ? [] : [`Error: ${ellipsize(oneLine(ended.error), 300)}`]),
    // Also when there are none: the line must stand before anything the child says.
    `${FILES}${JSON.stringify(fileLists(ended.changes))}`,
    "Summary:",
    fence(ended.summary, "delegate_task", ended.code),
  ].join("\n");
}

/** Of any other message none. */
export function filesInNotice(message: Message): readonly FileChange[] {
  if (message.role !== "user" || message.origin !== "runtime" || !textOf(message).startsWith(MARK)) return [];
  const line = textOf(message)
    .split("\n")
    .find((each) => each.startsWith(FILES));
  return line === undefined ? [] : listedFiles(line.slice(FILES.length));
}
