// A unified diff as people read it: line numbers, what went, what came, how much.

import { changedSpans, type Span } from "./diff-words.ts";
import { clip, type Frame, padTo, wrapCode } from "./frame.ts";
import { type DiffLine, parseDiff } from "./parse-diff.ts";
import { visibleWidth } from "./terminal.ts";

/** Unchanged empty lines at either end say nothing. */
function withoutBlankEdges(lines: readonly DiffLine[]): readonly DiffLine[] {
  const speaks = (line: DiffLine) => line.type !== "same" || line.text.trim() !== "";
  const inside = (line: DiffLine) => line.type !== "hunk" && line.type !== "file";
  const first = lines.findIndex((line) => inside(line) && speaks(line));
  const last = lines.findLastIndex(speaks);
  return lines.filter((line, index) => !inside(line) || (index >= first && index <= last));
}

/** One line of the file; a long one goes on below, under its own text. */
function numberedLines(
  line: Extract<DiffLine, { readonly number: number }>,
  span: Span | undefined,
  digits: number,
  { theme }: Frame,
  room: number,
): string[] {
  const { type } = line;
  const inner = room - digits - 3;
  const plain = line.text.replaceAll("\t", "  ");
  const shown =
    type === "same" || span === undefined || visibleWidth(plain) > inner
      ? plain
      : [line.text.slice(0, span[0]), theme.fill(`${type}Word`, line.text.slice(...span)), line.text.slice(span[1])]
          .join("")
          .replaceAll("\t", "  ");
  return wrapCode(shown, inner).map((text, index) => {
    const number = index === 0 ? String(line.number).padStart(digits) : " ".repeat(digits);
    if (type === "same") return `${theme.paint("dim", number)}   ${theme.paint("dim", text)}`.trimEnd();
    const sign = index > 0 ? " " : type === "added" ? "+" : "-";
    return theme.fill(`${type}Panel`, theme.paint(type, `${number} ${sign} ${padTo(text, inner)}`));
  });
}

const FOLDED_LINES = 14;

export function diffLines(unified: string, frame: Frame, room: number): string[] {
  const { theme } = frame;
  const all = withoutBlankEdges(parseDiff(unified));
  const files = all.filter((line) => line.type === "file").length;
  const lines = all.filter((line, index) => {
    if (line.type === "file") return files > 1;
    // A hunk's head says nothing the line numbers do not say; between hunks it is a gap.
    return (
      line.type !== "hunk" ||
      all
        .slice(0, index)
        .some((earlier) => earlier.type === "same" || earlier.type === "added" || earlier.type === "removed")
    );
  });
  // A single hidden line would take as much room as the word that it is hidden.
  const shown = frame.expanded || lines.length <= FOLDED_LINES + 1 ? lines : lines.slice(0, FOLDED_LINES);
  const digits = String(Math.max(0, ...lines.map((line) => ("number" in line ? line.number : 0)))).length;
  const spans = theme.colour ? changedSpans(shown) : new Map<DiffLine, Span>();
  const drawn = shown.flatMap((line) => {
    if ("number" in line) return numberedLines(line, spans.get(line), digits, frame, room);
    return [line.type === "file" ? theme.bold(clip(line.text, room)) : theme.paint("faint", `${" ".repeat(digits)} ⋯`)];
  });
  const left = lines.length - shown.length;
  return left > 0 ? [...drawn, theme.paint("dim", frame.messages.moreLines(left))] : drawn;
}
