// Tables in answers without the cage: no outer frame, a rule under the head, rules between rows only where rows take several lines.

import { stripTerminalSequences } from "./terminal.ts";
import type { Theme } from "./theme.ts";

const FRAME = /^[┌├└][─┬┼┴]+[┐┤┘]$/;

/** Cells whose numbers end under one another, by column. */
type Ends = readonly boolean[];

/** `source`: the Markdown these lines were drawn from; it says which columns end under one another. */
export function calmTables(lines: readonly string[], source: string, theme: Theme): readonly string[] {
  const ends = columnEnds(source);
  let drawn = 0;
  const calm: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    if (!bare(lines[index]).startsWith("┌") || !FRAME.test(bare(lines[index]))) {
      calm.push(lines[index] ?? "");
      continue;
    }
    const length = lines.slice(index).findIndex((line) => bare(line).startsWith("└"));
    // Still being written: what is there so far.
    const end = length === -1 ? lines.length : index + length;
    calm.push(...table(lines.slice(index + 1, end), ends[drawn++] ?? [], theme));
    index = end;
  }
  return calm;
}

const DIVIDER = /^\|?(?: ?:?-+:? ?\|)+(?: ?:?-+:?)?$/;

/** Of every table in the text, in order. */
function columnEnds(source: string): readonly Ends[] {
  const dividers = source.split("\n").filter((line) => DIVIDER.test(line.replace(/\s+/g, " ").trim()));
  return dividers.map((line) => (line.match(/:?-+:?/g) ?? []).map((column) => /^-+:$/.test(column)));
}

function table(lines: readonly string[], ends: Ends, theme: Theme): readonly string[] {
  const rules = lines.flatMap((line, index) => (FRAME.test(bare(line)) ? [index] : []));
  const tall = rules.some((rule, index) => (rules[index + 1] ?? lines.length) - rule > 2);
  return lines.flatMap((line, index) => {
    if (!FRAME.test(bare(line))) return [cells(line, ends)];
    if (index !== rules[0] && !tall) return [];
    return [theme.paint("faint", bare(line).slice(2, -2).replaceAll("─┼─", "   "))];
  });
}

function cells(line: string, ends: Ends): string {
  return line
    .replace(/^((?:\u001b\[[\d;]*m)*)│ ?/, "$1")
    .replace(/ ?│((?:\u001b\[[\d;]*m)*)$/, "$1")
    .split(" │ ")
    .map((cell, column) => (ends[column] ? cell.replace(PADDED, "$2$1$3") : cell))
    .join("   ")
    .trimEnd();
}

/** A cell, the space that fills its column, and the end of its style. */
const PADDED = /^(.*?)( +)((?:\u001b\[[\d;]*m)*)$/s;

function bare(line: string | undefined): string {
  return stripTerminalSequences(line ?? "").trim();
}
