// The whole control flow of a turn: (state, event) → (state, step). No I/O, no clock, no thrown jumps.

import { ModelFailure } from "../failure.ts";
import { type AssistantMessage, callsOf, textOf } from "../message.ts";
import { recover } from "./recovery.ts";
import { compactOr, fallBackOr, START, type Step, type Turn, type TurnEvent, type TurnPolicy } from "./turn.ts";

/** The first step of a turn. */
export function begin(): [Turn, Step] {
  return callModel(START);
}

export function advance(turn: Turn, event: TurnEvent, policy: TurnPolicy): [Turn, Step] {
  switch (event.type) {
    case "aborted":
      return [turn, { type: "finish", reason: "aborted" }];
    case "halted":
      return [turn, { type: "finish", reason: "stopped", failure: event.failure }];
    case "resumed":
      return callModel(turn);
    case "crowded":
      return compactOr(
        turn,
        policy,
        overflow("The conversation no longer fits the model's window and could not be made smaller."),
      );
    case "stuck":
      return [turn, { type: "finish", reason: "failed", failure: overflow(event.why) }];
    case "failed":
      return recover(turn, event, policy);
    case "tools-ran":
      return afterTools(turn, policy);
    case "replied":
      // A call that went through shows that the last compaction helped: a long turn may need more of them.
      return afterReply({ ...turn, retries: 0, compactions: 0 }, event.message, policy);
  }
}

function callModel(turn: Turn): [Turn, Step] {
  return [
    { ...turn, iterations: turn.iterations + 1 },
    { type: "call-model", tools: turn.phase === "working" },
  ];
}

function afterTools(turn: Turn, policy: TurnPolicy): [Turn, Step] {
  if (turn.phase === "closing") return [turn, { type: "finish", reason: "budget-spent" }];
  // Calls that keep arriving cut off would be refused for ever: end in words instead.
  const spent = turn.iterations >= policy.maxIterations || turn.continuations > policy.maxContinuations;
  if (spent)
    return [
      { ...turn, phase: "closing" },
      { type: "nudge", nudge: "wrap-up" },
    ];
  return callModel({ ...turn, emptyReplies: 0 });
}

function afterReply(turn: Turn, message: AssistantMessage, policy: TurnPolicy): [Turn, Step] {
  if (message.stop === "refused") return fallBackOr(turn, policy, undefined, { type: "finish", reason: "refused" });

  const calls = callsOf(message);
  if (calls.length > 0) {
    if (turn.phase === "closing") return [turn, { type: "refuse-calls", calls, why: "budget-spent" }];
    if (message.stop !== "length")
      return [
        { ...turn, continuations: 0 },
        { type: "run-tools", calls },
      ];
    return [
      { ...turn, continuations: turn.continuations + 1 },
      { type: "refuse-calls", calls, why: "cut-off" },
    ];
  }

  if (message.stop === "length" && turn.continuations < policy.maxContinuations) {
    // The view itself asks the model to go on after an unfinished message.
    return callModel({ ...turn, continuations: turn.continuations + 1 });
  }
  if (textOf(message).trim() === "") {
    if (turn.emptyReplies < policy.maxEmptyReplies) {
      return [
        { ...turn, emptyReplies: turn.emptyReplies + 1 },
        { type: "nudge", nudge: "empty-reply" },
      ];
    }
    const failure = new ModelFailure("model-output", {
      message: "The model answered with nothing, several times in a row.",
    });
    return fallBackOr(turn, policy, failure, { type: "finish", reason: "failed", failure });
  }
  return [turn, { type: "finish", reason: turn.phase === "closing" ? "budget-spent" : "answered" }];
}

function overflow(message: string): ModelFailure {
  return new ModelFailure("context-overflow", { message });
}
