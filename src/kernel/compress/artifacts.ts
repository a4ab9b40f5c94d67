// Which files this conversation has changed: read from what the tools did, never from what anybody says they did.

import { isRecord, parseJson } from "../json.ts";
import { callsOf, type ToolCall, textOf } from "../message.ts";
import type { Entry } from "./entry.ts";

export interface Artifact {
  readonly path: string;
  readonly state: "created" | "changed" | "deleted";
  /** The call that touched it last. */
  readonly seq: number;
  readonly times: number;
}

/** What a tool says about one of its calls. */
export interface ToolEffect {
  readonly effect: "read" | "write" | "execute";
  readonly paths: readonly string[];
}

interface Touch {
  readonly path: string;
  readonly state: Artifact["state"];
}

/** Every file, in the order of first touch, with its newest state. */
export function foldArtifacts(
  before: readonly Artifact[],
  entries: readonly Entry[],
  effectOf: (call: ToolCall) => ToolEffect | undefined,
): readonly Artifact[] {
  const files = new Map(before.map((file) => [file.path, file]));
  const calls = new Map<string, ToolCall>();
  for (const { seq, message } of entries) {
    for (const call of callsOf(message)) calls.set(call.id, call);
    if (message.role !== "tool" || message.isError) continue;
    const call = calls.get(message.callId) ?? { id: message.callId, tool: message.tool, input: undefined };
    for (const touch of touchesOf(call, textOf(message), effectOf)) files.set(touch.path, merged(files, touch, seq));
  }
  return [...files.values()];
}

function merged(files: ReadonlyMap<string, Artifact>, touch: Touch, seq: number): Artifact {
  const known = files.get(touch.path);
  const stays = known?.state === "created" && touch.state === "changed";
  return { path: touch.path, state: stays ? "created" : touch.state, seq, times: (known?.times ?? 0) + 1 };
}

/** The result's own list of files when it has one, else the paths a writing tool said it would touch. */
function touchesOf(
  call: ToolCall,
  result: string,
  effectOf: (call: ToolCall) => ToolEffect | undefined,
): readonly Touch[] {
  const listed = listedIn(result);
  if (listed.length > 0) return listed;
  const effect = effectOf(call);
  const paths = effect === undefined ? knownPaths(call) : effect.effect === "write" ? effect.paths : [];
  return paths.filter((path) => path.trim() !== "").map((path) => ({ path: onOneLine(path), state: "changed" }));
}

const LISTS = [
  ["files_created", "created"],
  ["files_modified", "changed"],
  ["files_deleted", "deleted"],
] as const;

function listedIn(result: string): readonly Touch[] {
  if (!result.includes('"files_')) return [];
  // Hints may follow the JSON object of a result.
  const end = result.lastIndexOf("}");
  const parsed = firstParsed([result, result.slice(0, end + 1), result.split("\n\n[Subdirectory context")[0] ?? ""]);
  if (!isRecord(parsed)) return [];
  return LISTS.flatMap(([field, state]) => {
    const paths = parsed[field];
    if (!Array.isArray(paths)) return [];
    return paths.flatMap((path) => (typeof path === "string" && path !== "" ? [{ path: onOneLine(path), state }] : []));
  });
}

function firstParsed(sources: readonly string[]): unknown {
  for (const source of sources) {
    const parsed = parseJson(source);
    if (parsed.type === "ok") return parsed.value;
  }
  return undefined;
}

/** Sessions of older homes: the tools are gone, the names of those that wrote files are known. */
function knownPaths({ tool, input }: ToolCall): readonly string[] {
  if ((tool !== "write_file" && tool !== "patch") || !isRecord(input)) return [];
  return typeof input.path === "string" ? [input.path] : [];
}

const onOneLine = (path: string): string => path.replace(/[\r\n]/g, "␤");
