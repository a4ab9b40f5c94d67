// /approve and /deny: answering in words what is being asked, wherever lines can be typed.

import type { Command, Reply } from "../../contracts/command.ts";
import type { Answer, Question } from "../../contracts/question.ts";
import type { Messages } from "../tui/messages.ts";

export interface AnswerPorts {
  question(): Question | undefined;
  answer(answer: Answer): void;
}

export function answerCommands(ports: AnswerPorts, messages: Messages): readonly Command[] {
  const whenAsked = (take: (question: Question) => Answer | string): Reply => {
    const question = ports.question();
    const taken = question === undefined ? messages.nothingAsked : take(question);
    if (typeof taken === "string") return { type: "text", text: taken };
    ports.answer(taken);
    return { type: "text", text: "" };
  };
  return [
    {
      name: "approve",
      summary: messages.commands.approve,
      args: "[once|task|session|always]",
      group: "control",
      whileBusy: true,
      run: async (args) => whenAsked((question) => approval(question, args.toLowerCase(), messages)),
      async complete(typed) {
        const question = ports.question();
        if (question?.type !== "approve") return [];
        return question.scopes
          .filter((scope) => scope.startsWith(typed))
          .map((scope) => ({ value: scope, summary: messages.scopes[scope].why }));
      },
    },
    {
      name: "deny",
      summary: messages.commands.deny,
      args: "[why]",
      group: "control",
      whileBusy: true,
      run: async (args) => whenAsked((question) => refusal(question, args)),
    },
  ];
}

/** The yes, or why it is none. Only what was offered can be chosen. */
function approval(question: Question, named: string, messages: Messages): Answer | string {
  if (question.type === "clarify") return messages.notForApproval;
  const scope = question.scopes.find((known) => known === (named === "" ? "once" : named));
  return scope === undefined ? messages.notOffered(named, question.scopes.join(", ")) : { type: "yes", scope };
}

function refusal(question: Question, why: string): Answer {
  if (question.type === "clarify") return { type: "unanswered", why: why === "" ? "skipped" : why };
  return why === "" ? { type: "no" } : { type: "no", why };
}
