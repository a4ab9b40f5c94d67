// Transcript → what a wire accepts. Total: any prefix of any transcript, aborted or made by another model, gives a valid view,
// and the same prefix always gives the same bytes. A message that is seen again keeps its identity, so that whatever is made
// of it further on is made once.

import { isRecord } from "./json.ts";
import type { AssistantMessage, Message, OutputPart, Part, ToolCall, ToolMessage, UserMessage } from "./message.ts";
import { remembered } from "./remembered.ts";

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
    const spoken = cleanAssistant(message, target.model);
    if (spoken.message.parts.length === 0) continue;
    if (out.at(-1)?.role !== "user" && out.at(-1)?.role !== "tool") out.push(runtimeMessage(GO_ON, message.at));
    const callIds = spoken.calls.map(({ id }) => ids.unique(id));
    out.push(withCallIds(spoken, ...callIds));
    spoken.calls.forEach(({ original, id, tool }, index) => {
      const answer = answers.take(original.id) ?? missingResult(original, message.at);
      out.push(cleanResult(answer, callIds[index] ?? id, tool, target.images));
    });
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

/** Vendors refuse repeated call ids; the second use of one gets a suffix. */
class UniqueIds {
  readonly #seen = new Set<string>();
  /** Where the search for a free one goes on: some servers name every call the same. */
  readonly #next = new Map<string, number>();

  unique(wanted: string): string {
    let id = wanted;
    let n = this.#next.get(wanted) ?? 2;
    while (this.#seen.has(id)) id = `${wanted}_${n++}`;
    this.#next.set(wanted, n);
    this.#seen.add(id);
    return id;
  }
}

const withCallIds = remembered(({ message, calls }: Spoken, ...ids: readonly string[]): AssistantMessage => {
  if (calls.every((call, index) => call.id === ids[index])) return message;
  let next = 0;
  const parts = message.parts.map((part): OutputPart => {
    if (part.type !== "call") return part;
    return { ...part, call: { ...part.call, id: ids[next++] ?? part.call.id } };
  });
  return { ...message, parts };
});

/** Vendors refuse empty and long ids, and most signs in them. */
function wireId(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 34) || "call";
}

/** Vendors accept letters, digits, _ and - in tool names, at most 64 of them. */
function wireName(tool: string): string {
  return tool.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unknown";
}

/** Wires want an object of valid Unicode; what the model really wrote stays readable. */
function wireInput(input: unknown): object {
  if (isRecord(input)) return wellFormed(input) as object;
  return input === undefined || input === null || input === "" ? {} : { raw: wellFormed(input) };
}

function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wellFormed(inner)]));
}

interface Spoken {
  /** Without parts when no vendor would take it. */
  readonly message: AssistantMessage;
  readonly calls: readonly { readonly original: ToolCall; readonly id: string; readonly tool: string }[];
}

const cleanAssistant = remembered((message: AssistantMessage, model: string): Spoken => {
  const calls: { original: ToolCall; id: string; tool: string }[] = [];
  const parts = cleanOutput(message, model).map((part): OutputPart => {
    if (part.type !== "call") return part;
    const { call } = part;
    const id = wireId(call.id);
    const tool = wireName(call.tool);
    calls.push({ original: call, id, tool });
    return { ...part, call: { id, tool, input: wireInput(call.input) } };
  });
  return { message: { ...message, parts }, calls };
});

function cleanOutput(message: AssistantMessage, model: string): OutputPart[] {
  const own = message.model === model;
  const parts: OutputPart[] = [];
  for (const part of message.parts) {
    if (part.type === "reasoning") {
      if (own) parts.push({ ...part, text: part.text.toWellFormed() });
    } else if (part.type === "text") {
      const text = part.text.toWellFormed();
      if (text.trim() !== "") parts.push(own ? { ...part, text } : { type: "text", text });
    } else parts.push(own ? part : { type: "call", call: part.call });
  }
  // Thinking alone is not an answer any vendor takes back.
  return parts.some((part) => part.type !== "reasoning") ? parts : [];
}

const cleanUser = remembered((message: UserMessage, images: boolean): UserMessage => {
  const parts = cleanParts(message.parts, images);
  return { ...message, parts: parts.length > 0 ? parts : [{ type: "text", text: "(empty message)" }] };
});

const cleanResult = remembered((message: ToolMessage, callId: string, tool: string, images: boolean): ToolMessage => {
  const parts = cleanParts(message.parts, images);
  return { ...message, callId, tool, parts: parts.length > 0 ? parts : [{ type: "text", text: NO_OUTPUT }] };
});

function cleanParts(parts: readonly Part[], images: boolean): Part[] {
  return parts.flatMap((part): Part[] => {
    if (part.type === "image") return [images ? part : { type: "text", text: IMAGE_LEFT_OUT }];
    const text = part.text.toWellFormed();
    return text.trim() === "" ? [] : [{ type: "text", text }];
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
