// Looking at an image: the session's own model when it can see, else the auxiliary vision model in words.

import { type ModelChoice, NO_CACHE } from "../contracts/model.ts";
import type { Models } from "../contracts/models.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { type ImagePart, textOf } from "../kernel/message.ts";

/** Undefined when the model of the session should look itself. */
export async function describeImage(
  models: Models,
  main: ModelChoice,
  image: ImagePart,
  question: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (main.provider.info(main.model).images) return undefined;
  const choice = await models.auxiliary("vision", main);
  if (!choice.provider.info(choice.model).images) {
    return "No model here can see images. Set auxiliary.vision in config.yaml to one that can.";
  }
  const stream = choice.provider.stream(
    {
      model: choice.model,
      system: ["Answer the question about the image, precisely and in a few sentences."],
      messages: [{ role: "user", parts: [{ type: "text", text: question }, image], at: 0 }],
      tools: [],
      cache: NO_CACHE,
      maxOutput: 1_500,
    },
    signal,
  );
  for await (const event of stream) if (event.type === "done") return textOf(event.message);
  throw new ModelFailure("transport", {
    message: `${choice.provider.endpoint} ended its answer without finishing it.`,
  });
}
