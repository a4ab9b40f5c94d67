// Our request → the SDK's call: one prompt for every wire, with cache marks and the model's own vendor data in place.
// What stands unmarked is encoded once and keeps its identity from one round to the next.

import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import type { ModelRequest } from "../contracts/model.ts";
import { isRecord } from "../kernel/json.ts";
import type { AssistantMessage, OutputPart, Part, ToolMessage, UserMessage } from "../kernel/message.ts";
import { remembered } from "../kernel/remembered.ts";
import type { EncodeTarget } from "./encode-target.ts";
import { providerOptionsFor } from "./options.ts";
import type { ProviderRow } from "./wire.ts";

type Content<R extends LanguageModelV4Message["role"]> = Extract<LanguageModelV4Message, { role: R }>["content"];
type AssistantPart = Content<"assistant">[number];

/** Pure: the same request gives the same call. */
export function encodeCall(request: ModelRequest, target: EncodeTarget): LanguageModelV4CallOptions {
  const { row, info } = target;
  const tools = encodeTools(request.tools);
  const effort = info.reasoning && row.quirks.effort !== "none" ? request.effort : undefined;
  return {
    prompt: encodePrompt(request, target),
    ...(row.quirks.uncapped ? {} : { maxOutputTokens: target.maxOutput }),
    ...(tools.length > 0 && { tools }),
    ...(tools.length > 0 && request.toolChoice !== undefined && { toolChoice: { type: request.toolChoice } }),
    // On the chat wire effort is written by the row's own habit, see chat-encode.ts.
    ...(effort !== undefined && row.wire !== "chat_completions" && { reasoning: effort }),
    providerOptions: providerOptionsFor(request, target),
  };
}

const encodeTools = remembered((tools: ModelRequest["tools"]) =>
  tools.map(
    (tool): LanguageModelV4FunctionTool => ({
      type: "function",
      name: tool.name,
      description: tool.description,
      inputSchema: tool.schema,
    }),
  ),
);

/** Marks are sent only where the vendor reads them. */
export function usesMarks(row: ProviderRow, model: string): boolean {
  if (row.marks === "all") return true;
  const id = model.toLowerCase();
  return row.marks.some((fragment) => id.includes(fragment));
}

function encodePrompt(request: ModelRequest, target: EncodeTarget): LanguageModelV4Prompt {
  const marks = usesMarks(target.row, request.model) ? request.cache : undefined;
  const mark = marks === undefined ? undefined : markOptions(target.row, marks.ttl);
  const out: LanguageModelV4Prompt = [];
  if (!target.row.quirks.instructions)
    request.system.forEach((content, index) => {
      if (content === "") return;
      out.push({
        role: "system",
        content,
        ...(mark && marks?.afterSystem.includes(index) && { providerOptions: mark }),
      });
    });
  const images = new PendingImages(target.row);
  request.messages.forEach((message, index) => {
    const here = mark && marks?.onMessages.includes(index) ? mark : undefined;
    if (message.role !== "tool") images.flushInto(out);
    if (message.role === "user") out.push(encodeUser(message, here));
    else if (message.role === "tool") {
      images.take(message);
      addResult(out, encodeResult(message, here, images.apart));
    } else {
      const encoded = encodeAssistant(message, target.name, target.row, here);
      if (encoded.content.length > 0) out.push(encoded);
    }
  });
  images.flushInto(out);
  return out;
}

/** The SDK's own option on the vendor's wire; a plain field elsewhere, moved to its place in chat-encode.ts. */
function markOptions(row: ProviderRow, ttl: "5m" | "1h"): SharedV4ProviderOptions {
  const control = ttl === "1h" ? { type: "ephemeral", ttl } : { type: "ephemeral" };
  return row.wire === "anthropic_messages"
    ? { anthropic: { cacheControl: control } }
    : { chat: { cache_control: control } };
}

const encodeUser = remembered(
  (message: UserMessage, mark: SharedV4ProviderOptions | undefined): LanguageModelV4Message => {
    const content = message.parts.map(encodePart);
    const last = content.at(-1);
    if (mark && last) content[content.length - 1] = { ...last, providerOptions: mark };
    return { role: "user", content };
  },
);

function encodePart(part: Part): Content<"user">[number] {
  if (part.type === "text") return { type: "text", text: part.text };
  return { type: "file", mediaType: part.mime, data: { type: "data", data: part.base64 } };
}

