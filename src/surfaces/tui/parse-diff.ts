// The lines of a unified diff with their numbers.

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
