// Find-and-replace for text written from memory: exact first, then ever more forgiving, never silently in several places.

import { findBlock, type LineStrategy, nearestBlock } from "./find-block.ts";
import { indentOf } from "./likeness.ts";
import { type SeenLines, seenLines } from "./seen-lines.ts";

export type Strategy = LineStrategy | "escape_normalized" | "trimmed_boundary";

export type Replaced =
  | { readonly type: "replaced"; readonly text: string; readonly count: number; readonly strategy: Strategy }
  | { readonly type: "refused"; readonly why: string; readonly near?: string };

export interface Replacement {
  readonly old: string;
  readonly new: string;
  readonly all: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

export function replaceText(text: string, change: Replacement): Replaced {
  if (change.old === "") return refused("old_string is empty. To create a file use write_file.");
  if (change.old === change.new) return refused("old_string and new_string are the same.");
  const exact = spansOf(text, change.old);
  if (exact.length > 0) return apply(text, exact, change, "exact");
  const lines = seenLines(text.split("\n"));
  const found = fuzzySpans(text, lines, change.old);
  if (found === undefined) return { ...refused("old_string was not found in the file."), ...near(lines, change.old) };
  const drift = found.strategy === "escape_normalized" ? undefined : escapeDrift(text, found.spans, change);
  if (drift !== undefined) return refused(drift);
  return apply(text, found.spans, change, found.strategy);
}

function spansOf(text: string, wanted: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    spans.push({ start: at, end: at + wanted.length });
  }
  return spans;
}

const LADDER: readonly Strategy[] = [
  "line_trimmed",
  "whitespace_normalized",
  "indentation_flexible",
  "escape_normalized",
  "trimmed_boundary",
  "unicode_normalized",
  "block_anchor",
  "context_aware",
];

function fuzzySpans(
  text: string,
  lines: SeenLines,
  old: string,
): { readonly spans: readonly Span[]; readonly strategy: Strategy } | undefined {
  for (const strategy of LADDER) {
    const spans = spansBy(strategy, text, lines, old);
    if (spans.length > 0) return { spans, strategy };
  }
  return undefined;
}

function spansBy(strategy: Strategy, text: string, lines: SeenLines, old: string): readonly Span[] {
  if (strategy === "escape_normalized") return spansOf(text, withoutEscapes(old));
  if (strategy === "trimmed_boundary") return boundarySpans(lines, old);
  const endsOpen = old.endsWith("\n");
  const found = findBlock(lines, (endsOpen ? old.slice(0, -1) : old).split("\n"), strategy);
  if (found === undefined) return [];
  const exact = lines.as("exact");
  const offsets = lineOffsets(exact);
  return found.starts.map((at) => {
    const last = at + found.length - 1;
    const end = (offsets[last] ?? 0) + (exact[last] ?? "").length;
    return { start: offsets[at] ?? 0, end: endsOpen && end < text.length ? end + 1 : end };
  });
}

/** The block begins or ends inside a line: its first line is the end of one, its last the start of one, spaces aside. */
function boundarySpans(lines: SeenLines, old: string): readonly Span[] {
  const wanted = old.split("\n").map((line) => line.trim());
  const [head = "", tail = ""] = [wanted[0], wanted.at(-1)];
  if (wanted.length < 2 || head.length < 4) return [];
  const seen = lines.as("trimmed");
  const exact = lines.as("exact");
  const offsets = lineOffsets(exact);
  const spans: Span[] = [];
  for (let at = 0; at + wanted.length <= seen.length; at++) {
    const last = at + wanted.length - 1;
    const fits =
      seen[at]?.endsWith(head) === true &&
      seen[last]?.startsWith(tail) === true &&
      wanted.slice(1, -1).every((line, i) => line === seen[at + i + 1]);
    if (!fits) continue;
    const start = (offsets[at] ?? 0) + (exact[at] ?? "").trimEnd().length - head.length;
    spans.push({ start, end: (offsets[last] ?? 0) + indentOf(exact[last] ?? "").length + tail.length });
    at = last - 1;
  }
  return spans;
}

function lineOffsets(lines: readonly string[]): readonly number[] {
  let offset = 0;
  return lines.map((line) => {
    const start = offset;
    offset += line.length + 1;
    return start;
  });
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "'": "'",
  '"': '"',
  "\\": "\\",
  "`": "`",
  $: "$",
};

function withoutEscapes(value: string): string {
  return value.replace(/\\([ntr'"\\`$])/g, (whole, char: string) => ESCAPES[char] ?? whole);
}

function apply(text: string, spans: readonly Span[], change: Replacement, strategy: Strategy): Replaced {
  if (spans.length > 1 && !change.all) {
    const places = spans.slice(0, 5).map(({ start }) => text.slice(0, start).split("\n").length);
    return refused(
      `old_string occurs ${spans.length} times (lines ${places.join(", ")}${spans.length > 5 ? ", …" : ""}). Add surrounding lines to make it unique, or set replace_all.`,
    );
  }
  let result = "";
  let done = 0;
  for (const { start, end } of spans) {
    result += text.slice(done, start) + fitted(text.slice(start, end), change, strategy);
    done = end;
  }
  return { type: "replaced", text: result + text.slice(done), count: spans.length, strategy };
}

/** The replacement as it belongs at this place: unescaped or indented like what it replaces. */
function fitted(matched: string, change: Replacement, strategy: Strategy): string {
  if (strategy === "exact" || strategy === "trimmed_boundary") return change.new;
  if (strategy === "escape_normalized") return withoutEscapes(change.new);
  return reindent(change.new, firstIndent(change.old), firstIndent(matched));
}

function firstIndent(block: string): string {
  return indentOf(block.split("\n").find((line) => line.trim() !== "") ?? "");
}

/** Moves lines that start with `from` to start with `to`; lines of less indentation stay as they are. */
export function reindent(block: string, from: string, to: string): string {
  if (from === to) return block;
  return block
    .split("\n")
    .map((line) => (line.trim() !== "" && line.startsWith(from) ? to + line.slice(from.length) : line))
    .join("\n");
}

/** Escapes that stand in both strings but not in the file were added on the way here and would corrupt it. */
function escapeDrift(text: string, spans: readonly Span[], change: Replacement): string | undefined {
  const matched = spans.map(({ start, end }) => text.slice(start, end)).join("\n");
  const drifted = ["\\'", '\\"'].find(
    (mark) => change.old.includes(mark) && change.new.includes(mark) && !matched.includes(mark),
  );
  return drifted === undefined
    ? undefined
    : `Both strings contain ${drifted} but the file does not: send the text without the extra backslashes.`;
}

function near(lines: SeenLines, old: string): { readonly near?: string } {
  const block = old.replace(/\n$/, "").split("\n");
  const best = nearestBlock(lines, block);
  if (best === undefined || best.score < 0.4) return {};
  const shown = lines.as("exact").slice(best.at, best.at + Math.min(block.length, 12));
  return { near: shown.map((line, index) => `${best.at + index + 1}|${line}`).join("\n") };
}

function refused(why: string): { readonly type: "refused"; readonly why: string } {
  return { type: "refused", why };
}
