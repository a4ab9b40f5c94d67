// The requests Anthropic's Messages API refuses.

import { isRecord } from "../../kernel/json.ts";
import { isIssued } from "../signatures.ts";
import {
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
interface Turn {
  readonly role: unknown;
  readonly blocks: readonly Row[];
  readonly where: string;
}

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const CALL_ID = /^[a-zA-Z0-9_-]+$/;

export function anthropicProblems(body: Row, options: CheckOptions): readonly string[] {
  const problems = collectProblems();
  checkUnicode(body, "body", problems);
  const model = typeof body.model === "string" && body.model !== "" ? body.model : undefined;
  if (model === undefined) problems.add("model", "field required");
  checkLimits(body, problems);
  if (body.tools !== undefined) checkTools(body.tools, problems);
  if (body.tools === undefined && body.tool_choice !== undefined)
    problems.add("tool_choice", "may only be specified while providing tools");
  if (body.system !== undefined) checkSystem(body.system, problems);
  const turns = mergedTurns(checkList(body.messages, "messages", problems), options, problems);
  for (const turn of turns) turn.blocks.forEach((block, index) => void checkBlock(block, turn, index, problems));
  checkOrder(turns, problems);
  checkPairs(turns, problems);
  checkThinking(body, turns, model ?? "", problems);
  checkMarks(body, problems);
  return problems.list;
}

function checkLimits(body: Row, problems: Problems): void {
  const { max_tokens: max, thinking } = body;
  if (!Number.isInteger(max) || Number(max) < 1) problems.add("max_tokens", "field required, at least 1");
  if (!isRecord(thinking) || thinking.type !== "enabled") return;
  const budget = Number(thinking.budget_tokens);
  if (!(budget >= 1024)) problems.add("thinking.budget_tokens", "must be at least 1024");
  if (!(budget < Number(max))) problems.add("max_tokens", "must be greater than thinking.budget_tokens");
  if (body.temperature !== undefined && body.temperature !== 1)
    problems.add("temperature", "may only be set to 1 when thinking is enabled");
}

function checkTools(value: unknown, problems: Problems): void {
  const tools = checkList(value, "tools", problems);
  checkToolNames(
    tools.map((tool) => tool.name),
    TOOL_NAME,
    problems,
  );
  tools.forEach((tool, index) => void checkToolSchema(tool.input_schema, `tools.${index}.input_schema`, problems));
}

function checkSystem(system: unknown, problems: Problems): void {
  if (typeof system === "string") return;
  checkList(system, "system", problems).forEach((block, index) => {
    if (block.type !== "text") problems.add(`system.${index}`, "only text blocks are allowed");
    checkNonEmptyText(block.text, `system.${index}`, problems);
  });
}

/** Neighbours of one role count as one turn, as the vendor joins them. */
function mergedTurns(messages: readonly Row[], options: CheckOptions, problems: Problems): readonly Turn[] {
  const turns: Turn[] = [];
  messages.forEach((message, index) => {
    const where = `messages.${index}`;
    if (message.role !== "user" && message.role !== "assistant")
      problems.add(where, `unexpected role ${JSON.stringify(message.role)}`);
    const blocks = blocksOf(message.content, where, problems);
    const before = turns.at(-1);
    if (before === undefined || before.role !== message.role) turns.push({ role: message.role, blocks, where });
    else {
      if (options.alternate) problems.add(where, "roles must alternate between user and assistant");
      turns[turns.length - 1] = { ...before, blocks: [...before.blocks, ...blocks] };
    }
  });
  return turns;
}

function blocksOf(content: unknown, where: string, problems: Problems): readonly Row[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  const blocks = checkList(content, `${where}.content`, problems);
  if (Array.isArray(content) && content.length === 0) problems.add(where, "all messages must have non-empty content");
  return blocks;
}

function checkBlock(block: Row, turn: Turn, index: number, problems: Problems): void {
  const where = `${turn.where}.content.${index}`;
  const allowed =
    turn.role === "user" ? ["text", "image", "tool_result"] : ["text", "thinking", "redacted_thinking", "tool_use"];
  if (!allowed.includes(String(block.type))) {
    problems.add(where, `${String(block.type)} is not allowed in a ${String(turn.role)} message`);
    return;
  }
  if (block.type === "text") checkNonEmptyText(block.text, where, problems);
  if (block.type === "image") checkSource(block, where, problems);
  if (block.type === "tool_use") {
    if (typeof block.id !== "string" || !CALL_ID.test(block.id))
      problems.add(where, `id does not match ${CALL_ID.source}`);
    if (typeof block.name !== "string" || !TOOL_NAME.test(block.name))
      problems.add(where, "name is missing or malformed");
    if (!isRecord(block.input)) problems.add(where, "input must be an object");
  }
  if (block.type === "tool_result" && Array.isArray(block.content)) {
    for (const inner of recordsOf(block.content)) {
      if (inner.type === "text") checkNonEmptyText(inner.text, where, problems);
      else if (inner.type === "image") checkSource(inner, where, problems);
      else problems.add(where, `a tool result may not hold ${String(inner.type)}`);
    }
  }
}

function checkSource(block: Row, where: string, problems: Problems): void {
  const source = isRecord(block.source) ? block.source : {};
  if (source.type === "base64") checkImage(source.media_type, source.data, where, problems);
  else if (source.type !== "url") problems.add(where, "image source is malformed");
}

function checkOrder(turns: readonly Turn[], problems: Problems): void {
  if (turns.length === 0) {
    problems.add("messages", "at least one message is required");
    return;
  }
  if (turns[0]?.role !== "user") problems.add("messages.0", "the first message must use the user role");
  const last = turns.at(-1);
  if (last?.role === "assistant") problems.add(last.where, "the conversation must end with a user message");
}

function checkPairs(turns: readonly Turn[], problems: Problems): void {
  const used = new Set<unknown>();
  turns.forEach((turn, index) => {
    const ids = turn.blocks.filter((block) => block.type === "tool_use").map((block) => block.id);
    for (const id of ids) {
      if (used.has(id)) problems.add(turn.where, `tool_use ids must be unique: ${String(id)}`);
      used.add(id);
    }
    const results = turn.blocks.filter((block) => block.type === "tool_result");
    const asked = new Set(
      turns[index - 1]?.blocks.filter((block) => block.type === "tool_use").map((block) => block.id) ?? [],
    );
    for (const result of results) {
      if (!asked.has(result.tool_use_id))
        problems.add(turn.where, `unexpected tool_use_id in tool_result: ${String(result.tool_use_id)}`);
    }
    if (new Set(results.map((result) => result.tool_use_id)).size !== results.length) {
      problems.add(turn.where, "each tool_use must have a single result");
    }
    const firstOther = turn.blocks.findIndex((block) => block.type !== "tool_result");
    if (firstOther !== -1 && turn.blocks.slice(firstOther).some((block) => block.type === "tool_result")) {
      problems.add(turn.where, "tool_result blocks must come before other content");
    }
    const answered = new Set(turns[index + 1]?.blocks.map((block) => block.tool_use_id) ?? []);
    const open = ids.filter((id) => !answered.has(id));
    if (open.length > 0)
      problems.add(
        turn.where,
        `tool_use ids were found without tool_result blocks immediately after: ${open.join(", ")}`,
      );
  });
}

function checkThinking(body: Row, turns: readonly Turn[], model: string, problems: Problems): void {
  for (const turn of turns) {
    turn.blocks.forEach((block, index) => {
      const where = `${turn.where}.content.${index}`;
      if (
        block.type === "thinking" &&
        !isIssued(block.signature, "anthropic_messages", model, String(block.thinking))
      ) {
        problems.add(
          where,
          block.signature ? "Invalid `signature` in `thinking` block" : "thinking.signature: Field required",
        );
      }
      if (block.type === "redacted_thinking" && !isIssued(block.data, "anthropic_messages", model, "")) {
        problems.add(where, "Invalid `data` in `redacted_thinking` block");
      }
    });
    const last = turn.blocks.at(-1)?.type;
    if (last === "thinking" || last === "redacted_thinking")
      problems.add(turn.where, "the final block may not be thinking");
  }
  const enabled = isRecord(body.thinking) && body.thinking.type === "enabled";
  const lastAssistant = turns.findLast((turn) => turn.role === "assistant");
  const inToolLoop = turns.at(-1)?.blocks.some((block) => block.type === "tool_result") === true;
  const first = lastAssistant?.blocks[0]?.type;
  if (enabled && inToolLoop && first !== "thinking" && first !== "redacted_thinking") {
    problems.add(lastAssistant?.where ?? "messages", `expected thinking, but found ${String(first)}`);
  }
}

/** At most four cache marks; a long-lived one never after a short-lived one; none on thinking. */
function checkMarks(body: Row, problems: Problems): void {
  const holders = [
    ...recordsOf(body.tools),
    ...recordsOf(body.system),
    ...recordsOf(body.messages).flatMap((message) => recordsOf(message.content)),
  ];
  const marked = holders.filter((holder) => isRecord(holder.cache_control));
  if (marked.length > 4) problems.add("cache_control", `a maximum of 4 blocks may be marked, found ${marked.length}`);
  let short = false;
  for (const holder of marked) {
    if (holder.type === "thinking" || holder.type === "redacted_thinking")
      problems.add("cache_control", "may not stand on thinking");
    const long = isRecord(holder.cache_control) && holder.cache_control.ttl === "1h";
    if (long && short) problems.add("cache_control", "a ttl of 1h must not come after a ttl of 5m");
    short ||= !long;
  }
}
