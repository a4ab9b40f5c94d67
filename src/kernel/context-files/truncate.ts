// The 70/20 cut of a context file that is too long, at a line or fence boundary when one is near.

export interface CutFacts {
  readonly keptHead: number;
  readonly keptTail: number;
  readonly total: number;
  readonly omittedHeadings: readonly string[];
}

export interface Truncated {
  readonly text: string;
  /** Undefined when everything was kept. */
  readonly cut: CutFacts | undefined;
}

export const DEFAULT_MAX_CHARS = 20_000;
const HEAD_SHARE = 0.7;
const TAIL_SHARE = 0.2;
const BACK_OFF = 0.1;
const MAX_HEADINGS = 40;

/** All lengths in code points; the numbers in the marker are what was really kept. */
export function truncateContext(text: string, label: string, maxChars: number): Truncated {
  const limit = Number.isFinite(maxChars) && maxChars > 0 ? Math.trunc(maxChars) : DEFAULT_MAX_CHARS;
  const chars = Array.from(text);
  if (chars.length <= limit) return { text, cut: undefined };
  const lines = mapLines(chars);
  const headMost = Math.trunc(limit * HEAD_SHARE);
  const tailMost = Math.trunc(limit * TAIL_SHARE);
  const headEnd = boundary(lines, headMost - Math.trunc(headMost * BACK_OFF), headMost, "last") ?? headMost;
  const tailFrom = chars.length - tailMost;
  const tailStart = boundary(lines, tailFrom, tailFrom + Math.trunc(tailMost * BACK_OFF), "first") ?? tailFrom;
  const head = chars.slice(0, headEnd);
  // The line end before the cut belongs to the gap, not to what is kept.
  if (head.at(-1) === "\n") head.pop();
  const omittedHeadings = lines
    .filter((line) => line.heading !== undefined && line.start >= head.length && line.start < tailStart)
    .map((line) => line.heading ?? "");
  const cut: CutFacts = {
    keptHead: head.length,
    keptTail: chars.length - tailStart,
    total: chars.length,
    omittedHeadings,
  };
  return { text: `${head.join("")}\n\n${marker(label, cut)}\n\n${chars.slice(tailStart).join("")}`, cut };
}

function marker(label: string, cut: CutFacts): string {
  const line = `[...truncated ${label}: kept ${cut.keptHead}+${cut.keptTail} of ${cut.total} chars. Use file tools to read the full file.]`;
  if (cut.omittedHeadings.length === 0) return line;
  const shown = cut.omittedHeadings.slice(0, MAX_HEADINGS);
  const more = cut.omittedHeadings.length - shown.length;
  return `${line}\n[Omitted sections: ${shown.join("; ")}${more > 0 ? `; and ${more} more` : ""}]`;
}

interface Line {
  readonly start: number;
  readonly inFence: boolean;
  readonly heading: string | undefined;
}

/** Where lines start, which of them begin inside a fence, and which are headings. */
function mapLines(chars: readonly string[]): readonly Line[] {
  const lines: Line[] = [];
  let fence = "";
  for (let start = 0; start <= chars.length; ) {
    let end = start;
    while (end < chars.length && chars[end] !== "\n") end++;
    const opening = chars.slice(start, Math.min(end, start + 100)).join("");
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(opening)?.[1];
    const heading = fence === "" ? /^(#{1,6}) +(.*\S)/.exec(opening) : null;
    lines.push({
      start,
      inFence: fence !== "",
      heading: heading ? `${heading[1]} ${(heading[2] ?? "").slice(0, 80)}` : undefined,
    });
    if (mark !== undefined) {
      if (fence === "") fence = mark;
      else if (mark[0] === fence[0] && mark.length >= fence.length) fence = "";
    }
    start = end + 1;
  }
  return lines;
}

/** A line start in the range, outside a fence if there is one, nearest to the wanted cut. */
function boundary(lines: readonly Line[], from: number, to: number, pick: "first" | "last"): number | undefined {
  const near = lines.filter((line) => line.start >= from && line.start <= to && line.start > 0);
  const open = near.filter((line) => !line.inFence);
  return (open.length > 0 ? open : near).at(pick === "first" ? 0 : -1)?.start;
}
