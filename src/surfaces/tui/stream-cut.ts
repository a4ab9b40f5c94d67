// Where a growing Markdown text can be cut: everything before the cut looks the same whatever is still to come.

import type { Fence } from "./state.ts";

export interface Cut {
  readonly head: { readonly text: string; readonly fence?: Fence };
  readonly tail: { readonly text: string; readonly fence?: Fence };
}

const FENCE = /^(`{3,}|~{3,})\s*([^\s`]*)/;
/** Lines of an open code block that stay together; older ones are printed. */
const OPEN_CODE_LINES = 12;

/** Undefined while nothing can be let go yet. */
export function cutStream(text: string, fence: Fence | undefined): Cut | undefined {
  return fence === undefined ? cutProse(text) : cutCode(text, fence);
}

function cutProse(text: string): Cut | undefined {
  const lines = text.split("\n");
  let inList = false;
  let last: number | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const marker = FENCE.exec(line);
    if (marker !== null && index < lines.length - 1) {
      const close = closingLine(lines, index, marker[1] ?? "```");
      if (close === undefined) return index === 0 ? openFence(lines, marker[2] ?? "") : at(lines, index, index);
      index = close;
      inList = false;
      if (close < lines.length - 1) last = close + 1;
      continue;
    }
    if (/^\s*([-*+]|\d+[.)])\s/.test(line)) inList = true;
    if (line.trim() !== "") continue;
    const next = lines[index + 1];
    // The last line may still grow into anything, so what follows the gap must be a whole line.
    if (next === undefined || next.trim() === "" || index + 2 >= lines.length) continue;
    const continues = inList && (/^\s/.test(next) || /^([-*+]|\d+[.)])\s/.test(next));
    if (continues) continue;
    inList = false;
    last = index + 1;
  }
  return last === undefined ? undefined : at(lines, last, last);
}

/** The code block at the start is still open: its fence line goes, the lines stay as code. */
function openFence(lines: readonly string[], language: string): Cut | undefined {
  const code = lines.slice(1);
  if (code.length <= OPEN_CODE_LINES) return undefined;
  return cutCode(code.join("\n"), { language, opens: true, closes: false });
}

function cutCode(text: string, fence: Fence): Cut | undefined {
  const lines = text.split("\n");
  const close = lines.findIndex((line, index) => index < lines.length - 1 && /^(`{3,}|~{3,})\s*$/.test(line));
  if (close !== -1) {
    return {
      head: { text: lines.slice(0, close).join("\n"), fence: { ...fence, closes: true } },
      tail: {
        text: lines
          .slice(close + 1)
          .join("\n")
          .replace(/^\n+/, ""),
      },
    };
  }
  if (lines.length <= OPEN_CODE_LINES) return undefined;
  const keep = OPEN_CODE_LINES / 2;
  return {
    head: { text: lines.slice(0, -keep).join("\n"), fence },
    tail: { text: lines.slice(-keep).join("\n"), fence: { ...fence, opens: false } },
  };
}

function closingLine(lines: readonly string[], from: number, marker: string): number | undefined {
  for (let index = from + 1; index < lines.length; index++) {
    const line = lines[index] ?? "";
    // The last line may be a fence that is still being written.
    if (line.startsWith(marker) && line.trim() === line.trim().charAt(0).repeat(line.trim().length)) return index;
  }
  return undefined;
}

function at(lines: readonly string[], headEnd: number, tailStart: number): Cut | undefined {
  const head = lines.slice(0, headEnd).join("\n").trimEnd();
  if (head === "") return undefined;
  return { head: { text: head }, tail: { text: lines.slice(tailStart).join("\n").replace(/^\n+/, "") } };
}

/** The end of an answer: an open code run closes, a fence line at its end goes. */
export function finish(text: string, fence: Fence | undefined): { readonly text: string; readonly fence?: Fence } {
  if (fence === undefined) return { text: text.trimEnd() };
  return { text: text.trimEnd().replace(/(?:\n|(?<![`~]))(?:`{3,}|~{3,})$/, ""), fence: { ...fence, closes: true } };
}
