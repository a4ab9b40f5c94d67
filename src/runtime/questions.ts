// Open questions to people. Silence is never consent: without an answer in time the answer is `unanswered`.

import type { Answer, Question } from "../contracts/question.ts";
import type { AgentEvent } from "../contracts/session.ts";
import type { Clock, Ids } from "../contracts/time.ts";

export type UnaskedQuestion = Question extends infer Q ? (Q extends Question ? Omit<Q, "id"> : never) : never;

export interface Questions {
  ask(question: UnaskedQuestion, signal: AbortSignal): Promise<Answer>;
  answer(id: string, answer: Answer): void;
}

export interface QuestionOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  /** Undefined when nobody can answer on this surface; then every question is unanswered at once. */
  readonly timeoutMs: number | undefined;
  publish(event: AgentEvent): void;
}

export function createQuestions(options: QuestionOptions): Questions {
  const open = new Map<string, (answer: Answer) => void>();
  const { clock, ids, publish } = options;

  return {
    async ask(unasked, signal) {
      const timeoutMs = options.timeoutMs;
      if (timeoutMs === undefined) return { type: "unanswered", why: "nobody is here to answer" };
      const question = { ...unasked, id: ids.id("q") } as Question;
      const settled = new AbortController();
      const answered = new Promise<Answer>((resolve) => open.set(question.id, resolve));
      const expired = clock
        .sleep(timeoutMs, AbortSignal.any([signal, settled.signal]))
        .then((): Answer => ({ type: "unanswered", why: "nobody answered in time" }))
        .catch((): Answer => ({ type: "unanswered", why: "interrupted" }));
      publish({ type: "question", question });
      const answer = await Promise.race([answered, expired]);
      settled.abort();
      open.delete(question.id);
      publish({ type: "question-closed", id: question.id, answer });
      return answer;
    },
    answer(id, answer) {
      open.get(id)?.(answer);
    },
  };
}
