// Hunks onto a text. Kept lines stay byte for byte as the file has them; only what the hunk changes is changed.

import { findBlock } from "./find-block.ts";
import { collapsed, indentOf } from "./likeness.ts";
import { reindent } from "./replace.ts";
import { seenLines } from "./seen-lines.ts";
import type { Hunk } from "./v4a.ts";

export type Applied = { readonly type: "ok"; readonly text: string } | { readonly type: "bad"; readonly why: string };

interface Edit {
  readonly at: number;
  readonly removed: number;
  readonly lines: readonly string[];
}

/** All hunks or none. They are matched in order, each after the one before. */
export function applyHunks(text: string, hunks: readonly Hunk[]): Applied {
  const ended = text === "" || text.endsWith("\n");
  const lines = (ended ? text.slice(0, -1) : text).split("\n");
  const file = text === "" ? [] : lines;
  const edits: Edit[] = [];
  let cursor = 0;
  for (const [index, hunk] of hunks.entries()) {
    const edit = place(file, hunk, cursor);
    if ("why" in edit) return { type: "bad", why: `hunk ${index + 1}: ${edit.why}` };
    edits.push(edit);
    cursor = edit.at + edit.removed;
  }
  const result = [...file];
  for (const edit of edits.reverse()) result.splice(edit.at, edit.removed, ...edit.lines);
  return { type: "ok", text: result.length === 0 ? "" : result.join("\n") + (ended ? "\n" : "") };
}

function place(file: readonly string[], hunk: Hunk, cursor: number): Edit | { readonly why: string } {
  const anchor = followHints(file, hunk.hints, cursor);
  if (typeof anchor === "object") return anchor;
  const old = hunk.lines.filter((line) => line.type !== "add").map((line) => line.text);
  if (old.length === 0) {
    const at = hunk.hints.length > 0 && !hunk.atEnd ? Math.min(anchor + 1, file.length) : file.length;
    return { at, removed: 0, lines: hunk.lines.map((line) => line.text) };
  }
  const found = findBlock(seenLines(file.slice(anchor)), old);
  const starts = (found?.starts ?? []).map((start) => start + anchor);
  const [first] = starts;
  if (found === undefined || first === undefined)
    return { why: `these lines were not found:\n${old.slice(0, 6).join("\n")}` };
  if (starts.length > 1 && hunk.hints.length === 0 && !hunk.atEnd) {
    const places = starts.slice(0, 5).map((start) => start + 1);
    return {
      why: `these lines occur ${starts.length} times (lines ${places.join(", ")}); add an @@ hint or more context`,
    };
  }
  const at = hunk.atEnd ? (starts.at(-1) ?? first) : first;
  return rebuild(file, { at, length: found.length }, dropEdges(hunk, old, found.length));
}

/** The index after the last hint, each hint searched after the one before; an error when one is missing. */
function followHints(
  file: readonly string[],
  hints: readonly string[],
  cursor: number,
): number | { readonly why: string } {
  let at = cursor;
  for (const hint of hints) {
    const wanted = collapsed(hint);
    const exact = file.findIndex((line, index) => index >= at && collapsed(line) === wanted);
    const found =
      exact !== -1 ? exact : file.findIndex((line, index) => index >= at && collapsed(line).includes(wanted));
    if (found === -1) return { why: `the @@ hint was not found: ${hint}` };
    // The hinted line itself may be the hunk's first line.
    at = found;
  }
  return at;
}

/** Without the blank old lines at either edge that the match left out. */
function dropEdges(hunk: Hunk, old: readonly string[], length: number): Hunk["lines"] {
  if (old.length === length) return hunk.lines;
  const first = old.findIndex((line) => line.trim() !== "");
  let index = -1;
  return hunk.lines.filter((line) => {
    if (line.type === "add") return true;
    index++;
    return index >= first && index < first + length;
  });
}

function rebuild(
  file: readonly string[],
  span: { readonly at: number; readonly length: number },
  lines: Hunk["lines"],
): Edit {
  const out: string[] = [];
  let at = span.at;
  const sample = lines.find((line) => line.type !== "add" && line.text.trim() !== "");
  const sampleAt = lines.filter((line) => line.type !== "add").indexOf(sample ?? { type: "keep", text: "" });
  const from = indentOf(sample?.text ?? "");
  const to = sampleAt === -1 ? from : indentOf(file[span.at + sampleAt] ?? "");
  for (const line of lines) {
    if (line.type === "add") out.push(reindent(line.text, from, to));
    else {
      if (line.type === "keep") out.push(file[at] ?? line.text);
      at++;
    }
  }
  return { at: span.at, removed: span.length, lines: out };
}
