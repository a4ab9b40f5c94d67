// The skills index of the prompt: same library, same bytes. Over budget, what is used least loses its words first, then its line.

import { oneLine, takeChars } from "../text.ts";
import { estimateText } from "../tokens.ts";

export interface CatalogEntry {
  readonly name: string;
  /** Folders between the skills root and the skill, joined with `/`; "" for none. */
  readonly category: string;
  /** Already shortened, see `shorten`. */
  readonly short: string;
  /** Higher is used more. */
  readonly rank: number;
}

export interface Catalog {
  readonly entries: readonly CatalogEntry[];
  /** Category → its own description. */
  readonly categories: Readonly<Record<string, string>>;
  readonly maxTokens: number;
}

const DESCRIPTION_CHARS = 60;
const NO_CATEGORY = "general";

const INTRO = `## Skills (mandatory)
Before you reply, look through the skills below. When one fits the task, even in part, load it with skill_view(name) and follow it; a skill holds what worked here before, the user's own preferences included. When a skill turns out wrong or incomplete, patch it with skill_manage. After a hard task without a fitting skill, offer to save one. Questions about this product itself: load hermes-agent.`;
const OUTRO = "When none fits, go on without.";
/** Changes whenever the same library would be worded differently. */
export const CATALOG_WORDING = `${INTRO}\n${OUTRO}\n1`;

export interface RenderedCatalog {
  /** "" for an empty library. */
  readonly text: string;
  /** Everything is in it; how much each skill is used made no difference. */
  readonly whole: boolean;
}

export function renderCatalog({ entries, categories, maxTokens }: Catalog): RenderedCatalog {
  if (entries.length === 0) return { text: "", whole: true };
  const all = distinct(entries);
  const whole = render(all, categories, new Map(), 0);
  // A character is never more than a token: most libraries fit, and only the others are weighed skill by skill.
  if (whole.length <= maxTokens || estimateText(whole) <= maxTokens) return { text: whole, whole: true };
  const wording = fitWording(all, categories, maxTokens);
  return { text: render([...wording.keys()], categories, wording, all.length - wording.size), whole: false };
}

function render(
  entries: readonly CatalogEntry[],
  categories: Readonly<Record<string, string>>,
  wording: ReadonlyMap<CatalogEntry, Wording>,
  left: number,
): string {
  const lines: string[] = [];
  for (const [category, members] of groups(entries)) {
    const words = shorten(categories[category] ?? "");
    lines.push(words === "" ? `  ${category}:` : `  ${category}: ${words}`);
    const bare: string[] = [];
    for (const one of members) {
      if (wording.get(one) === "named") bare.push(one.name);
      else lines.push(entryLine(one));
    }
    if (bare.length > 0) lines.push(`    also: ${bare.join(", ")}`);
  }
  if (left > 0) lines.push(`  (${left} more, rarely used: skills_list shows all)`);
  return `${INTRO}\n\n<available_skills>\n${lines.join("\n")}\n</available_skills>\n\n${OUTRO}`;
}

/** One line, without brackets that could end the block, at most 60 characters. */
export function shorten(description: string): string {
  const plain = oneLine(takeChars(description, DESCRIPTION_CHARS * 4).replace(/[<>]/g, ""));
  const chars = Array.from(takeChars(plain, DESCRIPTION_CHARS + 1));
  return chars.length <= DESCRIPTION_CHARS ? plain : `${chars.slice(0, DESCRIPTION_CHARS - 3).join("")}...`;
}

function entryLine({ name, short }: CatalogEntry): string {
  return short === "" ? `    - ${name}` : `    - ${name}: ${short}`;
}

type Wording = "described" | "named";

/** Who is described, who is only named, who is left out: names for as many as fit, then words in order of use. */
function fitWording(
  entries: readonly CatalogEntry[],
  categories: Readonly<Record<string, string>>,
  maxTokens: number,
): ReadonlyMap<CatalogEntry, Wording> {
  const ranked = [...entries].sort((a, b) => b.rank - a.rank || compare(a.name, b.name));
  let left = maxTokens - estimateText(INTRO) - estimateText(OUTRO) - 20;
  const seen = new Set<string>();
  const wording = new Map<CatalogEntry, Wording>();
  for (const entry of ranked) {
    const category = entry.category || NO_CATEGORY;
    const heading = seen.has(category) ? 0 : estimateText(`  ${category}: ${shorten(categories[category] ?? "")}\n`);
    const cost = heading + estimateText(`${entry.name}, `);
    if (cost > left) continue;
    left -= cost;
    seen.add(category);
    wording.set(entry, "named");
  }
  for (const entry of ranked) {
    if (!wording.has(entry)) continue;
    const cost = estimateText(`${entryLine(entry)}\n`) - estimateText(`${entry.name}, `);
    if (cost > left) continue;
    left -= cost;
    wording.set(entry, "described");
  }
  return wording;
}

function distinct(entries: readonly CatalogEntry[]): readonly CatalogEntry[] {
  const byName = new Map<string, CatalogEntry>();
  for (const entry of entries) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  return [...byName.values()];
}

function groups(entries: Iterable<CatalogEntry>): readonly (readonly [string, readonly CatalogEntry[]])[] {
  const byCategory = new Map<string, CatalogEntry[]>();
  for (const entry of entries) {
    const category = entry.category || NO_CATEGORY;
    const members = byCategory.get(category);
    if (members) members.push(entry);
    else byCategory.set(category, [entry]);
  }
  return [...byCategory]
    .map(([category, members]) => [category, members.sort((a, b) => compare(a.name, b.name))] as const)
    .sort(([a], [b]) => compare(a, b));
}

/** By code unit, so that no locale changes the bytes. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
