// What plugins hear of a call to the model, and how they may reword its answer.

import { type ModelChoice, type ModelRequest, modelName } from "../../contracts/model.ts";
import type { HookModelCall, HookRequest } from "../../contracts/plugin.ts";
import { type AssistantMessage, callsOf, type OutputPart, textOf } from "../../kernel/message.ts";
import { hookSession, type TurnScope } from "../turn-scope.ts";

export function requestFacts(
  scope: TurnScope,
  choice: ModelChoice,
  request: ModelRequest,
  estimatedTokens: number,
): HookRequest {
  return {
    ...hookSession(scope),
    model: modelName(choice),
    messages: request.messages.length,
    tools: request.tools.length,
    estimatedTokens,
  };
}

export function callFacts(scope: TurnScope, choice: ModelChoice): HookModelCall {
  const asked = scope.transcript.entries.findLast(
    ({ message }) => message.role === "user" && message.origin !== "runtime",
  );
  return {
    ...hookSession(scope),
    model: modelName(choice),
    userText: asked === undefined ? "" : textOf(asked.message),
  };
}

/** An answer in a plugin's words. Words on the way to a tool are no answer. */
export async function rewritten(
  scope: TurnScope,
  choice: ModelChoice,
  message: AssistantMessage,
): Promise<AssistantMessage> {
  const text = textOf(message);
  if (text === "" || callsOf(message).length > 0) return message;
  const [words] = await scope.hooks.run("transformModelOutput", { ...callFacts(scope, choice), text });
  return words === undefined ? message : withWords(message, words);
}

function withWords(message: AssistantMessage, words: string): AssistantMessage {
  const first = message.parts.findIndex((part) => part.type === "text");
  const parts = message.parts.flatMap((part, index): readonly OutputPart[] => {
    if (part.type !== "text") return [part];
    return index === first ? [{ ...part, text: words }] : [];
  });
  return { ...message, parts };
}
