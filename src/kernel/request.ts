// Transcript → what a wire accepts. Total: any prefix of any transcript, aborted or made by another model, gives a valid view,
// and the same prefix always gives the same bytes.

import { isRecord } from "./json.ts";
import type { AssistantMessage, Message, OutputPart, Part, ToolCall, ToolMessage, UserMessage } from "./message.ts";

export interface ViewTarget {
  /** "provider/model-id": reasoning and vendor data of any other model is dropped. */
  readonly model: string;
  readonly images: boolean;
}

const MISSING_RESULT = "[No result: the call was interrupted and its outcome is unknown.]";
const NO_OUTPUT = "(no output)";
const IMAGE_LEFT_OUT = "[image left out: this model cannot see images]";
const GO_ON =
  "[runtime] Your last message ended unfinished. Go on exactly where it stopped; repeat nothing, no preamble.";

/** Every call answered exactly once, directly after it and in call order; no empty parts; first and last message are never the assistant's. */
export function wireView(messages: readonly Message[], target: ViewTarget): readonly Message[] {
  const answers = indexAnswers(messages);
  const ids = new UniqueIds();
  const out: Message[] = [];

  for (const message of messages) {
    if (message.role === "tool") continue;
    if (message.role === "user") {
      out.push(cleanUser(message, target.images));
      continue;
    }
    const parts = cleanOutput(message, target.model);
    if (parts.length === 0) continue;
    if (out.at(-1)?.role !== "user" && out.at(-1)?.role !== "tool") out.push(runtimeMessage(GO_ON, message.at));
    const renamed = ids.rename(parts);
    out.push({ ...message, parts: renamed.parts });
    for (const { original, id } of renamed.calls) {
      const answer = answers.take(original.id);
      out.push(cleanResult(answer ?? missingResult(original, message.at), id, original.tool, target.images));
    }
  }
  const last = out.at(-1);
  if (last === undefined || last.role === "assistant") out.push(runtimeMessage(GO_ON, last?.at ?? 0));
  return out;
}

/** Results by call id, each handed out once, in order. */
function indexAnswers(messages: readonly Message[]) {
  const byId = new Map<string, ToolMessage[]>();
  for (const message of messages) {
    if (message.role !== "tool") continue;
    const queue = byId.get(message.callId);
    if (queue) queue.push(message);
    else byId.set(message.callId, [message]);
  }
  return { take: (callId: string): ToolMessage | undefined => byId.get(callId)?.shift() };
}

/** Vendors refuse repeated or empty call ids; the second use of one gets a suffix. */
class UniqueIds {
  readonly #seen = new Set<string>();

  rename(parts: readonly OutputPart[]) {
    const calls: { original: ToolCall; id: string }[] = [];
    const renamed = parts.map((part): OutputPart => {
      if (part.type !== "call") return part;
      const id = this.#unique(part.call.id);
      calls.push({ original: part.call, id });
      return {
        ...part,
        call: { ...part.call, id, input: isRecord(part.call.input) ? part.call.input : rawInput(part.call.input) },
      };
    });
    return { parts: renamed, calls };
  }

  #unique(wanted: string): string {
    const stem = wanted.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 60) || "call";
    let id = stem;
    for (let n = 2; this.#seen.has(id); n++) id = `${stem}_${n}`;
    this.#seen.add(id);
    return id;
  }
}

/** Wires want an object; what the model really wrote stays readable. */
function rawInput(input: unknown): object {
  return input === undefined || input === null || input === "" ? {} : { raw: input };
}

function cleanOutput(message: AssistantMessage, model: string): OutputPart[] {
  const own = message.model === model;
  const parts: OutputPart[] = [];
  for (const part of message.parts) {
    if (part.type === "reasoning") {
      if (own) parts.push(part);
    } else if (part.type === "text") {
      if (part.text.trim() !== "") parts.push(own ? part : { type: "text", text: part.text });
    } else parts.push(own ? part : { type: "call", call: part.call });
  }
  // Thinking alone is not an answer any vendor takes back.
  return parts.some((part) => part.type !== "reasoning") ? parts : [];
}

function cleanUser(message: UserMessage, images: boolean): UserMessage {
  const parts = cleanParts(message.parts, images);
  return { ...message, parts: parts.length > 0 ? parts : [{ type: "text", text: "(empty message)" }] };
}

function cleanResult(message: ToolMessage, callId: string, tool: string, images: boolean): ToolMessage {
  const parts = cleanParts(message.parts, images);
  return { ...message, callId, tool, parts: parts.length > 0 ? parts : [{ type: "text", text: NO_OUTPUT }] };
}

function cleanParts(parts: readonly Part[], images: boolean): Part[] {
  return parts.flatMap((part): Part[] => {
    if (part.type === "image") return [images ? part : { type: "text", text: IMAGE_LEFT_OUT }];
    return part.text.trim() === "" ? [] : [part];
  });
}

function missingResult(call: ToolCall, at: number): ToolMessage {
  return {
    role: "tool",
    callId: call.id,
    tool: call.tool,
    parts: [{ type: "text", text: MISSING_RESULT }],
    isError: true,
    at,
  };
}

function runtimeMessage(words: string, at: number): UserMessage {
  return { role: "user", parts: [{ type: "text", text: words }], origin: "runtime", at };
}
