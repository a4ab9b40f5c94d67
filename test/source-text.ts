// Reads our own sources as text for the architecture checks: which files there are, what they import, and the code
// without comments and string contents. TypeScript 7 has no compiler API, so this is a small scanner of our own.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");

export interface Source {
  /** Relative to the checkout, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly code: string;
  readonly imports: readonly Import[];
}

export interface Import {
  readonly specifier: string;
  /** Loaded when first needed, so it closes no ring at start-up. */
  readonly lazy: boolean;
  readonly typeOnly: boolean;
}

/** Every file of the checkout that is or would be committed. */
export function checkoutFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  return listed
    .toString()
    .split("\0")
    .filter((path) => path !== "" && existsSync(join(root, path)));
}

export function readSource(path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  return { path, text, code: codeOf(text), imports: importsOf(text) };
}

const IMPORT =
  /^[ \t]*(?:import|export)\s+(?<type>type\s)?(?:[\w*$\s{},]+?\sfrom\s*)?"(?<from>[^"\n]+)"|\bimport\(\s*"(?<lazy>[^"\n]+)"/gm;

/** What a file imports, in any of the ways an import can be written. Formatting by biome is taken for granted. */
export function importsOf(text: string): Import[] {
  return [...withoutComments(text).matchAll(IMPORT)].map(({ groups }) => ({
    specifier: groups?.from ?? groups?.lazy ?? "",
    lazy: groups?.lazy !== undefined,
    typeOnly: groups?.type !== undefined,
  }));
}

const withoutComments = (text: string): string => scan(text, "comments");

/** The code alone: comments, string contents and regular expressions blanked, line numbers kept. */
export const codeOf = (text: string): string => scan(text, "comments, strings");

/** What is quoted alone, regular expressions included: code and comments blanked, places kept. */
export function quotedOf(text: string): string {
  const code = codeOf(text);
  const quoted = (character: string, at: number) => (character === "\n" || code[at] === " " ? character : " ");
  return withoutComments(text).split("").map(quoted).join("");
}

const REGEX_MAY_FOLLOW = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|await|yield|throw|else))\s*$/;

type Context = "code" | "template";

function scan(text: string, blank: "comments" | "comments, strings"): string {
  const strings = blank === "comments, strings";
  const stack: { context: Context; depth: number }[] = [{ context: "code", depth: 0 }];
  const wipe = (part: string) => part.replace(/[^\n]/g, " ");
  let out = "";
  let at = 0;
  const take = (length: number, keep: boolean) => {
    const part = text.slice(at, at + length);
    out += keep ? part : wipe(part);
    at += length;
  };
  while (at < text.length) {
    const here = stack[stack.length - 1] ?? { context: "code", depth: 0 };
    const rest = text.slice(at, at + 2);
    if (here.context === "template") {
      if (text[at] === "\\") take(2, !strings);
      else if (rest === "${") {
        stack.push({ context: "code", depth: 0 });
        take(2, true);
      } else if (text[at] === "`") {
        stack.pop();
        take(1, true);
      } else take(1, !strings);
      continue;
    }
    const long = longToken(text, at, out);
    if (long) {
      take(long.length, long.type === "comment" ? false : !strings);
    } else if (text[at] === "`") {
      stack.push({ context: "template", depth: 0 });
      take(1, true);
    } else {
      if (text[at] === "{") here.depth += 1;
      else if (text[at] === "}" && here.depth === 0 && stack.length > 1) stack.pop();
      else if (text[at] === "}") here.depth -= 1;
      take(1, true);
    }
  }
  return out;
}

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const STRING = /"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/y;
const REGEX = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;

function longToken(text: string, at: number, before: string): { type: string; length: number } | undefined {
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0].length;
  };
  const comment = match(COMMENT);
  if (comment) return { type: "comment", length: comment };
  const string = match(STRING);
  if (string) return { type: "string", length: string };
  if (text[at] !== "/" || !REGEX_MAY_FOLLOW.test(before.slice(-20))) return undefined;
  const regex = match(REGEX);
  return regex ? { type: "regex", length: regex } : undefined;
}
