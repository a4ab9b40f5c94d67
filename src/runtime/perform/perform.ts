// A step in, an event out: the only place where the machine's orders become deeds.

import { modelName } from "../../contracts/model.ts";
import type { AgentEvent } from "../../contracts/session.ts";
import { NUDGES, REFUSED_CALLS } from "../../kernel/turn/nudges.data.ts";
import type { Step, TurnEvent } from "../../kernel/turn/turn.ts";
import { activeChoice, type TurnScope } from "../turn-scope.ts";
import { callModel } from "./call-model.ts";
import { compact } from "./compact.ts";
import { refuseCalls, runTools } from "./run-tools.ts";

export type Doable = Exclude<Step, { type: "finish" }>;

export async function* perform(scope: TurnScope, step: Doable): AsyncGenerator<AgentEvent, TurnEvent> {
  if (scope.signal.aborted && step.type !== "refuse-calls") {
    if (step.type === "run-tools") await refuseCalls(scope, step.calls, "Not started: interrupted by the user.");
    return { type: "aborted" };
  }
  switch (step.type) {
    case "call-model":
      return yield* callModel(scope, step.tools);
    case "run-tools":
      return yield* runTools(scope, step.calls);
    case "refuse-calls":
      return refuseCalls(scope, step.calls, REFUSED_CALLS[step.why]);
    case "nudge":
      await scope.transcript.append([
        { role: "user", origin: "runtime", parts: [{ type: "text", text: NUDGES[step.nudge] }], at: scope.clock.now() },
      ]);
      return { type: "resumed" };
    case "compact":
      return yield* compact(scope);
    case "wait":
      return yield* wait(scope, step);
    case "fall-back":
      return yield* fallBack(scope, step);
  }
}

async function* wait(scope: TurnScope, step: Extract<Step, { type: "wait" }>): AsyncGenerator<AgentEvent, TurnEvent> {
  const seconds = Math.max(1, Math.round(step.ms / 1000));
  yield { type: "notice", level: "warning", text: `${step.failure.message} Trying again in ${seconds} s.` };
  try {
    await scope.clock.sleep(step.ms, scope.signal);
  } catch (error) {
    if (scope.signal.aborted) return { type: "aborted" };
    throw error;
  }
  return { type: "resumed" };
}

async function* fallBack(
  scope: TurnScope,
  step: Extract<Step, { type: "fall-back" }>,
): AsyncGenerator<AgentEvent, TurnEvent> {
  const from = modelName(activeChoice(scope));
  scope.state.candidate = Math.min(scope.state.candidate + 1, scope.candidates.length - 1);
  const to = modelName(activeChoice(scope));
  const why = step.failure?.message ?? "The model refused.";
  yield { type: "notice", level: "warning", text: `${why} Going on with ${to} instead of ${from} for this turn.` };
  return { type: "resumed" };
}
