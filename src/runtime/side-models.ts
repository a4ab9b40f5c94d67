// The models a summary may come from: the one configured for it first, the session's own when that one fails.

import type { SideModel } from "../contracts/context.ts";
import { type ModelChoice, modelName, NO_CACHE } from "../contracts/model.ts";
import type { Models } from "../contracts/models.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { textOf, userMessage } from "../kernel/message.ts";

export async function sideModels(models: Models, main: ModelChoice): Promise<readonly SideModel[]> {
  const auxiliary = await models.auxiliary("compression", main);
  const choices = modelName(auxiliary) === modelName(main) ? [main] : [auxiliary, main];
  return choices.map(sideModel);
}

function sideModel(choice: ModelChoice): SideModel {
  return {
    window: choice.provider.info(choice.model).window,
    async ask({ system, prompt, maxOutput }, signal) {
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
    },
  };
}
