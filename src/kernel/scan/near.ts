// Matches ordered word lists in scripts that put no spaces between words.

import { NEAR_RULES, type NearRule } from "./languages.data.ts";
import { type Folded, foldWord } from "./normalize.ts";
import { once } from "./once.ts";
import type { Scope } from "./patterns.data.ts";
import { reaches, type Sighting } from "./sighting.ts";

interface Near {
  readonly rule: NearRule;
  readonly pattern: RegExp;
}

const WIDE = /[\u0600-\u0fff\u1000-\u10ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

const near = once((): readonly Near[] => NEAR_RULES.map((rule) => ({ rule, pattern: compile(rule) })));

function compile(rule: NearRule): RegExp {
  const groups = rule.lists.map(
    (list) => `(?:${list.map((word) => foldWord(word).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`,
  );
  return new RegExp(groups.join(`[^\\n]{0,${rule.within}}?`), "gu");
}

export function nearFindings(folded: Folded, scope: Scope): Sighting[] {
  if (!WIDE.test(folded.text)) return [];
  const found: Sighting[] = [];
  for (const { rule, pattern } of near()) {
    if (!reaches(scope, rule.scope)) continue;
    for (const match of folded.text.matchAll(pattern)) {
      found.push({
        id: rule.id,
        start: folded.at[match.index] ?? 0,
        end: folded.at[match.index + match[0].length] ?? 0,
      });
    }
  }
  return found;
}
