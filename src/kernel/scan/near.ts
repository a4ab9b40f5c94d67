// Matches ordered word lists in scripts that put no spaces between words.

import { NEAR_RULES, type NearRule } from "./languages.data.ts";
import { type Folded, foldWord } from "./normalize.ts";
import { once } from "./once.ts";
import type { Scope } from "./patterns.data.ts";
import { reaches, type Sighting } from "./sighting.ts";
import type { Range } from "./zones.ts";

interface Near {
  readonly rule: NearRule;
  readonly lists: readonly RegExp[];
}

const WIDE = /[\u0600-\u0fff\u1000-\u10ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

const near = once((): readonly Near[] => NEAR_RULES.map((rule) => ({ rule, lists: rule.lists.map(anyOf) })));

function anyOf(words: readonly string[]): RegExp {
  return new RegExp(words.map((word) => foldWord(word).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "g");
}

/** One pass per list and a walk over their hits: no pattern spans the gap, so dense text stays cheap. */
export function nearFindings(folded: Folded, scope: Scope): Sighting[] {
  const { text } = folded;
  if (!WIDE.test(text)) return [];
  const found: Sighting[] = [];
  for (const { rule, lists } of near()) {
    if (!reaches(scope, rule.scope)) continue;
    const [first, second] = lists;
    if (!first || (second && text.search(second) === -1)) continue;
    const openings = spans(text, first);
    for (const span of second ? joined(openings, spans(text, second), rule.within) : openings) {
      if (text.slice(span.start, span.end).includes("\n")) continue;
      const sighting = { id: rule.id, start: folded.origin(span.start), end: folded.origin(span.end) };
      const last = found.at(-1);
      if (last && last.id === sighting.id && sighting.start - last.end <= 8 && sighting.start >= last.start) {
        found[found.length - 1] = { ...last, end: Math.max(last.end, sighting.end) };
      } else found.push(sighting);
    }
  }
  return found;
}

function spans(text: string, pattern: RegExp): Range[] {
  return Array.from(text.matchAll(pattern), (match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** The last opening before each closing, when it is near enough. */
function joined(openings: readonly Range[], closings: readonly Range[], within: number): Range[] {
  const found: Range[] = [];
  let o = 0;
  for (const closing of closings) {
    while ((openings[o + 1]?.end ?? Number.POSITIVE_INFINITY) <= closing.start) o++;
    const opening = openings[o];
    if (opening && opening.end <= closing.start && closing.start - opening.end <= within)
      found.push({ start: opening.start, end: closing.end });
  }
  return found;
}
