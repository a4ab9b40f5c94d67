// Who of a conversation the query names, when texts are not labelled with their speakers: whom one side calls by name is the other side.

import type { Candidate } from "./rank.ts";

export type Said = Pick<Candidate, "role" | "occurrences"> & { readonly text: string };

/** Fewer calls than this prove nothing. */
const ENOUGH_CALLS = 5;
/** People rarely call themselves. */
const OWN_SHARE = 0.1;
/** A call stands at the beginning or the end: `Hey Ada! …`, `…, thanks, Ada.` */
const BEGINNING = 16;

interface Calls {
  user: number;
  assistant: number;
}

/** The roles whose names are among the query's terms. */
export function rolesNamed(said: readonly Said[]): ReadonlySet<string> {
  const calls = new Map<number, Calls>();
  const labels = new Set<number>();
  for (const { role, text, occurrences } of said) {
    if (role !== "user" && role !== "assistant") continue;
    for (const { term, start, end, weight } of occurrences) {
      if (start === 0 && text[end] === ":") labels.add(term);
      if (weight !== 1 || !isCall(text, start, end)) continue;
      const mine = calls.get(term) ?? { user: 0, assistant: 0 };
      mine[role] += 1;
      calls.set(term, mine);
    }
  }
  return new Set([...calls].flatMap(([term, counted]) => (labels.has(term) ? [] : calledRole(counted))));
}

function isCall(text: string, start: number, end: number): boolean {
  if (!/^\p{Lu}/u.test(text.slice(start, end))) return false;
  const rest = text.slice(end, end + 4);
  return start <= BEGINNING ? /^[!,.?]/u.test(rest) : /^[!.?]\s*$/u.test(rest);
}

function calledRole({ user, assistant }: Calls): readonly ("user" | "assistant")[] {
  const all = user + assistant;
  if (all < ENOUGH_CALLS || Math.min(user, assistant) > all * OWN_SHARE) return [];
  return [user < assistant ? "user" : "assistant"];
}
