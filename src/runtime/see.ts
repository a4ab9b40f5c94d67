// Looking at an image: the session's own model when it can see, else the auxiliary vision model in words.

import { type ModelChoice, NO_CACHE } from "../contracts/model.ts";
import type { Models } from "../contracts/models.ts";
import type { Sight } from "../contracts/sight.ts";
import type { Tool } from "../contracts/tool.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { type ImagePart, textOf } from "../kernel/message.ts";

/** Whether an image would be seen by anybody: the session's own model, or the one for side work. */
async function canSee(models: Models, main: ModelChoice): Promise<boolean> {
  if (main.provider.info(main.model).images) return true;
  const { provider, model } = await models.auxiliary("vision", main);
  return provider.info(model).images;
}

/** Without what no model here could use. */
export async function toolsInSight(
  models: Models,
  main: ModelChoice | undefined,
  tools: readonly Tool[],
): Promise<readonly Tool[]> {
  if (main === undefined || !tools.some((tool) => tool.needsSight === true)) return tools;
  if (await canSee(models, main)) return tools;
  return tools.filter((tool) => tool.needsSight !== true);
}

export async function describeImage(
  models: Models,
  main: ModelChoice,
  image: ImagePart,
  question: string,
  signal: AbortSignal,
): Promise<Sight> {
  if (main.provider.info(main.model).images) return { type: "attach" };
  const choice = await models.auxiliary("vision", main);
  if (!choice.provider.info(choice.model).images) {
    return {
      type: "blind",
      why: "No model here can see images. Set auxiliary.vision in config.yaml to one that can.",
    };
  }
  try {
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
    for await (const event of stream)
      if (event.type === "done") return { type: "described", text: textOf(event.message) };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { type: "blind", why: error.message };
  }
  return { type: "blind", why: `${choice.provider.endpoint} ended its answer without finishing it.` };
}
