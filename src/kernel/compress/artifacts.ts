// Which files this conversation has changed: read from what the tools did, never from what anybody says they did.

import { filesInNotice } from "../calls/delegation-notice.ts";
import { isRecord } from "../json.ts";
import { callsOf, type Message, type ToolCall, textOf } from "../message.ts";
import type { Entry } from "./entry.ts";
import { type FileChange, listedFiles, newestState, onOneLine } from "./file-lists.ts";

export interface Artifact extends FileChange {
  /** The call that touched it last. */
  readonly seq: number;
  readonly times: number;
}

/** What a tool says about one of its calls. */
export interface ToolEffect {
  readonly effect: "read" | "write" | "execute";
  readonly paths: readonly string[];
}

/** Undefined for calls of unknown tools and for input the tool would refuse. */
export type EffectOf = (call: ToolCall) => ToolEffect | undefined;

/** Every file, in the order of first touch, with its newest state. */
export function foldArtifacts(
  before: readonly Artifact[],
  entries: readonly Entry[],
  effectOf: EffectOf,
): readonly Artifact[] {
  const files = new Map(before.map((file) => [file.path, file]));
  const calls = new Map<string, ToolCall>();
  for (const { seq, message } of entries) {
    for (const call of callsOf(message)) calls.set(call.id, call);
    for (const { path, state } of changesIn(message, calls, effectOf)) {
      const known = files.get(path);
      files.set(path, { path, state: newestState(known?.state, state), seq, times: (known?.times ?? 0) + 1 });
    }
  }
  return [...files.values()];
}

function changesIn(message: Message, calls: ReadonlyMap<string, ToolCall>, effectOf: EffectOf): readonly FileChange[] {
  const { changes = [] } = message;
  if (message.role !== "tool") return together(filesInNotice(message), changes);
  const call = calls.get(message.callId) ?? { id: message.callId, tool: message.tool, input: undefined };
  return changesOf(call, { text: textOf(message), isError: message.isError, changes }, effectOf);
}

export interface CallResult {
  readonly text: string;
  readonly isError: boolean;
  /** What was seen to change on disk while it ran. */
  readonly changes?: readonly FileChange[] | undefined;
}

/**
 * What was seen to change, also by a call that failed; besides it the result's own list of files when it has one, else,
 * of a call that did not fail, the paths a writing tool said it would touch.
 */
export function changesOf(call: ToolCall, result: CallResult, effectOf: EffectOf): readonly FileChange[] {
  return together(saidOf(call, result, effectOf), result.changes ?? []);
}

function saidOf(call: ToolCall, result: CallResult, effectOf: EffectOf): readonly FileChange[] {
  const effect = effectOf(call);
  if (effect?.effect === "read") return [];
  const listed = listedFiles(result.text);
  if (listed.length > 0) return listed;
  if (result.isError) return [];
  const paths = effect === undefined ? knownPaths(call) : effect.effect === "write" ? effect.paths : [];
  return paths.filter((path) => path.trim() !== "").map((path) => ({ path: onOneLine(path), state: "changed" }));
}

/** What was seen holds against what was said. */
function together(said: readonly FileChange[], seen: readonly FileChange[]): readonly FileChange[] {
  const all = new Map(said.map((change) => [change.path, change]));
  for (const { path, state } of seen) all.set(onOneLine(path), { path: onOneLine(path), state });
  return [...all.values()];
}

/** Sessions of older homes: the tools are gone, the names of those that wrote files are known. */
function knownPaths({ tool, input }: ToolCall): readonly string[] {
  if ((tool !== "write_file" && tool !== "patch") || !isRecord(input)) return [];
  return typeof input.path === "string" ? [input.path] : [];
}
