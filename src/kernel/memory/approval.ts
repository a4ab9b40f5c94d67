// When a memory write needs a person, and the record that waits for one.

import { isRecord } from "../json.ts";
import { ellipsize, oneLine } from "../text.ts";
import { readMemoryCall } from "./call.ts";
import type { Edit } from "./edit.ts";
import { FILE_NAMES, type Target } from "./entries.ts";
import { textsOf } from "./history.ts";

export interface WriteFacts {
  /** `memory.write_approval`. */
  readonly approval: boolean;
  readonly taints: readonly string[];
  /** A yes for the whole session was given; it never covers a tainted write. */
  readonly granted: boolean;
}

export function needsPerson({ approval, taints, granted }: WriteFacts): boolean {
  return taints.length > 0 || (approval && !granted);
}

/** A write that waits under `pending/memory/`; the file holds exactly this. */
export interface PendingRecord {
  readonly id: string;
  readonly subsystem: "memory";
  readonly action: Edit["type"];
  readonly summary: string;
  readonly origin: string;
  /** Seconds since 1970. */
  readonly created_at: number;
  readonly payload: PendingPayload;
  /** What the turn had read from outside when it wanted to write this. */
  readonly taints?: readonly string[];
  readonly session?: string;
}

export interface PendingPayload {
  readonly action: Edit["type"];
  readonly target: Target;
  readonly content?: string;
  readonly old_text?: string;
}

/** Eight hexadecimal digits: nothing else is ever turned into a path. */
export function isPendingId(id: string): boolean {
  return /^[0-9a-f]{8}$/.test(id);
}

export function payloadOf(target: Target, edit: Edit): PendingPayload {
  return {
    action: edit.type,
    target,
    ...("content" in edit ? { content: edit.content } : {}),
    ...("oldText" in edit ? { old_text: edit.oldText } : {}),
  };
}

/** A record as found on disk; undefined when it is none. The payload is checked like a call of the tool. */
export function decodePending(value: unknown): { readonly record: PendingRecord; readonly edit: Edit } | undefined {
  if (!isRecord(value) || !isRecord(value.payload)) return undefined;
  const { id, summary, origin, created_at, session } = value;
  const call = readMemoryCall(value.payload);
  if (typeof id !== "string" || !isPendingId(id) || call.type === "bad") return undefined;
  const taints = textsOf(value.taints);
  const record: PendingRecord = {
    id,
    subsystem: "memory",
    action: call.edit.type,
    summary: typeof summary === "string" ? summary : describeEdit(call.target, call.edit),
    origin: typeof origin === "string" ? origin : "",
    created_at: typeof created_at === "number" ? created_at : 0,
    payload: payloadOf(call.target, call.edit),
    ...(taints === undefined ? {} : { taints }),
    ...(typeof session === "string" ? { session } : {}),
  };
  return { record, edit: call.edit };
}

const SUMMARY_CHARS = 160;

/** One line for people. */
export function describeEdit(target: Target, edit: Edit): string {
  const file = FILE_NAMES[target];
  const short = (text: string): string => ellipsize(oneLine(text), SUMMARY_CHARS);
  switch (edit.type) {
    case "add":
      return `add to ${file}: ${short(edit.content)}`;
    case "replace":
      return `replace in ${file}: "${short(edit.oldText)}" by: ${short(edit.content)}`;
    case "remove":
      return `remove from ${file}: "${short(edit.oldText)}"`;
  }
}
