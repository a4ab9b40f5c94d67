// How much a text looks like the answer to a question: who says it, whether it tells something, whether it has the time or number asked for.

import type { Occurrence } from "./matcher.ts";
import { isQuestion } from "./query.ts";
import { NUMBER_WORDS, TIME_WORDS } from "./words.data.ts";

/** What was asked for: words to look for, or an answer, perhaps one of a certain kind. */
export type Asked =
  | { readonly type: "words" }
  | { readonly type: "answer"; readonly kind: "time" | "number" | "anything" };

const WHEN = /^\s*(?:since\s+|until\s+)?when\b|\b(?:what|which)\s+(?:day|date|month|year|time)\b/iu;
const HOW_MUCH = /\bhow\s+(?:many|much|long|old|far|often|tall|big|large|fast|late|early)\b/iu;

export function whatIsAsked(query: string): Asked {
  if (!isQuestion(query)) return { type: "words" };
  return { type: "answer", kind: WHEN.test(query) ? "time" : HOW_MUCH.test(query) ? "number" : "anything" };
}

/** What the one named in the query said. */
export const OF_THE_SPEAKER = 1.4;
const OF_THE_KIND = 1.35;
const ASKS_ITSELF = 0.7;
const SAYS_NOTHING = 0.6;
/** So many telling words make a statement. */
const STATEMENT_WORDS = 4;
/** Enough to see what kind of text it is. */
const JUDGED_CHARS = 400;
const SPEAKER = /^[\p{L}\p{N}][\p{L}\p{N} .'’-]{0,39}:\s/u;

/** 1 for an ordinary text; `occurrences` are those of the query's terms in it. */
export function answerFit(asked: Asked, text: string, occurrences: readonly Occurrence[]): number {
  const speaker = isSpeaker(text, occurrences[0]) ? OF_THE_SPEAKER : 1;
  if (asked.type === "words") return speaker;
  const start = text.slice(0, JUDGED_CHARS).replace(SPEAKER, "");
  const words = start.match(/[\p{L}\p{N}]{4,}/gu)?.length ?? 0;
  const told = 1 - (1 - SAYS_NOTHING) * Math.exp(-words / STATEMENT_WORDS);
  const statement = endsWithQuestion(text) ? ASKS_ITSELF : 1;
  return speaker * told * statement * (hasKind(asked.kind, start) ? OF_THE_KIND : 1);
}

export const endsWithQuestion = (text: string): boolean => /[?？]\s*$/u.test(text.slice(-20));

/** `Ada: …` was said by the Ada the query names. */
function isSpeaker(text: string, first: Occurrence | undefined): boolean {
  return first !== undefined && first.start === 0 && first.weight === 1 && text[first.end] === ":";
}

function hasKind(kind: "time" | "number" | "anything", text: string): boolean {
  return kind === "time" ? TIME_WORDS.test(text) : kind === "number" && NUMBER_WORDS.test(text);
}
