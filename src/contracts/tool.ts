// A tool states facts about itself; batching, approval, hints, checkpoints and fencing read those facts, never its name.

import type { FileChange } from "../kernel/compress/file-lists.ts";
import type { Part } from "../kernel/message.ts";
import type { Principal } from "../kernel/principal.ts";
import type { Environment } from "./environment.ts";
import type { ModelChoice } from "./model.ts";
import type { Answer, Question } from "./question.ts";

/** Models send bad input daily: decoding is a value, not a throw. */
export interface Schema<T> {
  decode(input: unknown): { readonly type: "ok"; readonly value: T } | { readonly type: "bad"; readonly why: string };
  readonly json: object;
}

export interface ToolResult {
  readonly parts: readonly Part[];
  readonly isError: boolean;
  /** For people, never for the model: a unified diff, an exit code, a count. Surfaces render it. */
  readonly display?: ToolDisplay;
  /** For the user, at once: what they must know of, such as passages the scanner took out. */
  readonly notices?: readonly string[];
  /** Overrides the tool's own `taints` for this result: a file outside the workspace taints, one inside does not. */
  readonly taint?: string;
  /** Files that changed on disk while it ran, told by looking; never for the model. */
  readonly changes?: readonly FileChange[];
}

export type ToolDisplay =
  | { readonly type: "diff"; readonly path: string; readonly unified: string }
  | { readonly type: "summary"; readonly text: string }
  | { readonly type: "todo"; readonly items: readonly { readonly text: string; readonly status: string }[] };

export interface ToolContext {
  readonly sessionId: string;
  readonly callId: string;
  readonly principal: Principal;
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** The model that made the call, where one did. */
  readonly model?: ModelChoice;
  ask(question: DistributiveOmit<Question, "id">): Promise<Answer>;
  /** A short line for people while the tool works. */
  progress(line: string): void;
  /** A person (or their rule or --yolo) allowed what a gate asked about in this call. */
  readonly approved?: boolean;
  /** The outside sources of what was read, named for a person; empty when there is nothing foreign. */
  taints(within: TaintReach): readonly string[];
  /** A script made this call: the model does not see its result and must not be taken to know it. */
  readonly caller?: "script";
  /** Runs a call of another tool inside this one, judged like any other; its failure is a result. `until` stops it early. Absent where nothing may be nested. */
  call?(tool: Tool, input: unknown, until?: AbortSignal): Promise<ToolResult>;
}

/** `turn`: read since the user last spoke. `window`: anywhere in the conversation as the model sees it, summaries included. */
export type TaintReach = "turn" | "window";

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** `looks`: it changes nothing by itself. `speaks`: it gives the model's words to a place outside this machine. */
export type ToolReach = "looks" | "speaks";

export interface Tool<I = unknown> {
  readonly name: string;
  readonly toolset: string;
  readonly description: string;
  readonly input: Schema<I>;
  /** Decides batching and default approval. */
  readonly effect: "read" | "write" | "execute";
  /** Foreign text is fenced as untrusted by the pipeline; `own` results are never wrapped. */
  readonly output: "own" | "foreign";
  /** JSON fields of a foreign result that hold outside text, at or below them; the whole result unless said otherwise. */
  readonly foreignFields?: readonly string[];
  /** Names the source when every result of this tool comes from outside the workspace (web, browser, network). */
  readonly taints?: string;
  /** Beyond this many characters a result is spilled to a file with a preview; `never` for tools that page by themselves. */
  readonly spillOver?: number | "never";
  /** It asks a person itself before a tainted write, or lets it wait for one: the taint gate leaves that to it. */
  readonly asksItself?: boolean;
  /** It works only where somebody can answer; elsewhere it is not offered. */
  readonly needsPerson?: boolean;
  /** It works only where a model can look at images; elsewhere it is not offered. */
  readonly needsSight?: boolean;
  /** Every path it may read or write, [] for none. */
  touches(input: I): readonly string[];
  /** The shell command this call runs, if it runs one: the paths in it count as touched for project hints. */
  commandOf?(input: I): string | undefined;
  /** It may run programs whose changes to files nobody announces, though its input holds no command and no code. */
  readonly runsPrograms?: boolean;
  /** How far a call of an `execute` tool reaches that carries no command and no code. Untold, it may do anything. */
  reach?(input: I): ToolReach;
  /** One short line for people: what this call does. */
  label?(input: I): string;
  /** The answer to input that fails the schema, when it is not `{"error": why}`. */
  badInput?(why: string): ToolResult;
  run(input: I, context: ToolContext): Promise<ToolResult>;
}

/** Lets a definition be typed by its own schema while lists hold plain `Tool`s. */
export function defineTool<I>(tool: Tool<I>): Tool {
  return tool as unknown as Tool;
}

/** The result every tool gives: one JSON object, serialised. */
export function jsonResult(value: object, extra: Omit<ToolResult, "parts" | "isError"> = {}): ToolResult {
  return { parts: [{ type: "text", text: JSON.stringify(value) }], isError: false, ...extra };
}

export function jsonError(
  value: { readonly error: string; readonly [field: string]: unknown },
  extra: Omit<ToolResult, "parts" | "isError"> = {},
): ToolResult {
  return { parts: [{ type: "text", text: JSON.stringify(value) }], isError: true, ...extra };
}
