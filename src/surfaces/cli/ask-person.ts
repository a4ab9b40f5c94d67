// Questions as lines of text, and lines of text as answers.

import type { Answer, Question } from "../../contracts/question.ts";
import { MESSAGES } from "../tui/messages.ts";

export function describeQuestion(question: Question): string {
  if (question.type === "clarify") {
    const choices = question.choices.map((choice, index) => `  ${index + 1}. ${choice}`);
    return [`? ${question.text}`, ...choices, `  ${MESSAGES.plain.answerHint}`].join("\n");
  }
  const scopes = question.scopes.map((scope) => MESSAGES.plain.scopes[scope]);
  return [
    `⚠ ${question.text}`,
    `    ${question.subject.replace(/\n/g, "\n    ")}`,
    ...question.reasons.map((reason) => `  ${MESSAGES.plain.because(reason)}`),
    `  ${MESSAGES.plain.allow(scopes.join(" · "))}`,
  ].join("\n");
}

/** Undefined when the line is no answer to this question. */
export function readAnswer(line: string, question: Question): Answer | undefined {
  if (question.type === "clarify") {
    if (line === "") return undefined;
    const picked = question.choices[Number(line) - 1];
    return { type: "text", text: picked ?? line };
  }
  const word = line.toLowerCase();
  if (word === "d" || word === "deny" || word === "n" || word === "no") return { type: "no" };
  if (word === "y" || word === "yes") return { type: "yes", scope: "once" };
  const scope = question.scopes.find((candidate) => candidate === word || candidate[0] === word);
  return scope === undefined ? undefined : { type: "yes", scope };
}
