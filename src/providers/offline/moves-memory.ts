// Remembering, forgetting, saying what is known, and looking through past sessions.

import { isRecord } from "../../kernel/json.ts";
import { oneLine } from "../../kernel/text.ts";
import type { MemoryTarget, Outcome, Situation } from "./conversation.ts";
import { callTool, type Move, say } from "./move.ts";
import type { Slots } from "./phrasing.ts";
import { bullets, capitalized, listField, quoted, textField, troubleOf } from "./wording.ts";

type MemoryId = "remember" | "forget" | "recall" | "sessions-recent" | "sessions-search";

export const memoryMoves: Readonly<Record<MemoryId, (slots: Slots, situation: Situation) => Move>> = {
  remember({ fact = "" }, { done }) {
    const [saved] = done;
    if (saved === undefined)
      return callTool("memory", {
        action: "add",
        target: aboutUser(fact) ? "user" : "memory",
        content: capitalized(fact),
      });
    const trouble = troubleOf(saved);
    if (trouble !== undefined) return say(`I could not remember that: ${trouble}`);
    if (saved.value?.staged === true)
      return say(`${quoted(capitalized(fact))} waits for your approval before it is saved (\`/memory pending\`).`);
    if (/already exists/i.test(textField(saved.value, "message")))
      return say(`I knew that already: ${quoted(capitalized(fact))}.`);
    const known = textField(saved.value, "similar_to");
    if (known !== "") return say(`I knew that already: ${quoted(known)}.`);
    return say(`I will remember: ${quoted(capitalized(fact))}. It counts from the next session on.`);
  },

  forget({ fact = "" }, situation) {
    const tried = situation.done;
    const last = tried.at(-1);
    if (last === undefined) {
      const known = bestEntry(fact, situation.remembered);
      return forgetIn(known?.target ?? "user", known?.entry ?? fact);
    }
    const trouble = troubleOf(last);
    if (trouble === undefined) return say(`Forgotten: ${quoted(textField(last.input, "old_text") || fact)}.`);
    const several = listField(last.value, "matches").map(String);
    if (several.length > 0)
      return say(`Several things fit ${quoted(fact)}. Say more exactly which one:\n${bullets(several)}`);
    // Nothing known fitted, so the other of the two places is tried once.
    if (tried.length === 1)
      return forgetIn(last.input.target === "user" ? "memory" : "user", textField(last.input, "old_text"));
    return say(`I have nothing in memory that fits ${quoted(fact)}.`);
  },

  recall({ about }, { remembered }) {
    const { user, memory } = remembered;
    if (user.length + memory.length === 0) return say('I know nothing about you yet. Tell me with "remember that …".');
    const fitting = about === undefined ? [] : [...user, ...memory].filter((entry) => sharesWord(entry, about));
    if (fitting.length > 0) return say(`About ${quoted(about ?? "")} I know:\n${bullets(fitting)}`);
    const lead = about === undefined ? "" : `I know nothing about ${quoted(about)}. `;
    const profile = user.length === 0 ? "" : `This is what I know about you:\n${bullets(user)}`;
    const notes =
      memory.length === 0
        ? ""
        : `${profile === "" ? "About you I know nothing yet. " : ""}My notes:\n${bullets(memory)}`;
    return say(lead + [profile, notes].filter((part) => part !== "").join("\n\n"));
  },

  "sessions-recent": (_slots, { done }) =>
    done[0] === undefined ? callTool("session_search", {}) : say(sessionsAnswer(done[0], undefined)),
  "sessions-search": ({ query = "" }, { done }) =>
    done[0] === undefined
      ? callTool("session_search", { query: withoutArticle(query), limit: 5 })
      : say(sessionsAnswer(done[0], query)),
};

function forgetIn(target: MemoryTarget, words: string): Move {
  return callTool("memory", { action: "remove", target, old_text: words });
}

/** Facts in the first person are about the user; the rest are notes. */
function aboutUser(fact: string): boolean {
  return /\b(?:i|i'm|i've|me|my|mine|myself|we|our|us)\b/i.test(fact);
}

/** The one known entry these words mean: it holds them, or shares most of their longer words. */
function bestEntry(
  fact: string,
  remembered: Situation["remembered"],
): { readonly target: MemoryTarget; readonly entry: string } | undefined {
  const entries = (["user", "memory"] as const).flatMap((target) =>
    remembered[target].map((entry) => ({ target, entry })),
  );
  const wanted = normal(fact);
  const holding = entries.filter(({ entry }) => normal(entry).includes(wanted));
  if (holding.length === 1) return holding[0];
  if (holding.length > 1) return undefined;
  const terms = wanted.split(" ").filter((term) => term.length > 3);
  const scored = entries
    .map((candidate) => ({ candidate, score: terms.filter((term) => normal(candidate.entry).includes(term)).length }))
    .sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  const clear = best !== undefined && best.score * 2 > terms.length && best.score > (second?.score ?? 0);
  return clear ? best.candidate : undefined;
}

function normal(text: string): string {
  return oneLine(text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " "));
}

function sharesWord(entry: string, about: string): boolean {
  const words = new Set(normal(entry).split(" "));
  return normal(about)
    .split(" ")
    .some((word) => word.length > 3 && words.has(word));
}

function withoutArticle(query: string): string {
  return query.replace(/^(?:the|a|an|our|my)\s+(?=\S)/i, "");
}

function sessionsAnswer(outcome: Outcome, query: string | undefined): string {
  const trouble = troubleOf(outcome);
  if (trouble !== undefined) return `I could not look through past sessions: ${trouble}`;
  const results = listField(outcome.value, "results").filter(isRecord);
  if (results.length === 0)
    return query === undefined
      ? "There are no past sessions yet."
      : `I found nothing about ${quoted(query)} in past sessions.`;
  const lines = results.map((result) => {
    const title = textField(result, "title", "preview") || "untitled";
    const when =
      textField(result, "when", "last_active", "started_at") || String(result.last_active ?? result.started_at ?? "");
    const snippet = oneLine(textField(result, "snippet", "preview").replace(/>>>|<<<|\*\*/g, ""));
    return `${quoted(title)}${when === "" ? "" : `, ${when}`} (${textField(result, "session_id")})${snippet === "" || snippet === title ? "" : `: ${snippet}`}`;
  });
  return `${query === undefined ? "The latest sessions" : `Past sessions about ${quoted(query)}`}:\n${bullets(lines)}`;
}
