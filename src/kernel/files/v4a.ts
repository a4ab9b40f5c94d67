// Multi-file patches as a value. Everything is parsed first, so that guards judge operations, never headers.

export interface HunkLine {
  readonly type: "keep" | "remove" | "add";
  readonly text: string;
}

export interface Hunk {
  /** Lines that stand somewhere before the hunk, outermost first. */
  readonly hints: readonly string[];
  readonly lines: readonly HunkLine[];
  readonly atEnd: boolean;
}

export type PatchOperation =
  | { readonly type: "add"; readonly path: string; readonly content: string }
  | { readonly type: "delete"; readonly path: string }
  | { readonly type: "move"; readonly path: string; readonly to: string }
  | { readonly type: "update"; readonly path: string; readonly to?: string; readonly hunks: readonly Hunk[] };

export type ParsedPatch =
  | { readonly type: "ok"; readonly operations: readonly PatchOperation[] }
  | { readonly type: "bad"; readonly why: string };

const BEGIN = /^\*\*\*\s*Begin Patch\s*$/i;
const END = /^\*\*\*\s*End Patch\s*$/i;
const HEADER = /^\*\*\*\s*(Update|Add|Delete|Move)\s+File\s*:(.*)$/i;
const MOVE_TO = /^\*\*\*\s*Move to\s*:(.*)$/i;
const END_OF_FILE = /^\*\*\*\s*End of File\s*$/i;

export function parsePatch(source: string): ParsedPatch {
  const lines = body(source);
  const operations: PatchOperation[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const header = HEADER.exec(line);
    if (header === null) {
      if (line.trim() !== "")
        return bad(`line ${at + 1}: expected a "*** … File:" header, found ${JSON.stringify(line.slice(0, 80))}`);
      at++;
      continue;
    }
    let end = at + 1;
    while (end < lines.length && !HEADER.test(lines[end] ?? "")) end++;
    const operation = parseOperation(
      (header[1] ?? "").toLowerCase(),
      (header[2] ?? "").trim(),
      lines.slice(at + 1, end),
    );
    if ("why" in operation) return operation;
    operations.push(operation);
    at = end;
  }
  if (operations.length === 0) return bad("the patch has no file operations");
  return checked(operations);
}

/** Every path an operation reads or writes. */
export function patchPaths(operations: readonly PatchOperation[]): readonly string[] {
  const paths = operations.flatMap((operation) =>
    "to" in operation && operation.to !== undefined ? [operation.path, operation.to] : [operation.path],
  );
  return [...new Set(paths)];
}

function body(source: string): readonly string[] {
  const lines = source.replace(/\r\n?/g, "\n").split("\n");
  const begin = lines.findIndex((line) => BEGIN.test(line.trim()));
  const rest = begin === -1 ? lines : lines.slice(begin + 1);
  const end = rest.findIndex((line) => END.test(line.trim()));
  const kept = end === -1 ? rest : rest.slice(0, end);
  return kept.at(-1) === "" ? kept.slice(0, -1) : kept;
}

type Operation = PatchOperation | { readonly type: "bad"; readonly why: string };

function parseOperation(kind: string, target: string, lines: readonly string[]): Operation {
  if (target === "") return bad("a header names no file");
  switch (kind) {
    case "add":
      return addOperation(target, lines);
    case "delete":
      return blank(lines) ? { type: "delete", path: target } : bad(`${target}: a deleted file has no lines`);
    case "move":
      return moveOperation(target, lines);
    default:
      return updateOperation(target, lines);
  }
}

function blank(lines: readonly string[]): boolean {
  return lines.every((line) => line.trim() === "");
}

function addOperation(path: string, lines: readonly string[]): Operation {
  const content = lines.filter((line) => !END_OF_FILE.test(line));
  const wrong = content.find((line) => !line.startsWith("+") && line.trim() !== "");
  if (wrong !== undefined)
    return bad(`${path}: every line of a new file starts with "+", found ${JSON.stringify(wrong.slice(0, 80))}`);
  const written = content.slice(0, content.findLastIndex((line) => line.startsWith("+")) + 1);
  return { type: "add", path, content: written.map((line) => `${line.slice(1)}\n`).join("") };
}

function moveOperation(target: string, lines: readonly string[]): Operation {
  const [from, to, more] = target.split(/(?<!\s)\s+->\s+/);
  if (!from || !to || more !== undefined)
    return bad(`a move is written "*** Move File: old -> new", found ${JSON.stringify(target)}`);
  return blank(lines) ? { type: "move", path: from, to } : bad(`${from}: a moved file has no lines`);
}

interface Draft {
  readonly hints: string[];
  readonly lines: HunkLine[];
  atEnd: boolean;
}

function updateOperation(path: string, source: readonly string[]): Operation {
  const moved = MOVE_TO.exec(source[0] ?? "")?.[1]?.trim();
  const hunks: Draft[] = [];
  const open = (fresh: boolean): Draft => {
    const last = hunks.at(-1);
    if (last !== undefined && !fresh) return last;
    const draft: Draft = { hints: [], lines: [], atEnd: false };
    hunks.push(draft);
    return draft;
  };
  for (const line of moved === undefined ? source : source.slice(1)) {
    if (line.startsWith("@@")) {
      const draft = open((hunks.at(-1)?.lines.length ?? 0) > 0);
      const hint = hintOf(line);
      if (hint !== "") draft.hints.push(hint);
    } else if (END_OF_FILE.test(line)) open(false).atEnd = true;
    else {
      const parsed = hunkLine(line);
      if (parsed === undefined) {
        return bad(`${path}: a line must start with " ", "-" or "+", found ${JSON.stringify(line.slice(0, 80))}`);
      }
      open(false).lines.push(parsed);
    }
  }
  const kept = hunks.map(withoutTrailingBlank).filter((hunk) => hunk.lines.length > 0);
  if (kept.length === 0 && moved === undefined) return bad(`${path}: the update has no changes`);
  return { type: "update", path, hunks: kept, ...(moved && { to: moved }) };
}

/** Line ranges of unified diffs say nothing about the text and are not hints. */
function hintOf(line: string): string {
  const hint = line
    .replace(/^@@\s?/, "")
    .trimEnd()
    .replace(/@@$/, "")
    .trimEnd();
  return /^(?:-\d+(?:,\d+)? \+\d+(?:,\d+)?)?$/.test(hint.trim()) ? "" : hint;
}

function hunkLine(line: string): HunkLine | undefined {
  const text = line.slice(1);
  if (line === "") return { type: "keep", text: "" };
  if (line.startsWith(" ")) return { type: "keep", text };
  if (line.startsWith("-")) return { type: "remove", text };
  return line.startsWith("+") ? { type: "add", text } : undefined;
}

/** Bare empty lines at the end of a hunk separate operations; they are not context. */
function withoutTrailingBlank(hunk: Hunk): Hunk {
  const last = hunk.lines.findLastIndex((line) => line.type !== "keep" || line.text !== "");
  return { ...hunk, lines: hunk.lines.slice(0, last + 1) };
}

function checked(operations: readonly PatchOperation[]): ParsedPatch {
  const escaping = patchPaths(operations).find((path) => path.split(/[\\/]/).includes(".."));
  if (escaping !== undefined) return bad(`".." is not allowed in a patch header: ${escaping}`);
  const seen = new Set<string>();
  for (const path of operations.flatMap((operation) => patchPaths([operation]))) {
    if (seen.has(path)) return bad(`${path} is named by two operations; combine them`);
    seen.add(path);
  }
  return { type: "ok", operations };
}

function bad(why: string): { readonly type: "bad"; readonly why: string } {
  return { type: "bad", why };
}
