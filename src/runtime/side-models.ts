// The models a summary may come from: the one configured for it first, the session's own when that one fails.

import type { SideModel } from "../contracts/context.ts";
import { type ModelChoice, modelName } from "../contracts/model.ts";
import type { Models } from "../contracts/models.ts";
import { askOnce } from "./auxiliary.ts";

export async function sideModels(models: Models, main: ModelChoice): Promise<readonly SideModel[]> {
  const auxiliary = await models.auxiliary("compression", main);
  const choices = modelName(auxiliary) === modelName(main) ? [auxiliary] : [auxiliary, main];
  return choices.map(sideModel);
}

function sideModel(choice: ModelChoice): SideModel {
  return {
    window: choice.provider.info(choice.model).window,
    ask: (question, signal) => askOnce(choice, question, signal),
  };
}
