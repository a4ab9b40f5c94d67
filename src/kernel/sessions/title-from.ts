// A title out of words: those a model proposed, or those the conversation began with.

import { isRecord, parseJson } from "../json.ts";
import { ellipsize, oneLine, takeChars } from "../text.ts";
import { cleanTitle } from "./title.ts";

/** Nobody's words matter beyond these. */
const LOOKED_AT = 2_000;
const MAX_WORDS = 8;
const MAX_COLUMNS = 60;

const GREETINGS =
  "hi|hello|hey|hiya|greetings|good (?:morning|afternoon|evening|day)|dear|hallo|guten (?:tag|morgen|abend)|moin|bonjour|salut|hola|buenos d[ií]as|ciao|ol[aá]";
const GREETED = "there|all|everyone|everybody|hermes|assistant|agent|team|again";
const COURTESIES =
  "please|kindly|ok(?:ay)?|so|well|thanks(?: a lot)?|thank you|yes|yeah|sure|bitte|danke|merci|gracias";
const OPENERS = new RegExp(
  `^(?:(?:${GREETINGS})(?:[\\s,]+(?:${GREETED}))*(?![\\p{L}\\p{N}'’_])[\\s,!.:;–—-]*|(?:${COURTESIES})(?![\\p{L}\\p{N}'’_])[\\s,!.:;–—-]*)+`,
  "iu",
);
const REQUESTS =
  /^(?:(?:can|could|would|will) you (?:please )?|(?:i(?:['’]d| would) like (?:you )?to|i (?:want|need) (?:you )?to|(?:please )?help me(?: to)?|let['’]?s)(?=\s)[\s,]*)+/iu;
/** A dot behind these ends no sentence. */
const ABBREVIATED =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|vs|no|etc|approx|cf|e\.g|i\.e|z\.b|[a-z]|(?:[a-z]\.)+[a-z])\.$/iu;
/** Words a title must not end with when there were more. */
const DANGLING =
  /(?:\s+(?:the|a|an|to|of|and|or|in|on|for|with|at|by|from|as|is|are|my|your|our|this|that|which|e\.g\.|i\.e\.|der|die|das|und|le|la|les|de|el|los))+$/iu;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** A greeting or a courtesy and nothing to go on: no name for what a conversation is about. */
export function isSmallTalk(text: string): boolean {
  const { said, shown } = wordsOf(text);
  return shown === undefined && !said.some(hasMatter);
}

/** A deterministic title from the first words: the first sentence with something in it, openers dropped, eight words at most. */
export function titleFromText(text: string): string | undefined {
  const { said, shown } = wordsOf(text);
  const first = said.findIndex(hasMatter);
  const sentence = said[first];
  if (sentence !== undefined) return worded(fuller(matterOf(sentence), said[first + 1] ?? shown));
  return shown === undefined ? worded(said[0] ?? "") : shortened(shown) || undefined;
}

const worded = (sentence: string): string | undefined => capitalised(shortened(sentence)) || undefined;

const hasMatter = (sentence: string): boolean => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(matterOf(sentence));

/** Without greeting, courtesy and the way of asking, as far as something is left then. */
function matterOf(sentence: string): string {
  const greeted = sentence.replace(OPENERS, "");
  const asked = greeted.replace(REQUESTS, "").replace(OPENERS, "");
  return wordCount(asked) > 1 || WIDE.test(asked) ? asked : greeted;
}

/** "Fix this:" is nothing without what it points to, nor are one or two words without what follows them. */
function fuller(sentence: string, next: string | undefined): string {
  if (next === undefined || wordCount(sentence) > 2 || WIDE.test(sentence)) return sentence;
  if (sentence.endsWith(":")) return `${sentence} ${next}`;
  const following = matterOf(next);
  return wordCount(following) > 2 ? following : sentence;
}

const wordCount = (text: string): number => text.split(" ").filter((word) => word !== "").length;

