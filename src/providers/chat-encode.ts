// The SDK's call → the text of a Chat Completions body, with one system message, marks inside content, and each vendor's
// field names. A message that was written once is not written again: a round costs what it adds.

import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import type { Effort } from "../contracts/model.ts";
import { isRecord } from "../kernel/json.ts";
import { remembered } from "../kernel/remembered.ts";
import type { ProviderRow } from "./wire.ts";

type Json = Readonly<Record<string, unknown>>;
type Message<R extends LanguageModelV4Message["role"]> = Extract<LanguageModelV4Message, { role: R }>;

/** Pure; field order is fixed, so that the same call gives the same bytes. */
export function chatBody(
  call: LanguageModelV4CallOptions,
  row: ProviderRow,
  asked: { readonly model: string; readonly effort: Effort | undefined },
): string {
  const { tools = [] } = call;
  const fields: Record<string, string> = {
    model: JSON.stringify(asked.model),
    messages: `[${chatMessages(call.prompt, row).join(",")}]`,
    ...(tools.length > 0 && { tools: toolsText(tools) }),
  };
  const plain: Json = {
    ...(tools.length > 0 && call.toolChoice !== undefined && { tool_choice: call.toolChoice.type }),
    ...(call.maxOutputTokens !== undefined && { [row.quirks.capField ?? "max_tokens"]: call.maxOutputTokens }),
    stream: true,
    ...(row.quirks.usageOption !== false && { stream_options: { include_usage: true } }),
    ...effortField(row, asked.effort),
    ...row.extraBody,
  };
  for (const [name, value] of Object.entries(plain)) if (value !== undefined) fields[name] = JSON.stringify(value);
  return `{${Object.entries(fields)
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join(",")}}`;
}

const toolsText = remembered((tools: NonNullable<LanguageModelV4CallOptions["tools"]>) =>
  JSON.stringify(
    tools
      .filter((tool): tool is LanguageModelV4FunctionTool => tool.type === "function")
      .map(({ name, description, inputSchema }) => ({
        type: "function",
        function: { name, description, parameters: inputSchema },
      })),
  ),
);

function effortField(row: ProviderRow, effort: Effort | undefined): Json {
  if (effort === undefined || row.quirks.effort === "none") return {};
  return row.quirks.effort === "reasoning" ? { reasoning: { effort } } : { reasoning_effort: effort };
}

function chatMessages(prompt: LanguageModelV4CallOptions["prompt"], row: ProviderRow): readonly string[] {
  const system = prompt.filter((message) => message.role === "system");
  const texts = system.length === 0 ? [] : [JSON.stringify(systemMessage(system))];
  for (const message of prompt) {
    if (message.role === "user") texts.push(userText(message));
    else if (message.role === "assistant") texts.push(assistantText(message, row));
    else if (message.role === "tool")
      for (const part of message.content) if (part.type === "tool-result") texts.push(resultText(part));
  }
  return texts;
}

const userText = remembered((message: Message<"user">) => JSON.stringify(userMessage(message)));
const assistantText = remembered((message: Message<"assistant">, row: ProviderRow) =>
  JSON.stringify(assistantMessage(message, row)),
);
const resultText = remembered((part: LanguageModelV4ToolResultPart) => JSON.stringify(toolMessage(part)));

/** Many chat templates take exactly one system message, at the start. Marked blocks stay parts of it. */
function systemMessage(blocks: readonly Message<"system">[]): Json {
  const marked = blocks.some((block) => markOf(block) !== undefined);
  const content = marked
    ? blocks.map((block) => textPart(block.content, markOf(block)))
    : blocks.map((block) => block.content).join("\n\n");
  return { role: "system", content };
}

function userMessage(message: Message<"user">): Json {
  const [first] = message.content;
  if (message.content.length === 1 && first?.type === "text" && markOf(first) === undefined)
    return { role: "user", content: first.text };
  const content = message.content.map((part): Json => {
    const mark = markOf(part);
    if (part.type === "text") return textPart(part.text, mark);
    const data = part.data.type === "data" ? String(part.data.data) : "";
    const image = { type: "image_url", image_url: { url: `data:${part.mediaType};base64,${data}` } };
    return mark === undefined ? image : { ...image, cache_control: mark };
  });
  return { role: "user", content };
}

function assistantMessage(message: Message<"assistant">, row: ProviderRow): Json {
  let words = "";
  let reasoning = "";
  let mark: unknown;
  const calls: Json[] = [];
  for (const part of message.content) {
    if (part.type === "text") words += part.text;
    else if (part.type === "reasoning") reasoning += part.text;
    else if (part.type === "tool-call") calls.push(toolCall(part));
    mark ??= markOf(part);
  }
  const content =
    mark !== undefined && words !== "" ? [textPart(words, mark)] : words === "" && calls.length > 0 ? null : words;
  const details = message.providerOptions?.chat?.reasoning_details;
  return {
    role: "assistant",
    content,
    ...(reasoning !== "" && { [row.quirks.replay === "reasoning" ? "reasoning" : "reasoning_content"]: reasoning }),
    ...(details !== undefined && { reasoning_details: details }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

function toolCall(part: LanguageModelV4ToolCallPart): Json {
  const signature = part.providerOptions?.vendor?.thoughtSignature;
  return {
    id: part.toolCallId,
    type: "function",
    function: {
      name: part.toolName,
      arguments: JSON.stringify(isRecord(part.input) ? part.input : { raw: part.input }),
    },
    ...(signature !== undefined && { extra_content: { google: { thought_signature: signature } } }),
  };
}

/** Routers read a mark beside a result, not inside it. */
function toolMessage(part: LanguageModelV4ToolResultPart): Json {
  const { output } = part;
  const content = output.type === "text" || output.type === "error-text" ? output.value : JSON.stringify(output);
  const mark = markOf(part);
  return { role: "tool", tool_call_id: part.toolCallId, content, ...(mark !== undefined && { cache_control: mark }) };
}

function textPart(text: string, mark: unknown): Json {
  return { type: "text", text, ...(mark !== undefined && { cache_control: mark }) };
}

function markOf(part: { readonly providerOptions?: unknown }): unknown {
  const options = isRecord(part.providerOptions) ? part.providerOptions.chat : undefined;
  return isRecord(options) ? options.cache_control : undefined;
}
