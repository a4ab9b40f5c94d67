// What ends a turn is one of a few kinds; anything else is a bug of ours and is said as one.

import type { TurnFailure } from "../contracts/session.ts";
import { InternalFailure, ModelFailure, StoreFailure } from "../kernel/failure.ts";

export function asTurnFailure(error: unknown): TurnFailure {
  if (error instanceof ModelFailure || error instanceof StoreFailure) return error;
  return new InternalFailure(
    `Something broke inside Hermes: ${error instanceof Error ? error.message : String(error)}`,
    error,
  );
}
