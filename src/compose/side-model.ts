// A side request on behalf of a tool: the auxiliary model of the session's own.

import type { Complete } from "../contracts/context.ts";
import type { Models } from "../contracts/models.ts";
import type { SessionSettings } from "../contracts/session.ts";
import type { ToolContext } from "../contracts/tool.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { completeWith } from "../runtime/auxiliary.ts";

export function sideModel(models: Models, settings: SessionSettings, context: ToolContext): Complete {
  return async (request) => {
    const plan = await models.plan(settings);
    if (plan.type === "refused") throw new ModelFailure("auth", { message: plan.why });
    const choice = await models.auxiliary("session_search", plan.primary);
    return completeWith(choice, context.signal)(request);
  };
}
