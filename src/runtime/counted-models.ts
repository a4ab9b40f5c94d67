// Side requests cost what turns cost: they count towards the day.

import type { ModelChoice, ModelProvider } from "../contracts/model.ts";
import type { Models } from "../contracts/models.ts";
import type { SpendLedger } from "../contracts/spending.ts";
import type { Clock } from "../contracts/time.ts";
import { costOf } from "../kernel/cost.ts";

export interface Counting {
  readonly spending: SpendLedger;
  readonly clock: Pick<Clock, "now">;
}

/** The same models; what the auxiliary ones use is recorded. */
export function countedModels(models: Models, counting: Counting): Models {
  return {
    plan: (settings) => models.plan(settings),
    auxiliary: async (task, main) => counted(await models.auxiliary(task, main), counting),
    learnWindow: (choice, window) => models.learnWindow(choice, window),
  };
}

function counted({ provider, model }: ModelChoice, { spending, clock }: Counting): ModelChoice {
  const { id, endpoint, cacheStyle } = provider;
  const counting: ModelProvider = {
    ...{ id, endpoint, cacheStyle },
    info: (name) => provider.info(name),
    async *stream(request, signal) {
      for await (const event of provider.stream(request, signal)) {
        if (event.type === "done") {
          const { usage } = event.message;
          const usd = costOf(usage, provider.info(request.model).prices) ?? 0;
          spending.record(clock.now(), { tokens: usage.input + usage.output, usd });
        }
        yield event;
      }
    },
  };
  return { provider: counting, model };
}
