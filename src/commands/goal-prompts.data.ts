// What models are told about a goal: the one that works towards it, and the one that judges. People never see it.

export const GOAL_PROMPTS = {
  judge:
    "You judge whether a goal has been reached, from the end of a conversation. Answer with one line: DONE: <why> when it is reached or cannot be reached by going on, otherwise CONTINUE: <what is still missing>.",
  judged: (goal: string, end: string) => `Goal: ${goal}\n\nThe end of the conversation:\n${end}`,
  goOn: (goal: string, missing: string) => `Go on towards the goal: ${goal}\nStill missing: ${missing}`,
};
