// A search as a command line, and the command's output as hits. ripgrep where there is one, grep and find where there is not.

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
  const glob = search.fileGlob === undefined ? [] : ["-g", search.fileGlob];
  // Hidden files are part of a project, its .git is not; .gitignore counts even outside a repository.
  const shared = [
    "--no-messages",
    "--color=never",
    "--no-config",
    "--hidden",
    "--no-require-git",
    "--null",
    ...glob,
    "-g",
    "!.git/",
  ];
  if (search.target === "files") {
    const names = ["--files", "--sortr=modified", "-g", nameGlob(search.pattern)];
    return line([program, ...shared, ...names, "--", search.path]);
  }
  const how =
    search.mode === "files_only"
      ? ["--files-with-matches"]
      : search.mode === "count"
        ? ["--count-matches", "--with-filename"]
        : ["--line-number", "--with-filename", "--no-heading", ...context(search.context)];
  return line([program, ...shared, ...how, "-e", search.pattern, "--", search.path]);
}

/** For machines without ripgrep. */
export function grepCommand(search: Search): string {
  if (search.target === "files") {
    return line([
      "find",
      search.path,
      "-name",
      ".git",
      "-prune",
      "-o",
      "-type",
      "f",
      "-name",
      nameGlob(search.pattern),
      "-print0",
    ]);
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
