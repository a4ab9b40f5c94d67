// Side requests: one question, one answer, no tools, nothing stored.

import type { Complete, SideModel } from "../contracts/context.ts";
import { type ModelChoice, NO_CACHE } from "../contracts/model.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { textOf, userMessage } from "../kernel/message.ts";

/** The whole answer and how it ended. */
export async function askOnce(
  choice: ModelChoice,
  { system, prompt, maxOutput }: Parameters<SideModel["ask"]>[0],
  signal: AbortSignal,
): ReturnType<SideModel["ask"]> {
  const stream = choice.provider.stream(
    {
      model: choice.model,
      system: [system],
      messages: [userMessage(prompt, 0)],
      tools: [],
      cache: NO_CACHE,
      maxOutput,
    },
    signal,
  );
  for await (const event of stream)
    if (event.type === "done") return { text: textOf(event.message), stop: event.message.stop };
  throw new ModelFailure("transport", {
    message: `${choice.provider.endpoint} ended its answer without finishing it.`,
  });
}

export function completeWith(choice: ModelChoice, signal: AbortSignal): Complete {
  return async (question) => (await askOnce(choice, question, signal)).text;
}