const encodeAssistant = remembered(
  (
    message: AssistantMessage,
    model: string,
    row: ProviderRow,
    mark: SharedV4ProviderOptions | undefined,
  ): Extract<LanguageModelV4Message, { role: "assistant" }> => {
    const own = message.model === model;
    const content = message.parts.flatMap((part) => encodeOutput(part, own, row));
    const at = content.findLastIndex((part) => part.type !== "reasoning");
    const marked = content[at];
    if (mark && marked) content[at] = { ...marked, providerOptions: { ...marked.providerOptions, ...mark } };
    const details = own && row.quirks.replay === "reasoning_details" ? reasoningDetails(message) : undefined;
    return {
      role: "assistant",
      content,
      ...(details && { providerOptions: { chat: { reasoning_details: details } } }),
    };
  },
);

function encodeOutput(part: OutputPart, own: boolean, row: ProviderRow): AssistantPart[] {
  const opaque = own && isRecord(part.opaque) ? { providerOptions: part.opaque as SharedV4ProviderOptions } : {};
  switch (part.type) {
    case "text":
      return part.text === "" && !("providerOptions" in opaque) ? [] : [{ type: "text", text: part.text, ...opaque }];
    case "call":
      return [
        {
          type: "tool-call",
          toolCallId: part.call.id,
          toolName: part.call.tool,
          input: part.call.input ?? {},
          ...opaque,
        },
      ];
    case "reasoning": {
      const field = row.wire === "chat_completions" ? (row.quirks.replay ?? "reasoning_content") : "vendor data";
      const kept = own && field !== "none" && field !== "reasoning_details";
      return kept ? [{ type: "reasoning", text: part.text, ...opaque }] : [];
    }
  }
}

/** Signed and encrypted reasoning of routers, exactly as they sent it; plain text when that is all there was. */
function reasoningDetails(message: AssistantMessage): SharedV4ProviderOptions[string][string] | undefined {
  for (const part of message.parts) {
    if (part.type !== "reasoning" || !isRecord(part.opaque) || !isRecord(part.opaque.vendor)) continue;
    const { details } = part.opaque.vendor;
    if (Array.isArray(details)) return details as SharedV4ProviderOptions[string][string];
  }
  return undefined;
}

const encodeResult = remembered(
  (
    message: ToolMessage,
    mark: SharedV4ProviderOptions | undefined,
    picturesApart: boolean,
  ): LanguageModelV4ToolResultPart => ({
    type: "tool-result",
    toolCallId: message.callId,
    toolName: message.tool,
    output: resultOutput(message, picturesApart),
    ...(mark && { providerOptions: mark }),
  }),
);

/** Results of one reply are one message: Gemini wants as many answers in a turn as there were calls. */
function addResult(out: LanguageModelV4Prompt, part: LanguageModelV4ToolResultPart): void {
  const last = out.at(-1);
  if (last?.role === "tool") last.content.push(part);
  else out.push({ role: "tool", content: [part] });
}

function resultOutput(message: ToolMessage, picturesApart: boolean): LanguageModelV4ToolResultPart["output"] {
  const kept = picturesApart ? wordsOf(message) : message.parts;
  if (kept.every((part) => part.type === "text")) {
    const value = kept.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    return message.isError ? { type: "error-text", value } : { type: "text", value };
  }
  return { type: "content", value: kept.map((part) => encodePart(part)) };
}

function wordsOf(message: ToolMessage): readonly Part[] {
  const words = message.parts.filter((part) => part.type === "text");
  return words.length > 0 ? words : [{ type: "text", text: "[image follows]" }];
}

/** Results hold words only on the chat wire and, for its older models, on Gemini's: pictures follow as a message of their own. */
class PendingImages {
  readonly apart: boolean;
  #waiting: Part[] = [];

  constructor(row: ProviderRow) {
    this.apart = row.wire === "chat_completions" || row.wire === "gemini";
  }

  take(message: ToolMessage): void {
    if (!this.apart) return;
    const pictures = message.parts.filter((part) => part.type === "image");
    if (pictures.length > 0) this.#waiting.push({ type: "text", text: `[image from ${message.tool}]` }, ...pictures);
  }

  flushInto(out: LanguageModelV4Prompt): void {
    if (this.#waiting.length === 0) return;
    out.push({ role: "user", content: this.#waiting.map(encodePart) });
    this.#waiting = [];
  }
}
