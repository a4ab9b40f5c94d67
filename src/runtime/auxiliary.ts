// Side requests: one question, one answer, no tools, nothing stored.

import type { Complete } from "../contracts/context.ts";
import { type ModelChoice, NO_CACHE } from "../contracts/model.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { textOf, userMessage } from "../kernel/message.ts";

export function completeWith(choice: ModelChoice, signal: AbortSignal): Complete {
  return async ({ system, prompt, maxOutput }) => {
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
    for await (const event of stream) if (event.type === "done") return textOf(event.message);
    throw new ModelFailure("transport", {
      message: `${choice.provider.endpoint} ended its answer without finishing it.`,
    });
  };
}
