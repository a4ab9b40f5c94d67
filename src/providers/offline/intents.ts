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

const compiled = (id: RequestId, phrasings: readonly string[]) =>
  phrasings.map((phrasing) => ({ id, match: compilePhrasing(phrasing) }));

const EXACTLY = REQUESTS.flatMap((request) => compiled(request.id, request.phrasings));
const LOOSELY = REQUESTS.flatMap((request) => compiled(request.id, request.loosely ?? []));

/** Total: any text is some intent. Politeness, case, quotes and final punctuation do not matter. */
export function parseIntent(words: string): Intent {
  if (charCount(words) > LONGEST_REQUEST) return { type: "too-long" };
  const text = words
    .normalize("NFC")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .trim();
  const variants = withoutCourtesies(text);
  for (const table of [EXACTLY, LOOSELY]) {
    for (const variant of variants) {
      const found = firstMatch(variant, table);
      if (found !== undefined) return found;
    }
  }
  return { type: "unknown" };
}

/** As it is first, so that a bare greeting is a greeting; then with one more courtesy taken off its start each time. */
function withoutCourtesies(text: string): readonly string[] {
  const variants = [text];
  for (let taken = 0; taken < 8; taken++) {
    const last = variants.at(-1) ?? "";
    const shorter = last.replace(POLITE_START, "");
    if (shorter === last || shorter === "") break;
    variants.push(shorter);
  }
  return variants;
}

function firstMatch(text: string, table: typeof EXACTLY): Intent | undefined {
  for (const { id, match } of table) {
    const found = match(text);
    const slots = found && named(id, found);
    if (slots !== undefined && makesSense(id, slots)) return { type: id, slots };
  }
  return undefined;
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** Slots that only say what may stand in them are given the name of what they mean. */
function named(id: RequestId, slots: Slots): Slots {
  const { statement, known, inner, bang, shown, skill, wild, place, home, ordinal, file, term, ...rest } = slots;
  const command = rest.command ?? inner ?? bang?.slice(1) ?? shown;
  const fact = rest.fact ?? statement ?? known;
  const n = ordinal === undefined ? undefined : String(ORDINALS.indexOf(ordinal.toLowerCase()) + 1);
  const path = rest.path ?? file ?? place ?? (home === undefined ? undefined : "~");
  const glob = rest.glob ?? wild;
  const query = rest.query?.replace(/^(?:regarding|concerning|about|on)\s+(?=\S)/i, "");
  return {
    ...rest,
    ...(query !== undefined && { query }),
    ...(id === "run" && command !== undefined && { command: cleanCommand(command) }),
    ...(fact !== undefined && { fact }),
    ...(n !== undefined && { n }),
    ...(path !== undefined && { path }),
    ...(glob !== undefined && { glob }),
    ...(term !== undefined && { needle: term }),
    ...(skill !== undefined && { name: skill }),
  };
}

/** A phrasing can fit words that mean something else. */
function makesSense(id: RequestId, slots: Slots): boolean {
  if (id === "run") {
    const command = slots.command ?? "";
    return command !== "" && !/^(?:the|my|our|your|a|an|this|that|it|some|all)\b/i.test(command);
  }
  if (/^(?:me|it|that|this|you)$/i.test(slots.query ?? slots.needle ?? "")) return false;
  if (id === "search" && /^(?:web|internet|net|google|online)$/i.test(slots.path ?? "")) return false;
  if (id === "list" && /^(?:this|that|the|my|our|current|working|home)$/i.test(slots.path ?? "")) return false;
  if (id === "forget") return !/^(?:it|this|that|me|you)$/i.test(slots.fact ?? "");
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
