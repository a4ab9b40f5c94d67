// The transcript's vocabulary. History holds no system message: the prompt is not history.

import type { FileChange } from "./compress/file-lists.ts";

export type Part = TextPart | ImagePart;
export interface TextPart {
  readonly type: "text";
  readonly text: string;
}
export interface ImagePart {
  readonly type: "image";
  readonly mime: string;
  readonly base64: string;
}

/** `input` is parsed JSON, or the raw string when the model sent something that is not JSON. */
export interface ToolCall {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
}

/** `input` counts every prompt token, cached ones included; cacheRead and cacheWrite say how many of them were. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
}

/** Kept with a message, never sent. */
interface Aside {
  /** What it brought in from outside (web, browser, network, foreign files), each source named for a person. */
  readonly taints?: readonly string[];
  /** Files that changed on disk while what it reports ran; what its own words say of files is not repeated here. */
  readonly changes?: readonly FileChange[];
}

/** `origin: "runtime"` marks scaffolding the loop itself wrote (continue, summarise): sent to the model, not shown as the user's words. */
export interface UserMessage extends Aside {
  readonly role: "user";
  readonly parts: readonly Part[];
  readonly origin?: "runtime";
  readonly at: number;
}

/** Order is kept because vendors sign it. `opaque` is vendor data (signatures, encrypted items) replayed only to the model that made it. */
export type OutputPart =
  | { readonly type: "text"; readonly text: string; readonly opaque?: unknown }
  | { readonly type: "reasoning"; readonly text: string; readonly opaque?: unknown }
  | { readonly type: "call"; readonly call: ToolCall; readonly opaque?: unknown };

export type StopReason = "end" | "calls" | "length" | "refused";

/** `model` is "provider/model-id": reasoning is replayed only when it equals the model being called. */
export interface AssistantMessage extends Aside {
  readonly role: "assistant";
  readonly parts: readonly OutputPart[];
  readonly stop: StopReason;
  readonly usage: Usage;
  readonly model: string;
  readonly at: number;
}

export interface ToolMessage extends Aside {
  readonly role: "tool";
  readonly callId: string;
  readonly tool: string;
  readonly parts: readonly Part[];
  readonly isError: boolean;
  readonly at: number;
}

export type Message = UserMessage | AssistantMessage | ToolMessage;

export const NO_USAGE: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    reasoning: a.reasoning + b.reasoning,
  };
}

export function text(value: string): TextPart {
  return { type: "text", text: value };
}

/** The visible words of a message, images left out, reasoning and calls left out. */
export function textOf(message: Message): string {
  const words: string[] = [];
  for (const part of message.parts) if (part.type === "text") words.push(part.text);
  return words.join(message.role === "assistant" ? "" : "\n");
}

export function callsOf(message: Message): readonly ToolCall[] {
  if (message.role !== "assistant") return [];
  return message.parts.flatMap((part) => (part.type === "call" ? [part.call] : []));
}

export function userMessage(words: string, at: number): UserMessage {
  return { role: "user", parts: [text(words)], at };
}
