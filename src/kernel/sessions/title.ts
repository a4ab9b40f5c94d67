// Rules of session titles: what is kept of a raw one, how lines of continued sessions are numbered, whom a title means.

import { charCount, oneLine, takeChars } from "../text.ts";

export const MAX_TITLE_CHARS = 100;

export type CleanedTitle =
  | { readonly type: "ok"; readonly title: string | undefined }
  | { readonly type: "too-long"; readonly chars: number };

const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufffc\ufff9-\ufffb]/gu;
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/gu;
const NUMBERED = /^(.*\S) #(\d{1,9})$/su;

/** A title as stored: no control or invisible characters, one line; nothing left means no title. */
export function cleanTitle(raw: string): CleanedTitle {
  const title = oneLine(raw.toWellFormed().replace(INVISIBLE, "").replace(CONTROL, ""));
  const chars = charCount(title);
  if (chars > MAX_TITLE_CHARS) return { type: "too-long", chars };
  return { type: "ok", title: title === "" ? undefined : title };
}

/** `tax #3` is number 3 of the line `tax`; a title without a number is number 1 of its own line. */
export function titleLine(title: string): { readonly base: string; readonly number: number } {
  const match = NUMBERED.exec(title);
  const base = match?.[1];
  return base === undefined ? { base: title, number: 1 } : { base, number: Number(match?.[2]) };
}

/** The next free title of a line given the titles that exist; never longer than the limit. */
export function nextTitle(title: string, existing: Iterable<string>): string {
  const { base } = titleLine(title);
  let highest = 0;
  for (const other of existing) {
    const line = titleLine(other);
    if (other === base) highest = Math.max(highest, 1);
    else if (line.base === base) highest = Math.max(highest, line.number);
  }
  if (highest === 0) return base;
  const suffix = ` #${highest + 1}`;
  if (charCount(base) + suffix.length <= MAX_TITLE_CHARS) return base + suffix;
  return nextTitle(takeChars(base, MAX_TITLE_CHARS - suffix.length - 1).trimEnd(), existing);
}

export interface TitledSession {
  readonly id: string;
  readonly title: string;
  readonly startedAt: number;
}

/** Who a title means: the newest of its numbered line, or exactly the one when a number was given. */
export function resolveTitle(reference: string, candidates: readonly TitledSession[]): TitledSession | undefined {
  const exact = candidates.find((candidate) => candidate.title === reference);
  if (exact && titleLine(reference).base !== reference) return exact;
  let best = exact;
  for (const candidate of candidates) {
    if (titleLine(candidate.title).base !== reference || candidate.title === reference) continue;
    if (best === undefined || isNewer(candidate, best)) best = candidate;
  }
  return best;
}

function isNewer(a: TitledSession, b: TitledSession): boolean {
  if (a.startedAt !== b.startedAt) return a.startedAt > b.startedAt;
  return titleLine(a.title).number > titleLine(b.title).number;
}
