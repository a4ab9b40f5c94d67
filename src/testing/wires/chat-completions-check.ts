// The requests a strict Chat Completions server refuses.

import { isRecord } from "../../kernel/json.ts";
import {
  checkArguments,
  checkImage,
  checkList,
  checkNonEmptyText,
  checkToolNames,
  checkToolSchema,
  checkUnicode,
  collectProblems,
  type Problems,
  recordsOf,
} from "./check.ts";
import type { CheckOptions } from "./wire.ts";

type Row = Readonly<Record<string, unknown>>;

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const LONGEST_CALL_ID = 40;

export function chatProblems(body: Row, options: CheckOptions): readonly string[] {
  const problems = collectProblems();
  checkUnicode(body, "body", problems);
  if (typeof body.model !== "string" || body.model === "") problems.add("model", "you must provide a model parameter");
  if (body.max_tokens !== undefined && body.max_completion_tokens !== undefined) {
    problems.add("max_tokens", "setting max_tokens and max_completion_tokens at the same time is not supported");
  }
  if (body.stream_options !== undefined && body.stream !== true)
    problems.add("stream_options", "only allowed when stream is enabled");
  checkTools(body, problems);
  const messages = checkList(body.messages, "messages", problems);
  checkOrder(messages, options, problems);
  messages.forEach((message, index) => void checkMessage(message, `messages.${index}`, problems));
  checkPairs(messages, problems);
  return problems.list;
}

function checkTools(body: Row, problems: Problems): void {
  if (body.tools === undefined) {
    if (body.tool_choice !== undefined) problems.add("tool_choice", "only allowed when tools are specified");
    return;
  }
  const tools = checkList(body.tools, "tools", problems);
  if (tools.length === 0) problems.add("tools", "[] is too short");
  if (tools.length > 128) problems.add("tools", "at most 128 tools");
  const functions = tools.map((tool) => (isRecord(tool.function) ? tool.function : {}));
  checkToolNames(
    functions.map((definition) => definition.name),
    TOOL_NAME,
    problems,
  );
  functions.forEach((definition, index) => {
    if (definition.parameters !== undefined)
      checkToolSchema(definition.parameters, `tools.${index}.parameters`, problems);
  });
}

function checkOrder(messages: readonly Row[], options: CheckOptions, problems: Problems): void {
  const isPrompt = (message: Row) => message.role === "system" || message.role === "developer";
  const start = messages.findIndex((message) => !isPrompt(message));
  if (start === -1) {
    problems.add("messages", "at least one message besides the prompt is needed");
    return;
  }
  const talk = messages.slice(start);
  if (talk[0]?.role !== "user") problems.add(`messages.${start}`, "the first message must be from the user");
  const last = talk.at(-1)?.role;
  if (last !== "user" && last !== "tool")
    problems.add(`messages.${messages.length - 1}`, "the last message must be from the user or a tool");
  talk.forEach((message, index) => {
    const where = `messages.${start + index}`;
    if (isPrompt(message)) problems.add(where, "the prompt must be at the beginning");
    const before = talk[index - 1];
    if (options.alternate && before !== undefined && before.role === message.role && message.role !== "tool") {
      problems.add(where, "conversation roles must alternate");
    }
  });
}

function checkMessage(message: Row, where: string, problems: Problems): void {
  const { role, content } = message;
  if (!["system", "developer", "user", "assistant", "tool"].includes(String(role))) {
    problems.add(where, `unknown role ${String(role)}`);
    return;
  }
  const calls = message.tool_calls;
  if (calls !== undefined && (role !== "assistant" || !Array.isArray(calls) || calls.length === 0)) {
    problems.add(where, "tool_calls must be a non-empty list in an assistant message");
  }
  if (role === "assistant" && (content === null || content === undefined || content === "")) {
    if (calls === undefined) problems.add(where, "an assistant message must have content or tool calls");
  } else if (role === "tool" && typeof content === "string") {
    // A tool may have nothing to say.
  } else if (typeof content === "string") checkNonEmptyText(content, where, problems);
  else checkParts(content, String(role), where, problems);
  recordsOf(calls).forEach((call, index) => void checkCall(call, `${where}.tool_calls.${index}`, problems));
  if (role === "tool" && typeof message.tool_call_id !== "string") problems.add(where, "tool_call_id is missing");
}

function checkParts(content: unknown, role: string, where: string, problems: Problems): void {
  const parts = checkList(content, `${where}.content`, problems);
  if (Array.isArray(content) && content.length === 0) problems.add(where, "content must not be empty");
  parts.forEach((part, index) => {
    const at = `${where}.content.${index}`;
    if (part.type === "text") checkNonEmptyText(part.text, at, problems);
    else if (part.type === "image_url" && role === "user") {
      const url = isRecord(part.image_url) ? String(part.image_url.url) : "";
      const data = /^data:([^;,]+);base64,(.*)$/s.exec(url);
      if (data) checkImage(data[1], data[2], at, problems);
      else if (!/^https?:\/\//.test(url)) problems.add(at, "invalid image url");
    } else problems.add(at, `a ${role} message may not hold a part of type ${String(part.type)}`);
  });
}

function checkCall(call: Row, where: string, problems: Problems): void {
  if (typeof call.id !== "string" || call.id === "") problems.add(where, "id is missing");
  else if (call.id.length > LONGEST_CALL_ID) problems.add(where, `id is longer than ${LONGEST_CALL_ID}`);
  if (call.type !== "function") problems.add(where, 'type must be "function"');
  const definition = isRecord(call.function) ? call.function : {};
  if (typeof definition.name !== "string" || !TOOL_NAME.test(definition.name))
    problems.add(where, `name does not match ${TOOL_NAME.source}`);
  checkArguments(definition.arguments, where, problems);
}

/** Results stand directly after their calls; each call has exactly one; ids are never used twice. */
function checkPairs(messages: readonly Row[], problems: Problems): void {
  const used = new Set<unknown>();
  let open = new Set<unknown>();
  let asked = new Set<unknown>();
  messages.forEach((message, index) => {
    const where = `messages.${index}`;
    if (message.role === "tool") {
      const id = message.tool_call_id;
      if (!asked.has(id))
        problems.add(where, "messages with role 'tool' must be a response to a preceding message with 'tool_calls'");
      else if (!open.delete(id)) problems.add(where, `duplicate result for tool call ${String(id)}`);
      return;
    }
    reportOpen(open, where, problems);
    const ids = recordsOf(message.tool_calls).map((call) => call.id);
    for (const id of ids) {
      if (used.has(id)) problems.add(where, `duplicate tool call id ${String(id)}`);
      used.add(id);
    }
    open = new Set(ids);
    asked = new Set(ids);
  });
  reportOpen(open, `messages.${messages.length - 1}`, problems);
}

function reportOpen(open: ReadonlySet<unknown>, where: string, problems: Problems): void {
  if (open.size === 0) return;
  problems.add(where, `tool_call_ids did not have response messages: ${[...open].map(String).join(", ")}`);
}
