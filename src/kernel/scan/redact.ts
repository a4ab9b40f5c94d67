// Turns findings into text that is safe to load: the offending passage becomes a notice, everything else stays.

import type { Scope } from "./patterns.data.ts";
import { type Finding, scanText } from "./scan.ts";

export interface Redaction {
  readonly ids: readonly string[];
  readonly line: number;
  /** Code points taken out. */
  readonly chars: number;
}

export interface Redacted {
  readonly text: string;
  readonly redactions: readonly Redaction[];
}

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly ids: readonly string[];
  readonly line: number;
}

const SMALL_PARAGRAPH = 1_200;

/** Replaces every finding by a notice that names file, line and reason; hidden characters are dropped one by one, orders with the paragraph they stand in. */
export function redactFindings(text: string, name: string, findings: readonly Finding[]): Redacted {
  if (findings.length === 0) return { text, redactions: [] };
  const chars = Array.from(text);
  const label = name.replace(/[\r\n[\]]/g, " ").trim();
  const orders = findings.filter((finding) => !isInvisible(finding));
  const cuts = merge(orders.map((finding) => cutFor(chars, finding)));
  const redactions: Redaction[] = [];
  const pieces: string[] = [];
  let at = 0;
  const strip = hiddenStripper(chars, label, findings.filter(isInvisible), redactions);
  for (const cut of cuts) {
    pieces.push(strip(at, cut.start));
    redactions.push({ ids: cut.ids, line: cut.line, chars: cut.end - cut.start });
    pieces.push(notice(label, cut));
    at = cut.end;
  }
  pieces.push(strip(at, chars.length));
  return { text: pieces.join(""), redactions: redactions.sort((a, b) => a.line - b.line) };
}

/** Scans and redacts until nothing is found; two passes are enough for anything but text built against this function. `firstLine`: where the text begins in its file. */
export function guardText(
  text: string,
  name: string,
  scope: Scope,
  firstLine = 1,
): Redacted & { readonly findings: readonly Finding[] } {
  const scan = (words: string) =>
    scanText(words, scope).map((finding) => ({ ...finding, line: finding.line + firstLine - 1 }));
  const findings = scan(text);
  let result = redactFindings(text, name, findings);
  for (let pass = 0; pass < 3; pass++) {
    const again = scan(result.text);
    if (again.length === 0) return { ...result, findings };
    const next = redactFindings(result.text, name, again);
    result = { text: next.text, redactions: [...result.redactions, ...next.redactions] };
  }
  return { ...result, findings };
}

function isInvisible(finding: Finding): boolean {
  return finding.id.startsWith("invisible_unicode_");
}

function notice(label: string, cut: Cut): string {
  return `[BLOCKED: ${label} line ${cut.line} contained potential prompt injection (${cut.ids.join(", ")}). ${cut.end - cut.start} characters not loaded.]`;
}

/** Drops invisible characters between cuts and says once per line, at its end, how many. */
function hiddenStripper(
  chars: readonly string[],
  label: string,
  hidden: readonly Finding[],
  redactions: Redaction[],
): (from: number, to: number) => string {
  const drop = new Map<number, Finding>();
  for (const finding of hidden) for (let i = finding.span.start; i < finding.span.end; i++) drop.set(i, finding);
  return (from, to) => {
    const out: string[] = [];
    let dropped: Finding[] = [];
    const tell = (): void => {
      const first = dropped[0];
      if (!first) return;
      const ids = [...new Set(dropped.map((finding) => finding.id))].sort();
      out.push(
        ` [BLOCKED: ${label} line ${first.line} held hidden characters (${ids.slice(0, 6).join(", ")}). ${dropped.length} characters not loaded.]`,
      );
      redactions.push({ ids, line: first.line, chars: dropped.length });
      dropped = [];
    };
    for (let i = from; i < to; i++) {
      const finding = drop.get(i);
      const char = chars[i] ?? "";
      if (finding) dropped.push(finding);
      else {
        if (char === "\n" || char === "\r") tell();
        out.push(char);
      }
    }
    tell();
    return out.join("");
  };
}

/** The passage to take out: the paragraph when it is of ordinary size and not the whole text, else the sentence, else the span. */
function cutFor(chars: readonly string[], finding: Finding): Cut {
  const paragraph = widen(chars, finding, isParagraphEdge);
  const size = paragraph.end - paragraph.start;
  const isMost = size > 240 && size * 2 > chars.length;
  const range = size <= SMALL_PARAGRAPH && !isMost ? paragraph : widen(chars, finding, isSentenceEdge);
  return { ...range, ids: [finding.id], line: finding.line };
}

type Edge = (chars: readonly string[], at: number) => boolean;

function widen(
  chars: readonly string[],
  finding: Finding,
  isEdge: Edge,
): { readonly start: number; readonly end: number } {
  let { start, end } = finding.span;
  while (start > 0 && finding.span.start - start < SMALL_PARAGRAPH && !isEdge(chars, start)) start--;
  while (end < chars.length && end - finding.span.end < SMALL_PARAGRAPH && !isEdge(chars, end)) end++;
  return { start, end };
}

/** A paragraph ends at a blank line, a heading, a list item, a table row, a quotation or a fence. */
function isParagraphEdge(chars: readonly string[], at: number): boolean {
  if (chars[at] === "\n") {
    let i = at + 1;
    while (chars[i] === " " || chars[i] === "\t" || chars[i] === "\r") i++;
    const next = chars[i];
    if (next === undefined || next === "\n") return true;
    return startsItem(chars, i);
  }
  return (
    chars[at - 1] === "\n" &&
    (startsItem(chars, at) || chars[at - 2] === "\n" || (chars[at - 2] === "\r" && chars[at - 3] === "\n"))
  );
}

function startsItem(chars: readonly string[], at: number): boolean {
  const char = chars[at] ?? "";
  const next = chars[at + 1] ?? "";
  if (char === "#" || char === "|" || char === ">") return true;
  if ((char === "-" || char === "*" || char === "+") && (next === " " || next === char)) return true;
  if (char === "`" && next === "`") return true;
  return char >= "0" && char <= "9" && (next === "." || next === ")");
}

function isSentenceEdge(chars: readonly string[], at: number): boolean {
  if (chars[at] === "\n" || chars[at - 1] === "\n") return true;
  const before = chars[at - 1] ?? "";
  return /[.!?。！？]/u.test(before) && /\s/u.test(chars[at] ?? " ");
}

function merge(cuts: readonly Cut[]): readonly Cut[] {
  const sorted = [...cuts].sort((a, b) => a.start - b.start || a.end - b.end);
  const merged: Cut[] = [];
  for (const cut of sorted) {
    const last = merged.at(-1);
    if (last && cut.start < last.end) {
      merged[merged.length - 1] = {
        start: last.start,
        end: Math.max(last.end, cut.end),
        ids: last.ids.includes(cut.ids[0] ?? "") ? last.ids : [...last.ids, ...cut.ids],
        line: Math.min(last.line, cut.line),
      };
    } else merged.push(cut);
  }
  return merged;
}
