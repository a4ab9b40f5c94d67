// Text in, findings out: the one scanner used at every door. Pure, total, linear time.

import { commandFindings } from "./commands.ts";
import { encodedFindings } from "./encoded.ts";
import { LANGUAGE_RULES } from "./languages.data.ts";
import { markerFindings } from "./markers.ts";
import { nearFindings } from "./near.ts";
import { type Folded, foldText } from "./normalize.ts";
import { once } from "./once.ts";
import { PHRASE_RULES, type PhraseRule, type Scope, WORD_SETS } from "./patterns.data.ts";
import { compilePhrases, findPhrases, type Lexicon, type PhraseHit } from "./phrases.ts";
import { createSetting, isCancelled, type Setting } from "./setting.ts";
import { reaches, type Sighting } from "./sighting.ts";
import { cutWords, disguisedWords, type Words } from "./words.ts";
import { findZones, isInside, type Zone } from "./zones.ts";

/** `line` and `column` count from 1, `span` from 0; all in code points of the scanned text. */
export interface Finding {
  readonly id: string;
  readonly line: number;
  readonly column: number;
  readonly span: { readonly start: number; readonly end: number };
}

const lexicon = once((): Lexicon<PhraseRule> => compilePhrases([...PHRASE_RULES, ...LANGUAGE_RULES], WORD_SETS));
const CLUSTER_SPAN = 400;

/** Everything in `text` that a prompt must not carry at this scope, in order of appearance; invisible characters first among equals. */
export function scanText(text: string, scope: Scope): readonly Finding[] {
  if (text === "") return [];
  return locate(text, distinct(sight(text, scope, "decode")));
}

function sight(text: string, scope: Scope, encodings: "decode" | "leave"): readonly Sighting[] {
  const folded = foldText(text);
  const words = cutWords(folded);
  const zones = findZones(text);
  const setting = createSetting(text, folded, words);
  // What was encoded is hidden by nature, so it is judged like a comment.
  const objectsTo = (decoded: string): boolean => sight(`<!-- ${decoded} -->`, scope, "leave").length > 0;
  return [
    ...hiddenSightings(folded),
    ...disguisedWords(text).map(({ start, end }) => ({ id: "mixed_script_word", start, end })),
    ...phraseSightings(folded, words, zones, setting, scope),
    ...nearFindings(folded, scope),
    ...markerFindings(text, setting),
    ...commandFindings(text, setting, scope),
    ...lureSightings(text, zones, setting),
    ...veiledSightings(zones, folded, words, setting),
    ...(encodings === "decode" && words.mayEncode ? encodedFindings(text, objectsTo) : []),
  ];
}

function hiddenSightings(folded: Folded): Sighting[] {
  return folded.hidden.map(({ codePoint, start, end }) => ({
    id: `invisible_unicode_U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`,
    start,
    end,
  }));
}

function phraseSightings(
  folded: Folded,
  words: Words,
  zones: readonly Zone[],
  setting: Setting,
  scope: Scope,
): Sighting[] {
  const kept: Sighting[] = [];
  let lastBlock: number | undefined;
  const clustered: Clustered[] = [];
  for (const hit of findPhrases(lexicon(), words)) {
    if (!reaches(scope, hit.rule.scope)) continue;
    const start = folded.origin(words.starts[hit.first] ?? 0);
    const end = endOf(folded, words, hit);
    const last = kept.at(-1);
    // A phrase repeated on the spot is one finding.
    if (
      !hit.rule.cluster &&
      last &&
      last.id === hit.rule.id &&
      lastBlock === words.blocks[hit.first] &&
      start >= last.start &&
      start - last.end <= 40
    ) {
      if (end > last.end) kept[kept.length - 1] = { ...last, end };
      continue;
    }
    const zone = zoneAround(zones, start, end);
    if (hit.rule.hiddenOnly && !(zone && !isInside(setting.fences, start) && !setting.isCode(zone.start))) continue;
    if (isCancelled(setting, hit)) continue;
    if (hit.rule.cluster) clustered.push({ rule: hit.rule, start, end });
    else if (!hit.rule.hiddenOnly) {
      if (zone) kept.push({ id: zone.id, start: zone.start, end: zone.end });
      kept.push({ id: hit.rule.id, start, end });
      lastBlock = words.blocks[hit.first];
    } else if (zone) kept.push({ id: zone.id, start: zone.start, end: zone.end });
  }
  return [...kept, ...clusterSightings(clustered)];
}

interface Clustered {
  readonly rule: PhraseRule;
  readonly start: number;
  readonly end: number;
}

