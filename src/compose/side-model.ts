// A side request on behalf of a tool: the auxiliary model of the session's own.

import type { Complete } from "../contracts/context.ts";
import type { AuxiliaryTask, Models } from "../contracts/models.ts";
import type { SessionSettings } from "../contracts/session.ts";
import type { ToolContext } from "../contracts/tool.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { completeWith } from "../runtime/auxiliary.ts";

export function sideModel(models: Models, settings: SessionSettings, context: ToolContext): Complete {
  return async (request) => (await sideComplete(models, settings, "session_search")(context.signal))(request);
}

export function sideComplete(models: Models, settings: SessionSettings, task: AuxiliaryTask) {
  return async (signal: AbortSignal): Promise<Complete> => {
    const plan = await models.plan(settings);
    if (plan.type === "refused") throw new ModelFailure("auth", { message: plan.why });
    return completeWith(await models.auxiliary(task, plan.primary), signal);
  };
}
