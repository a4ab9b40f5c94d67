// The requests OpenAI's Responses API refuses.

import { isIssued } from "../signatures.ts";
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
const LONGEST_CALL_ID = 64;

export function responsesProblems(body: Row, options: CheckOptions): readonly string[] {
  const problems = collectProblems();
  checkUnicode(body, "body", problems);
  const model = typeof body.model === "string" ? body.model : "";
  if (model === "") problems.add("model", "missing required parameter");
  checkTools(body.tools, problems);
  if (typeof body.input === "string") {
    checkNonEmptyText(body.input, "input", problems);
    return problems.list;
  }
  const items = checkList(body.input, "input", problems);
  if (items.length === 0) problems.add("input", "must not be empty");
  items.forEach((item, index) => void checkItem(item, `input.${index}`, problems));
  checkOrder(items, options, problems);
  checkPairs(items, problems);
  checkReasoning(items, model, body.store === false, problems);
  return problems.list;
}

function kindOf(item: Row): string {
  return typeof item.type === "string" ? item.type : "role" in item ? "message" : "unknown";
}

function checkTools(value: unknown, problems: Problems): void {
  const tools =
    value === undefined ? [] : checkList(value, "tools", problems).filter((tool) => tool.type === "function");
  checkToolNames(
    tools.map((tool) => tool.name),
    TOOL_NAME,
    problems,
  );
  tools.forEach((tool, index) => void checkToolSchema(tool.parameters, `tools.${index}.parameters`, problems));
}

function checkItem(item: Row, where: string, problems: Problems): void {
  switch (kindOf(item)) {
    case "message":
      checkMessage(item, where, problems);
      return;
    case "function_call":
      if (typeof item.name !== "string" || !TOOL_NAME.test(item.name))
        problems.add(where, `name does not match ${TOOL_NAME.source}`);
      checkCallId(item, where, problems);
      checkArguments(item.arguments, where, problems);
      return;
    case "function_call_output":
      checkCallId(item, where, problems);
      if (typeof item.output !== "string")
        checkContent(item.output, ["input_text", "input_image", "input_file"], where, problems);
      return;
    case "reasoning":
      if (!Array.isArray(item.summary)) problems.add(where, "summary: missing required parameter");
      return;
    case "item_reference":
      return;
    default:
      problems.add(where, `invalid value: ${String(item.type)}`);
  }
}

function checkCallId(item: Row, where: string, problems: Problems): void {
  const id = item.call_id;
  if (typeof id !== "string" || id === "") problems.add(where, "call_id is missing");
  else if (id.length > LONGEST_CALL_ID) problems.add(where, `call_id is longer than ${LONGEST_CALL_ID}`);
}

function checkMessage(item: Row, where: string, problems: Problems): void {
  const role = String(item.role);
  if (!["user", "assistant", "system", "developer"].includes(role)) {
    problems.add(where, `unknown role ${role}`);
    return;
  }
  if (typeof item.content === "string") {
    checkNonEmptyText(item.content, where, problems);
    return;
  }
  checkContent(
    item.content,
    role === "assistant" ? ["output_text", "refusal"] : ["input_text", "input_image", "input_file"],
    where,
    problems,
  );
}

function checkContent(content: unknown, allowed: readonly string[], where: string, problems: Problems): void {
  const parts = checkList(content, `${where}.content`, problems);
  if (Array.isArray(content) && content.length === 0) problems.add(where, "content must not be empty");
  for (const part of parts) {
    if (!allowed.includes(String(part.type))) problems.add(where, `invalid value: ${String(part.type)}`);
    if (part.type === "input_text" || part.type === "output_text") checkNonEmptyText(part.text, where, problems);
    if (part.type === "input_image") {
      const data = /^data:([^;,]+);base64,(.*)$/s.exec(String(part.image_url));
      if (data) checkImage(data[1], data[2], where, problems);
    }
  }
}

function checkOrder(items: readonly Row[], options: CheckOptions, problems: Problems): void {
  const talk = items.filter((item) => item.role !== "system" && item.role !== "developer");
  if (talk.length > 0 && talk[0]?.role !== "user") problems.add("input", "the first item must be from the user");
  const last = talk.at(-1);
  if (last !== undefined && last.role !== "user" && kindOf(last) !== "function_call_output") {
    problems.add("input", "the last item must be from the user or a tool");
  }
  talk.forEach((item, index) => {
    const before = talk[index - 1];
    if (options.alternate && item.role === "user" && before?.role === "user")
      problems.add(`input.${index}`, "roles must alternate");
  });
}

function checkPairs(items: readonly Row[], problems: Problems): void {
  const calls = new Set<unknown>();
  const outputs = new Set<unknown>();
  const ids = new Set<unknown>();
  items.forEach((item, index) => {
    const where = `input.${index}`;
    if (item.id !== undefined && ids.has(item.id))
      problems.add(where, `duplicate item found with id ${String(item.id)}`);
    ids.add(item.id);
    if (kindOf(item) === "function_call") {
      if (calls.has(item.call_id)) problems.add(where, `duplicate call_id ${String(item.call_id)}`);
      calls.add(item.call_id);
    }
    if (kindOf(item) === "function_call_output") {
      if (!calls.has(item.call_id))
        problems.add(where, `No tool call found for function call output with call_id ${String(item.call_id)}`);
      if (outputs.has(item.call_id)) problems.add(where, `duplicate output for call_id ${String(item.call_id)}`);
      outputs.add(item.call_id);
    }
  });
  for (const id of calls)
    if (!outputs.has(id)) problems.add("input", `No tool output found for function call ${String(id)}`);
}

/** A reasoning item is sealed by this server for this model and stands before what it led to. */
function checkReasoning(items: readonly Row[], model: string, unstored: boolean, problems: Problems): void {
  items.forEach((item, index) => {
    const where = `input.${index}`;
    if (kindOf(item) === "item_reference" && unstored)
      problems.add(where, `Item with id ${String(item.id)} not found: items are not persisted`);
    if (kindOf(item) !== "reasoning") return;
    const sealed = item.encrypted_content;
    if (sealed === undefined || sealed === null) {
      if (unstored)
        problems.add(where, `Item with id ${String(item.id)} not found: items are not persisted when store is false`);
    } else {
      const text = recordsOf(item.summary)
        .map((part) => String(part.text))
        .join("");
      if (!isIssued(sealed, "responses", model, text))
        problems.add(where, "the encrypted content could not be verified");
    }
    const next = items.slice(index + 1).find((other) => kindOf(other) !== "reasoning");
    const follows =
      next !== undefined &&
      (kindOf(next) === "function_call" || next.role === "assistant" || kindOf(next) === "item_reference");
    if (!follows)
      problems.add(
        where,
        `Item ${String(item.id)} of type 'reasoning' was provided without its required following item`,
      );
  });
}
