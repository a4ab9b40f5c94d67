// What the runtime itself says to the model. Sent as user messages marked `origin: "runtime"`.

import type { Nudge } from "./turn.ts";

export const NUDGES: Record<Nudge, string> = {
  "empty-reply":
    "[runtime] Your last reply had no text and no tool call. Answer the user now, or make the tool call you intended.",
  "wrap-up":
    "[runtime] The step budget of this turn is spent; no more tools will run. In a few sentences: what is done, what is not, and what should happen next.",
};

export const REFUSED_CALLS: Record<"cut-off" | "budget-spent", string> = {
  "cut-off":
    "Not executed: the call was cut off by the output limit before its arguments were complete. Send it again in smaller pieces.",
  "budget-spent": "Not executed: the step budget of this turn is spent. Answer in words.",
};
