// One action per failure kind. Status and code decided the kind; this decides what happens next.

import type { ModelFailure, ModelFailureKind } from "../failure.ts";
import { compactOr, fallBackOr, type Step, type Turn, type TurnEvent, type TurnPolicy } from "./turn.ts";

const LONGEST_WAIT_MS = 120_000;

type Action = "retry" | "compact" | "switch" | "stop";

const ACTIONS: Record<ModelFailureKind, Action> = {
  auth: "switch",
  billing: "switch",
  "rate-limit": "retry",
  overloaded: "retry",
  "context-overflow": "compact",
  "bad-request": "stop",
  refused: "switch",
  transport: "retry",
  timeout: "retry",
  "model-output": "retry",
};

export function recover(turn: Turn, event: Extract<TurnEvent, { type: "failed" }>, policy: TurnPolicy): [Turn, Step] {
  const { failure } = event;
  const giveUp: Step = { type: "finish", reason: failure.kind === "refused" ? "refused" : "failed", failure };

  switch (actionFor(failure)) {
    case "compact":
      return compactOr(turn, policy, failure);
    case "switch":
      return fallBackOr(turn, policy, failure, giveUp);
    case "stop":
      return [turn, giveUp];
    case "retry": {
      const ms = waitMs(failure, turn.retries, event.jitter);
      if (turn.retries >= policy.maxRetries || ms > LONGEST_WAIT_MS) return fallBackOr(turn, policy, failure, giveUp);
      // The failed call is given back: a flaky network must not eat the budget.
      return [
        { ...turn, retries: turn.retries + 1, iterations: Math.max(0, turn.iterations - 1) },
        { type: "wait", ms, failure },
      ];
    }
  }
}

function actionFor(failure: ModelFailure): Action {
  // A model that is not there is not a broken request: another model may be.
  if (failure.kind === "bad-request" && failure.status === 404) return "switch";
  return ACTIONS[failure.kind];
}

/** The vendor's own wish when it stated one, else exponential from 2 s to 60 s, spread by half. */
export function waitMs(failure: ModelFailure, retries: number, jitter: number): number {
  if (failure.retryAfterMs !== undefined) return failure.retryAfterMs;
  const base = failure.kind === "model-output" ? 500 : 2_000;
  const delay = Math.min(base * 2 ** retries, 60_000);
  return Math.round(delay + jitter * delay * 0.5);
}