/** What was said, sentence by sentence, and the first line of code that was shown. */
function wordsOf(text: string): { readonly said: readonly string[]; readonly shown: string | undefined } {
  const begun = takeChars(text, LOOKED_AT);
  const [prose, code]: [string[], string[]] = [[], []];
  let fenced = false;
  for (const line of begun.split("\n")) {
    if (/^\s*(?:```|~~~)/u.test(line)) fenced = !fenced;
    else (fenced ? code : prose).push(line);
  }
  return {
    said: prose.flatMap((line) => sentencesIn(plain(line))),
    shown: code.map(visible).find((line) => line !== ""),
  };
}

function sentencesIn(line: string): readonly string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const end of line.matchAll(/[.!?]+(?=\s|$)|[。！？]+/gu)) {
    const until = end.index + end[0].length;
    if (end[0] === "." && ABBREVIATED.test(line.slice(from, until))) continue;
    sentences.push(line.slice(from, until));
    from = until;
  }
  return [...sentences, line.slice(from)].map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");
}

/** Without the marks of lists, headings, quotes and emphasis; names with underscores and signs stay what they are. */
function plain(line: string): string {
  return visible(
    line
      .replace(/^\s*(?:#{1,6}\s+|>\s*|[-*+•]\s+|\d{1,3}[.)]\s+)+/u, "")
      .replace(/`([^`]+)`/gu, "$1")
      .replace(/\*\*([^*]+)\*\*/gu, "$1")
      .replace(/\bdata:([\w.+-]+\/[\w.+-]+)[;,]\S*/gu, "data:$1")
      .replace(/\bhttps?:\/\/(?:www\.)?([^\s?#]+)[^\s]*/giu, (_, place: string) => place.replace(/\/+$/u, "")),
  );
}

function visible(line: string): string {
  const cleaned = cleanTitle(takeChars(line, 100));
  return cleaned.type === "ok" ? (cleaned.title ?? "") : "";
}

function shortened(sentence: string): string {
  const words = sentence.split(" ");
  const kept: string[] = [];
  for (const word of words) {
    if (kept.length === MAX_WORDS || (kept.length > 0 && columns([...kept, word].join(" ")) > MAX_COLUMNS)) break;
    kept.push(word);
  }
  const whole = kept.join(" ");
  return fitting(trimmed(kept.length === words.length ? whole : whole.replace(DANGLING, "")));
}

const trimmed = (text: string): string => text.replace(/[\s,;:.!?。！？、，–—-]+$/u, "");

const columns = (text: string): number => [...text].reduce((sum, char) => sum + (WIDE.test(char) ? 2 : 1), 0);

/** What has no spaces is cut at a pause of its own, else anywhere. */
function fitting(text: string): string {
  if (columns(text) <= MAX_COLUMNS) return text;
  const narrow = ellipsize(text, MAX_COLUMNS);
  if (columns(narrow) <= MAX_COLUMNS) return narrow;
  const half = takeChars(text, MAX_COLUMNS / 2 - 1);
  const pause = Math.max(...["，", "、", "；", "："].map((mark) => half.lastIndexOf(mark)));
  return pause > half.length / 3 ? half.slice(0, pause) : `${half}…`;
}

/** Only a plain word: a name, a path or an address is written the way it is. */
function capitalised(title: string): string {
  const word = /^\p{Ll}[\p{Ll}'’-]*(?=[,;:.!?]?(?:\s|$))/u.exec(title)?.[0];
  const upper = word?.charAt(0).toUpperCase();
  return upper?.length === 1 ? upper + title.slice(1) : title;
}

const LABEL =
  /^(?:(?:sure|certainly|of course|okay)[!,.]?\s*)?(?:here(?:['’]s| is)\b[^:\n]{0,40}[:：]\s*|(?:(?:session|chat|conversation)\s+)?(?:title|titel|titre|título|titolo|标题|標題|タイトル|제목)\s*[:：]\s*)/iu;
const MARKS = /^(?:#{1,6}\s+|[-*+•]\s+|\d{1,2}[.)]\s+)|\*\*|__(?=\S)|(?<=\S)__/gu;

/** What is kept of a title a model proposed: one line, no thoughts, no label, no quotes or marks, at most 80 characters. */
export function titleFromModel(reply: string): string | undefined {
  const thought = /<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/giu;
  const said = takeChars(reply.replace(thought, "").trim(), LOOKED_AT);
  const lines = (titleInJson(said) ?? said).split("\n").map(bare);
  const line = lines.find((candidate) => candidate !== "" && !candidate.endsWith(":"));
  const cleaned = cleanTitle(ellipsize(oneLine(line ?? ""), 80));
  return cleaned.type === "ok" ? cleaned.title : undefined;
}

function titleInJson(said: string): string | undefined {
  const parsed = parseJson(said.replace(/^```(?:json)?\s*|\s*```$/gu, ""));
  return parsed.type === "ok" && isRecord(parsed.value) && typeof parsed.value.title === "string"
    ? parsed.value.title
    : undefined;
}

function bare(line: string): string {
  return line
    .trim()
    .replace(MARKS, "")
    .replace(LABEL, "")
    .replace(/^["'“”‘’«»`「『]+|["'“”‘’«»`」』.。]+$/gu, "")
    .trim();
}
