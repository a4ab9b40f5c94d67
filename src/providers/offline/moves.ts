// What to do next: given the request and what was done about it so far, either calls or words. Pure; one entry per request.

import type { Outcome, Situation } from "./conversation.ts";
import type { RequestId } from "./intents.data.ts";
import { parseIntent } from "./intents.ts";
import type { Move, MoveTable } from "./move.ts";
import { say } from "./move.ts";
import { fileMoves } from "./moves-files.ts";
import { memoryMoves } from "./moves-memory.ts";
import { plainMoves, unknownText } from "./moves-plain.ts";
import { planMoves } from "./moves-plan.ts";

const MOVES: Readonly<Record<RequestId, MoveTable[string]>> = {
  ...plainMoves,
  ...memoryMoves,
  ...fileMoves,
  ...planMoves,
};

/** No request needs more answers than this; a tool that keeps failing must not be called for ever. */
const MOST_CALLS = 12;

export function decide(situation: Situation): Move {
  if (situation.words === undefined) return say(unknownText(""));
  const intent = parseIntent(situation.words);
  if (intent.type === "unknown" || intent.type === "too-long") return say(unknownText(situation.words));
  const move = MOVES[intent.type](intent.slots, situation);
  if (move.type === "say") return move;
  const missing = move.calls.find((call) => !situation.tools.has(call.tool));
  if (missing !== undefined) {
    return say(`I would need the \`${missing.tool}\` tool for that, and it is not enabled in this session.`);
  }
  if (!situation.mayCall || situation.done.length >= MOST_CALLS) return say(stoppedText(situation.done));
  return move;
}

function stoppedText(done: readonly Outcome[]): string {
  if (done.length === 0) return "No tools may be used right now, so I could not start on that. Ask again and I will.";
  const tools = [...new Set(done.map((outcome) => outcome.tool))].join(", ");
  return `I had to stop before the end. Done so far: ${done.length === 1 ? "one call" : `${done.length} calls`} (${tools}). Ask again to go on.`;
}
