// Chat Completions as OpenAI and its many imitators speak it.

import { pieces, type ReplyAnswer, type ScriptPart, stopOf, usageOf } from "../script.ts";
import { chatProblems } from "./chat-completions-check.ts";
import { openAiError } from "./errors.data.ts";
import { type Exchange, PIECE_CHARS, sse, type Wire } from "./wire.ts";

const FINISH = { end: "stop", calls: "tool_calls", length: "length", refused: "content_filter" } as const;

export const chatCompletions: Wire = {
  name: "chat_completions",
  problems: chatProblems,
  error: openAiError,
  errorEvent: (failure) => sse(openAiError(failure).body),
  events(answer, on) {
    const size = answer.pieceChars ?? PIECE_CHARS;
    const head = {
      id: on.nextId("chatcmpl"),
      object: "chat.completion.chunk",
      created: 1_768_478_400,
      model: on.model,
    };
    const chunk = (delta: object, finish: string | null = null) =>
      sse({ ...head, choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }] });
    const out = [chunk({ role: "assistant", content: "" })];
    let index = -1;
    for (const part of answer.parts) {
      if (part.type === "text") for (const piece of pieces(part.text, size)) out.push(chunk({ content: piece }));
      if (part.type === "reasoning")
        for (const piece of pieces(part.text, size)) out.push(chunk({ reasoning_content: piece }));
      if (part.type === "call") {
        index++;
        const id = part.id ?? on.nextId("call");
        out.push(
          chunk({ tool_calls: [{ index, id, type: "function", function: { name: part.tool, arguments: "" } }] }),
        );
        for (const piece of pieces(part.args, size))
          out.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
      }
    }
    out.push(chunk({}, FINISH[stopOf(answer)]));
    const usage = usageObject(answer, on);
    if (usage !== undefined) out.push(sse({ ...head, choices: [], usage }));
    out.push(sse("[DONE]"));
    return out;
  },
  whole(answer, on) {
    const joined = (type: "text" | "reasoning") =>
      answer.parts
        .flatMap((part) => (part.type === type ? [(part as Extract<ScriptPart, { type: "text" }>).text] : []))
        .join("");
    const toolCalls = answer.parts.flatMap((part) =>
      part.type === "call"
        ? [{ id: part.id ?? on.nextId("call"), type: "function", function: { name: part.tool, arguments: part.args } }]
        : [],
    );
    const reasoning = joined("reasoning");
    const message = {
      role: "assistant",
      content: joined("text") || null,
      ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
      ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
    };
    const usage = usageObject(answer, on);
    return {
      id: on.nextId("chatcmpl"),
      object: "chat.completion",
      created: 1_768_478_400,
      model: on.model,
      choices: [{ index: 0, message, finish_reason: FINISH[stopOf(answer)], logprobs: null }],
      ...(usage === undefined ? {} : { usage }),
    };
  },
};

function usageObject(answer: ReplyAnswer, on: Exchange): object | undefined {
  const usage = usageOf(answer, on.requestChars);
  if (usage === undefined) return undefined;
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: {
      cached_tokens: usage.cacheRead,
      ...(usage.cacheWrite > 0 ? { cache_write_tokens: usage.cacheWrite } : {}),
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  };
}
