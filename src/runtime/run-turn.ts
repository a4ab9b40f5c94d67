// The only loop: ask the machine, do what it says, tell it what happened.

import type { AgentEvent } from "../contracts/session.ts";
import { advance, begin } from "../kernel/turn/machine.ts";
import type { Step, Turn, TurnEvent, TurnPolicy } from "../kernel/turn/turn.ts";
import type { Doable } from "./perform/perform.ts";

export type Perform = (step: Doable) => AsyncGenerator<AgentEvent, TurnEvent>;

export async function* runTurn(perform: Perform, policy: TurnPolicy): AsyncGenerator<AgentEvent> {
  let [turn, step]: [Turn, Step] = begin();
  while (step.type !== "finish") [turn, step] = advance(turn, yield* perform(step), policy);
  yield { type: "turn-end", reason: step.reason, ...(step.failure === undefined ? {} : { failure: step.failure }) };
}
