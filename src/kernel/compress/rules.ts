// Rules a user states in passing (always, never, only, must, ask before): found so that no summary can lose them.

import { charCount } from "../text.ts";
import { RULE_WORDS } from "./rule-words.data.ts";

/** A longer sentence is judged clause by clause: what one clause says does not change what another demands. */
const ONE_BREATH = 400;
const PIECES = new RegExp(`[^]{1,${ONE_BREATH}}`, "gu");
/** Longer than any sentence: text without full stops, of which only the clauses that state a rule are taken. */
const NO_SENTENCE = 4_000;

/** Points back at something the sentence before it named. */
const POINTS_BACK =
  /\b(?:it|this|that|them|those|these|there|es|das|dies|diese[nrs]?|sie|davon|daran|dort|ca|cela|celui|celle|la-bas|eso|esto|ello|ellos|alli)\b|[它这那该其]|這|該/iu;
/** A request in the form of a question: "could you please never …?" */
const ASKED_AS_FAVOUR =
  /^(?:please,? )?(?:can|could|would|will) you (?:please )?(?:always|never|not|make sure|only (?:use|reply|answer|respond|write|speak))\b/iu;

/** Accents and typographic quotes folded away, on both sides, so that `\b` works for every language. */
function fold(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[’‘]/gu, "'");
}

const refold = (pattern: RegExp): RegExp => new RegExp(fold(pattern.source), pattern.flags);

const WORDS = RULE_WORDS.map(({ language, stems, marks, ordinary }) => ({
  language,
  stems: refold(stems),
  marks: marks.map(refold),
  ordinary: ordinary.map(refold),
}));

const ANY_STEM = new RegExp(WORDS.map(({ stems }) => stems.source).join("|"), "iu");

/** The language in which this sentence states a rule; undefined when it states none. */
export function ruleLanguage(sentence: string): string | undefined {
  const folded = fold(sentence).trim();
  if (folded === "") return undefined;
  if (ASKED_AS_FAVOUR.test(folded)) return "en";
  return WORDS.find(
    ({ stems, marks, ordinary }) =>
      stems.test(folded) &&
      marks.some((mark) => mark.test(folded)) &&
      !ordinary.some((pattern) => pattern.test(folded)),
  )?.language;
}

/** Every rule stated in a user's message, verbatim, in order, each once. */
export function rulesIn(message: string): readonly string[] {
  const found = new Set<string>();
  if (!ANY_STEM.test(fold(message))) return [];
  for (const paragraph of ownParagraphs(message)) {
    const sentences = sentencesOf(paragraph);
    for (const [index, sentence] of sentences.entries())
      for (const rule of rulesOf(sentence)) found.add(withReferent(rule, sentences[index - 1]));
  }
  return [...found];
}

/** The sentence as it stands, when it states a rule anywhere. */
function rulesOf(sentence: string): readonly string[] {
  if (sentence.length <= ONE_BREATH) return ruleLanguage(sentence) === undefined ? [] : [sentence];
  const stating = breathsOf(sentence).filter(
    (breath) => ruleLanguage(breath) !== undefined || clausesOf(breath).some((clause) => ruleLanguage(clause)),
  );
  return stating.length > 0 && sentence.length <= NO_SENTENCE ? [sentence] : stating;
}

/** Runs of clauses, none longer than one breath: whoever sends a word without end must not keep us busy. */
function breathsOf(sentence: string): readonly string[] {
  const breaths: string[] = [];
  let breath = "";
  const end = () => {
    if (breath.trim() !== "") breaths.push(breath.trim());
    breath = "";
  };
  for (const clause of clausesOf(sentence))
    for (const piece of clause.length > ONE_BREATH ? wordsOf(clause) : [clause]) {
      if (breath.length + piece.length > ONE_BREATH) end();
      breath += piece;
    }
  end();
  return breaths;
}

const wordsOf = (clause: string): readonly string[] =>
  clause.split(/(?<=\s)/u).flatMap((word) => word.match(PIECES) ?? []);

const clausesOf = (text: string): readonly string[] => text.split(/(?<=[,;:，；：、])/u);

/** "Never touch it." alone would be a rule about nothing. */
function withReferent(sentence: string, before: string | undefined): string {
  if (before === undefined || charCount(sentence) > 80 || charCount(before) > 200) return sentence;
  return POINTS_BACK.test(fold(sentence)) ? `${before} ${sentence}` : sentence;
}

/** The user's own lines: no code blocks, no quotations, no attached files. */
function ownParagraphs(message: string): readonly string[] {
  const attached = message.search(/^--- (?:Attached Context|Context Warnings) ---$/mu);
  const own = attached < 0 ? message : message.slice(0, attached);
  const paragraphs: string[] = [];
  let inCode = false;
  for (const line of own.split(/\r?\n/u)) {
    if (/^\s*(?:```|~~~)/u.test(line)) inCode = !inCode;
    else if (!inCode && !/^\s*>/u.test(line) && line.trim() !== "") paragraphs.push(line.trim());
  }
  return paragraphs;
}

function sentencesOf(paragraph: string): readonly string[] {
  return paragraph
    .replace(/^(?:[-*•·]|\d{1,3}[.)])\s+/u, "")
    .split(/(?<=[.!?…]["'”’)\]]?)\s+|(?<=[。！？；])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}
