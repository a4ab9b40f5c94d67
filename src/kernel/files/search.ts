// A search as a command line, and the command's output as hits. ripgrep where there is one, grep and find where there is not.

import { matchesGlob } from "../glob.ts";
import { takeChars } from "../text.ts";

export interface Search {
  readonly pattern: string;
  readonly target: "content" | "files";
  readonly path: string;
  readonly fileGlob?: string;
  readonly mode: "content" | "files_only" | "count";
  readonly context: number;
}

export interface Hit {
  readonly path: string;
  readonly line: number;
  readonly content: string;
}

const MAX_HIT_CHARS = 500;

export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** `program` is where ripgrep is. Paths are separated by NUL from what follows them. */
export function ripgrepCommand(search: Search, program: string): string {
  const { fileGlob } = search;
  // Hidden files are part of a project, its .git is not; .gitignore counts even outside a repository.
  const shared = ["--no-messages", "--color=never", "--no-config", "--hidden", "--no-require-git", "--null"];
  if (search.target === "files") {
    const glob = fileGlob === undefined ? [] : ["-g", fileGlob];
    const names = ["--files", "--sortr=modified", ...glob, "-g", "!.*/", ...ofType(lastName(search.pattern))];
    return line([program, ...shared, ...names, "--", search.path]);
  }
  const isName = fileGlob !== undefined && !/^!|\//.test(fileGlob);
  const glob = fileGlob === undefined ? [] : isName ? ofType(fileGlob) : ["-g", fileGlob];
  const how =
    search.mode === "files_only"
      ? ["--files-with-matches"]
      : search.mode === "count"
        ? ["--count-matches", "--with-filename"]
        : ["--line-number", "--with-filename", "--no-heading", ...context(search.context)];
  return line([program, ...shared, ...glob, "-g", "!.git/", ...how, "-e", search.pattern, "--", search.path]);
}

/** Names as a type of file: unlike `-g`, a type never brings back what an ignore file leaves out. */
function ofType(glob: string): readonly string[] {
  return ["--type-add", `wanted:${glob}`, "--type", "wanted"];
}

/** For machines without ripgrep. */
export function grepCommand(search: Search): string {
  if (search.target === "files") {
    const hidden = ["-mindepth", "1", "-type", "d", "-name", ".*", "-prune"];
    const find = line(["find", search.path, ...hidden, "-o", "-type", "f", "-print0"]);
    // All names, an empty one, then those a repository ignores; `pickFiles` takes them apart.
    return `{ ${find}; printf '\\0'; ${find} | git check-ignore -z --stdin 2>/dev/null; true; }`;
  }
  const glob = search.fileGlob === undefined ? [] : [`--include=${search.fileGlob}`];
  const how =
    search.mode === "files_only" ? ["-l"] : search.mode === "count" ? ["-c"] : ["-n", ...context(search.context)];
  return line([
    "grep",
    "-rIHsZE",
    "--color=never",
    "--exclude-dir=.git",
    ...glob,
    ...how,
    "-e",
    search.pattern,
    "--",
    search.path,
  ]);
}

function context(lines: number): readonly string[] {
  return lines > 0 ? ["-C", String(lines)] : [];
}

function line(words: readonly string[]): string {
  return words.map(quote).join(" ");
}

/** A bare word finds every name that contains it. */
function nameGlob(pattern: string): string {
  return /[*?[{]/.test(pattern) ? pattern : `*${pattern}*`;
}

/** What the pattern demands of the file's own name. */
function lastName(pattern: string): string {
  const last = pattern.slice(pattern.lastIndexOf("/") + 1);
  return last === "" || last === "**" ? "*" : nameGlob(last);
}

/** The files a search by name wants, out of what either searcher listed. */
export function pickFiles(search: Search, output: string): readonly string[] {
  // No name is empty, so two NULs in a row are the mark between found and ignored.
  const [found = "", ignored = ""] = output.startsWith("\0") ? ["", output.slice(1)] : output.split("\0\0");
  const out = new Set(parseFiles(ignored));
  return parseFiles(found).filter((path) => !out.has(path) && isWanted(search, path));
}

function isWanted({ pattern, path: root, fileGlob }: Search, path: string): boolean {
  const below = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (fileGlob !== undefined && matchesGlob(fileGlob.replace(/^!/, ""), path) === fileGlob.startsWith("!"))
    return false;
  if (!pattern.includes("/")) return matchesGlob(nameGlob(pattern), name);
  const isGlob = /[*?[{]/.test(pattern);
  const whole = isGlob ? pattern : `**/*${pattern}*${pattern.endsWith("/") ? "*" : ""}`;
  return matchesGlob(whole, path.replace(/^\//, "")) || matchesGlob(whole, below);
}

/** NUL-terminated names. */
export function parseFiles(output: string): readonly string[] {
  return output
    .split("\0")
    .map((name) => tidy(name))
    .filter((name) => name !== "");
}

/** `path NUL count` lines, without zeros. */
export function parseCounts(output: string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { path, rest } of records(output)) {
    const count = Number(rest);
    if (Number.isInteger(count) && count > 0) counts[path] = count;
  }
  return counts;
}

/** `path NUL line:text` for matches, `path NUL line-text` for context. */
export function parseHits(output: string): readonly Hit[] {
  const hits: Hit[] = [];
  for (const { path, rest } of records(output)) {
    const parts = /^(\d+)([:-])(.*)$/su.exec(rest);
    if (parts !== null) hits.push({ path, line: Number(parts[1]), content: takeChars(parts[3] ?? "", MAX_HIT_CHARS) });
  }
  return hits;
}

function records(output: string): readonly { readonly path: string; readonly rest: string }[] {
  return output.split("\n").flatMap((record) => {
    const split = record.indexOf("\0");
    return split <= 0 ? [] : [{ path: tidy(record.slice(0, split)), rest: record.slice(split + 1) }];
  });
}

function tidy(path: string): string {
  const name = path.replace(/^\n+/, "");
  return name.startsWith("./") ? name.slice(2) : name;
}
