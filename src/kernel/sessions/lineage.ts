// How sessions hang together: continuation after compaction, branch, delegate; and what a chain of continuations looks like to a person.

import { isRecord, parseJson } from "../json.ts";

export interface LineageNode {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly endReason: string | undefined;
  readonly settings: Readonly<Record<string, unknown>>;
}

export type Kinship = "root" | "continuation" | "branch" | "delegate" | "child";

export const BRANCH_MARK = "_branched_from";
export const DELEGATE_MARK = "_delegate_from";
/** No chain is followed further than this, so a damaged parent link cannot loop. */
export const MAX_CHAIN = 100;
/** Sessions of these sources are machinery: never listed or searched unless asked for by name. */
export const HIDDEN_SOURCES: readonly string[] = ["subagent", "tool"];

/** What a session is to its parent. */
export function kinship(session: LineageNode, parent: LineageNode | undefined): Kinship {
  if (typeof session.settings[DELEGATE_MARK] === "string") return "delegate";
  if (typeof session.settings[BRANCH_MARK] === "string") return "branch";
  if (session.parentId === undefined || parent === undefined) return "root";
  if (parent.endedAt === undefined || session.startedAt < parent.endedAt) return "child";
  if (parent.endReason === "compression") return "continuation";
  return parent.endReason === "branched" ? "branch" : "child";
}

/** With one entry put in, replaced or, for undefined, taken out. */
export function withSetting(
  settings: Readonly<Record<string, unknown>>,
  key: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const { [key]: _replaced, ...others } = settings;
  return value === undefined ? others : { ...others, [key]: value };
}

/** `model_config` as stored; anything but a JSON object counts as empty. */
export function parseSettings(column: string | null): Readonly<Record<string, unknown>> {
  if (column === null || column === "") return {};
  const parsed = parseJson(column);
  return parsed.type === "ok" && isRecord(parsed.value) ? parsed.value : {};
}
