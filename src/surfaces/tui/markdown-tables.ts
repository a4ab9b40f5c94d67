// Tables in answers without the cage: no outer frame, a rule under the head, rules between rows only where rows take several lines.

import { stripTerminalSequences } from "./terminal.ts";
import type { Theme } from "./theme.ts";

const FRAME = /^[┌├└][─┬┼┴]+[┐┤┘]$/;

export function calmTables(lines: readonly string[], theme: Theme): readonly string[] {
  const calm: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    if (!bare(lines[index]).startsWith("┌") || !FRAME.test(bare(lines[index]))) {
      calm.push(lines[index] ?? "");
      continue;
    }
    const length = lines.slice(index).findIndex((line) => bare(line).startsWith("└"));
    // Still being written: what is there so far.
    const end = length === -1 ? lines.length : index + length;
    calm.push(...table(lines.slice(index + 1, end), theme));
    index = end;
  }
  return calm;
}

function table(lines: readonly string[], theme: Theme): readonly string[] {
  const rules = lines.flatMap((line, index) => (FRAME.test(bare(line)) ? [index] : []));
  const tall = rules.some((rule, index) => (rules[index + 1] ?? lines.length) - rule > 2);
  return lines.flatMap((line, index) => {
    if (!FRAME.test(bare(line))) return [cells(line)];
    if (index !== rules[0] && !tall) return [];
    return [theme.paint("faint", bare(line).slice(2, -2).replaceAll("─┼─", "   "))];
  });
}

function cells(line: string): string {
  return line
    .replace(/^((?:\u001b\[[\d;]*m)*)│ ?/, "$1")
    .replace(/ ?│((?:\u001b\[[\d;]*m)*)$/, "$1")
    .replaceAll(" │ ", "   ")
    .trimEnd();
}

function bare(line: string | undefined): string {
  return stripTerminalSequences(line ?? "").trim();
}
