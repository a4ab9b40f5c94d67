// Before each model call: is there anything left to spend? After it: what was spent.

import type { AgentEvent } from "../../contracts/session.ts";
import { ModelFailure } from "../../kernel/failure.ts";
import type { Usage } from "../../kernel/message.ts";
import { hasLimits, overLimit, unkeptLimit } from "../../kernel/turn/limits.ts";
import type { TurnScope } from "../turn-scope.ts";

/** The failure that stops the turn; undefined while there is room. */
export async function spentUp(scope: TurnScope): Promise<ModelFailure | undefined> {
  if (!hasLimits(scope.limits)) return undefined;
  const row = await scope.store.get(scope.transcript.sessionId);
  const session = { tokens: row === undefined ? 0 : row.usage.input + row.usage.output, usd: row?.costUsd ?? 0 };
  const day = await scope.spending.since(scope.startOfDay(scope.clock.now()));
  const why = overLimit({ turn: scope.state.spent, session, day }, scope.limits);
  return why === undefined ? undefined : new ModelFailure("billing", { message: why, code: "own_limit" });
}

/** Once in a turn for each model that is asked, however often it is asked again. */
export function* sayUnkeptLimit({ state, limits }: TurnScope, model: string, hasPrice: boolean): Generator<AgentEvent> {
  const text = unkeptLimit(limits, model, hasPrice);
  if (text === undefined || text === state.unkeptLimit) return;
  state.unkeptLimit = text;
  yield { type: "notice", level: "warning", text };
}

export function recordSpent(scope: TurnScope, usage: Usage, costUsd: number | undefined): void {
  const tokens = usage.input + usage.output;
  const usd = costUsd ?? 0;
  scope.state.spent = { tokens: scope.state.spent.tokens + tokens, usd: scope.state.spent.usd + usd };
  scope.spending.record(scope.clock.now(), { tokens, usd });
}
