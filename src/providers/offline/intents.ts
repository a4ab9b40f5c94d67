// What a person asks for, decided from their words alone: a pure table, tried top to bottom.

import { charCount } from "../../kernel/text.ts";
import { REQUESTS, type RequestId } from "./intents.data.ts";
import { compilePhrasing, type Slots, unquote } from "./phrasing.ts";

export type Intent =
  | { readonly type: RequestId; readonly slots: Slots }
  | { readonly type: "unknown" }
  | { readonly type: "too-long" };

/** Longer texts are material, not requests. */
const LONGEST_REQUEST = 8_000;

const POLITE_START =
  /^(?:(?:hey|hi|hello|ok|okay|so|well|now|please|pls|kindly|hermes|dear|just|and|also|then|alright|right|yes|sure)\b[\s,!.:]*|(?:can|could|would|will) (?:you|u) (?:please |kindly |maybe |just )*(?=\S)|(?:i(?:'d| would) like you to|i (?:want|need) you to|go ahead and|let'?s|try to|i'd like to|i want to|i would like to|would you mind)\s+)/iu;

const TABLE = REQUESTS.flatMap((request) =>
  request.phrasings.map((phrasing) => ({ id: request.id, match: compilePhrasing(phrasing) })),
);

/** Total: any text is some intent. Politeness, case, quotes and final punctuation do not matter. */
export function parseIntent(words: string): Intent {
  if (charCount(words) > LONGEST_REQUEST) return { type: "too-long" };
  let text = words
    .normalize("NFC")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .trim();
  // First as it is, so that a bare greeting is a greeting; then with one more courtesy taken off its start each time.
  for (let taken = 0; taken < 8; taken++) {
    const found = firstMatch(text);
    if (found !== undefined) return found;
    const shorter = text.replace(POLITE_START, "");
    if (shorter === text || shorter === "") break;
    text = shorter;
  }
  return { type: "unknown" };
}

function firstMatch(text: string): Intent | undefined {
  for (const { id, match } of TABLE) {
    const slots = match(text);
    if (slots === undefined || !makesSense(id, slots)) continue;
    return { type: id, slots: id === "run" ? { command: cleanCommand(slots.command ?? "") } : slots };
  }
  return undefined;
}

/** A phrasing can fit words that mean something else. */
function makesSense(id: RequestId, slots: Slots): boolean {
  if (id === "run") {
    const command = cleanCommand(slots.command ?? "");
    return command !== "" && !/^(?:the|my|our|your|a|an|this|that|it|some|all)\b/i.test(command);
  }
  if (id === "sessions-search" || id === "search")
    return !/^(?:me|it|that|this|you)$/i.test(slots.query ?? slots.needle ?? "x");
  if (id === "remember")
    return (
      !/^(?:when|what|who|where|how|why|me|it|this|that)\b[^,]*$/i.test(slots.fact ?? "") ||
      (slots.fact ?? "").length > 60
    );
  return true;
}

/** Quoted commands are taken as they are; others lose the punctuation of the sentence around them. */
function cleanCommand(given: string): string {
  const command = given.trim();
  const bare = unquote(command);
  if (bare !== command) return bare;
  const fenced = /^```(?:\w+\n)?([\s\S]+?)```$/.exec(command)?.[1];
  if (fenced !== undefined) return fenced.trim();
  const quotedStart = /^`([^`]+)`[\s.!?,]*(?:please|for me|thanks)?[\s.!?]*$/i.exec(command)?.[1];
  if (quotedStart !== undefined) return quotedStart;
  return command
    .replace(/(?:[\s,]+(?:please|thanks|thank you|for me))+[.!?]*$/i, "")
    .replace(/[?!]+$/, "")
    .replace(/(?<=[\p{L}\p{N}])\.$/u, "")
    .trim();
}
