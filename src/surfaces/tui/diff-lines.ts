// A unified diff as people read it: line numbers, what went, what came, how much.

import { clip, type Frame, padTo } from "./frame.ts";

export type DiffLine =
  | { readonly type: "hunk" | "file"; readonly text: string }
  | { readonly type: "same" | "added" | "removed"; readonly number: number; readonly text: string };

export function parseDiff(unified: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let before = 0;
  let after = 0;
  let inHunk = false;
  for (const line of unified.replace(/\n$/, "").split("\n")) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (hunk !== null) {
      before = Number(hunk[1]);
      after = Number(hunk[2]);
      inHunk = true;
      lines.push({ type: "hunk", text: line });
    } else if (/^(diff |index |Index: |={10,})/.test(line) || (line.startsWith("--- ") && !inHunk)) {
      inHunk = false;
    } else if (line.startsWith("--- ")) {
      inHunk = false;
    } else if (!inHunk && line.startsWith("+++ ")) {
      lines.push({ type: "file", text: line.slice(4).replace(/^b\//, "").split("\t")[0] ?? "" });
    } else if (line.startsWith("+")) {
      lines.push({ type: "added", number: after++, text: line.slice(1) });
    } else if (line.startsWith("-")) {
      lines.push({ type: "removed", number: before++, text: line.slice(1) });
    } else if (line.startsWith(" ") || line === "") {
      lines.push({ type: "same", number: after++, text: line.slice(1) });
      before++;
    }
  }
  return lines;
}

export function diffCounts(unified: string): { readonly added: number; readonly removed: number } {
  const lines = parseDiff(unified);
  return {
    added: lines.filter((line) => line.type === "added").length,
    removed: lines.filter((line) => line.type === "removed").length,
  };
}

/** Unchanged empty lines at either end say nothing. */
function withoutBlankEdges(lines: readonly DiffLine[]): readonly DiffLine[] {
  const speaks = (line: DiffLine) => line.type !== "same" || line.text.trim() !== "";
  const inside = (line: DiffLine) => line.type !== "hunk" && line.type !== "file";
  const first = lines.findIndex((line) => inside(line) && speaks(line));
  const last = lines.findLastIndex(speaks);
  return lines.filter((line, index) => !inside(line) || (index >= first && index <= last));
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
  const drawn = shown.map((line) => {
    if (!("number" in line))
      return line.type === "file" ? theme.bold(clip(line.text, room)) : theme.paint("faint", `${" ".repeat(digits)} ⋯`);
    const text = padTo(clip(line.text.replaceAll("\t", "  "), room - digits - 3), room - digits - 3);
    const number = String(line.number).padStart(digits);
    if (line.type === "same") return `${theme.paint("faint", number)}   ${theme.paint("dim", text)}`.trimEnd();
    const role = line.type;
    const sign = role === "added" ? "+" : "-";
    return theme.fill(`${role}Panel`, theme.paint(role, `${number} ${sign} ${text}`));
  });
  const left = lines.length - shown.length;
  return left > 0 ? [...drawn, theme.paint("dim", frame.messages.moreLines(left))] : drawn;
}
