// The lists of files in a tool's result: the one shape in which any tool says what it changed.

import { isRecord, parseJson } from "../json.ts";

export interface FileChange {
  /** One that ends in `/` is a folder and stands for many files in it. */
  readonly path: string;
  /** `unseen`: a folder that nobody looked through, where a command may have changed anything. */
  readonly state: "created" | "changed" | "deleted" | "unseen";
}

const LISTS = [
  ["files_created", "created"],
  ["files_modified", "changed"],
  ["files_deleted", "deleted"],
  ["files_unseen", "unseen"],
] as const;

export const isFileState = (value: unknown): value is FileChange["state"] => LISTS.some(([, state]) => state === value);

/** A file made and then changed is still one that was made; not to have looked takes nothing back. */
export function newestState(known: FileChange["state"] | undefined, next: FileChange["state"]): FileChange["state"] {
  if (known === "created" && next === "changed") return "created";
  return known !== undefined && next === "unseen" ? known : next;
}

/** In the order they came, with their newest states. */
export function eachOnce(changes: readonly FileChange[]): readonly FileChange[] {
  const states = new Map<string, FileChange["state"]>();
  for (const { path, state } of changes) states.set(path, newestState(states.get(path), state));
  return [...states].map(([path, state]) => ({ path, state }));
}

/** The fields that say so, with each file once, in its newest state; no field without a file. */
export function fileLists(changes: readonly FileChange[]): Readonly<Record<string, readonly string[]>> {
  const files = eachOnce(changes);
  return Object.fromEntries(
    LISTS.flatMap(([field, state]) => {
      const paths = files.filter((file) => file.state === state).map(({ path }) => path);
      return paths.length === 0 ? [] : [[field, paths]];
    }),
  );
}

/** Each file once, by the first list that names it. */
export function listedFiles(result: string): readonly FileChange[] {
  if (!result.includes('"files_')) return [];
  const fields = wholeResult(result) ?? beginningOf(result);
  const found = new Map<string, FileChange>();
  for (const [field, state] of LISTS) {
    const paths = fields[field];
    for (const given of Array.isArray(paths) ? paths : []) {
      if (typeof given !== "string" || given === "") continue;
      const path = onOneLine(given);
      if (!found.has(path)) found.set(path, { path, state });
    }
  }
  return [...found.values()];
}

export const onOneLine = (path: string): string => path.replace(/[\r\n]/g, "␤");

type Fields = Readonly<Record<string, unknown>>;

/** Hints may follow the JSON object of a result. */
function wholeResult(result: string): Fields | undefined {
  const end = result.lastIndexOf("}");
  for (const source of [result, result.slice(0, end + 1), result.split("\n\n[Subdirectory context")[0] ?? ""]) {
    const parsed = parseJson(source);
    if (parsed.type === "ok" && isRecord(parsed.value)) return parsed.value;
  }
  return undefined;
}

/** Of a result that was too long only its beginning is left. A quote inside a text of it is escaped, so no text can pose as a list. */
function beginningOf(result: string): Fields {
  const lists = result.matchAll(/(?<!\\)"(files_\w+)":\s*(\["(?:[^"\\]|\\.)*"(?:,\s*"(?:[^"\\]|\\.)*")*\])/g);
  const fields: Record<string, unknown> = {};
  for (const [, field = "", list = ""] of lists) {
    const parsed = parseJson(list);
    if (parsed.type === "ok") fields[field] ??= parsed.value;
  }
  return fields;
}