/** Terms of remote control are ordinary words one by one; three kinds together, one of them an order, are a tasking. */
function clusterSightings(clustered: readonly Clustered[]): Sighting[] {
  if (!clustered.some(({ rule }) => rule.cluster === "strong")) return [];
  if (new Set(clustered.map(({ rule }) => rule.id)).size < 3) return [];
  return clustered.flatMap((one, i) => {
    const company = new Set([one.rule.id]);
    let hasOrder = one.rule.cluster === "strong";
    for (const step of [-1, 1]) {
      for (let k = i + step; company.size < 3 || !hasOrder; k += step) {
        const other = clustered[k];
        if (!other || Math.abs(other.start - one.start) > CLUSTER_SPAN) break;
        company.add(other.rule.id);
        if (other.rule.cluster === "strong") hasOrder = true;
      }
    }
    return company.size >= 3 && hasOrder ? [{ id: one.rule.id, start: one.start, end: one.end }] : [];
  });
}

function endOf(folded: Folded, words: Words, hit: PhraseHit<PhraseRule>): number {
  return folded.origin(words.ends[hit.last] ?? 0);
}

/** Zones nest a little, never deeply: looking at the last few that begin before the hit is enough and keeps this linear. */
function zoneAround(zones: readonly Zone[], start: number, end: number): Zone | undefined {
  let low = 0;
  let high = zones.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((zones[middle]?.start ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  for (let i = low - 1; i >= 0 && i >= low - 12; i--) {
    const zone = zones[i];
    if (zone && zone.from <= start && end <= zone.to + 1) return zone;
  }
  return undefined;
}

const LURE =
  /<a\s[^<>]{0,200}href\s{0,4}=\s{0,4}["']?\s{0,4}https?:[^<>]{0,200}(?:reset|verify|verif|login|signin|account|password|confirm|unlock|wallet)/i;

/** A link to a page that asks for credentials has no business in a comment, whatever language surrounds it. */
function lureSightings(text: string, zones: readonly Zone[], setting: Setting): Sighting[] {
  return zones
    .filter((zone) => zone.type === "comment" && zone.to - zone.from < 4_000 && !isInside(setting.fences, zone.start))
    .filter((zone) => LURE.test(text.slice(zone.from, zone.to)))
    .map((zone) => ({ id: zone.id, start: zone.start, end: zone.end }));
}

/** Prose styled out of sight has no honest reason to be in a prompt, whatever it says; in sample code it has. */
function veiledSightings(zones: readonly Zone[], folded: Folded, words: Words, setting: Setting): Sighting[] {
  const kept: Sighting[] = [];
  let w = 0;
  for (const zone of zones) {
    if (zone.type !== "veiled" || isInside(setting.fences, zone.start) || setting.isCode(zone.start)) continue;
    while (w < words.count && folded.origin(words.starts[w] ?? 0) < zone.from) w++;
    let inside = 0;
    while (w + inside < words.count && folded.origin(words.starts[w + inside] ?? 0) < zone.to && inside < 3) inside++;
    if (inside >= 3) kept.push({ id: zone.id, start: zone.start, end: zone.end });
  }
  return kept;
}

function distinct(sightings: readonly Sighting[]): readonly Sighting[] {
  const seen = new Set<string>();
  const kept = sightings.filter((one) => {
    const key = `${one.id} ${one.start} ${one.end}`;
    if (seen.has(key) || one.end <= one.start) return false;
    seen.add(key);
    return true;
  });
  return kept.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Turns offsets into lines, columns and code points in one pass. */
function locate(text: string, sightings: readonly Sighting[]): readonly Finding[] {
  const points = [...new Set(sightings.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const known = new Map<number, { readonly line: number; readonly column: number; readonly index: number }>();
  let offset = 0;
  let line = 1;
  let column = 1;
  let index = 0;
  for (const point of points) {
    while (offset < point && offset < text.length) {
      const code = text.charCodeAt(offset);
      const pair =
        code >= 0xd800 &&
        code <= 0xdbff &&
        text.charCodeAt(offset + 1) >= 0xdc00 &&
        text.charCodeAt(offset + 1) <= 0xdfff;
      offset += pair ? 2 : 1;
      index++;
      if (code === 10 || (code === 13 && text.charCodeAt(offset) !== 10)) {
        line++;
        column = 1;
      } else column++;
    }
    known.set(point, { line, column, index });
  }
  const origin = { line: 1, column: 1, index: 0 };
  return sightings.map(({ id, start, end }) => {
    const from = known.get(start) ?? origin;
    return {
      id,
      line: from.line,
      column: from.column,
      span: { start: from.index, end: (known.get(end) ?? from).index },
    };
  });
}
