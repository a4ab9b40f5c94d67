// A model provider of somebody else's making: whatever it does wrong is a failure of a known kind, and costs one call.

import type { ModelProvider } from "../contracts/model.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { modelInfo } from "./models.ts";

export function guardProvider(provider: ModelProvider): ModelProvider {
  return {
    id: provider.id,
    endpoint: provider.endpoint,
    cacheStyle: provider.cacheStyle,
    info(model) {
      try {
        return provider.info(model);
      } catch {
        // What it does not know about its own model is guessed as for any other.
        return modelInfo(model, { local: false });
      }
    },
    async *stream(request, signal) {
      try {
        yield* provider.stream(request, signal);
      } catch (cause) {
        if (cause instanceof ModelFailure) throw cause;
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new ModelFailure("transport", { message: `The model provider ${provider.id} failed: ${why}`, cause });
      }
    },
  };
}
