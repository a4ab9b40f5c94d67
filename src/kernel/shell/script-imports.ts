// Files beside a script that it loads by name: what they do, it does.

import { normalizePath } from "./paths.ts";
import type { ScriptLanguage } from "./script-language.ts";
import { directoryOf } from "./trial.ts";

const MAX_TEXT = 400_000;

const PYTHON_IMPORT = /(?:^|[;:])[ \t]*import[ \t]+([\w., \t]{1,400})/gm;
const PYTHON_FROM =
  /(?:^|[;:])[ \t]*from(?:[ \t]+(?=[\w.])|(?=\.))([\w.]{1,200})[ \t]*import\b[ \t]*(?:\(([^)]{0,400})|([\w*, \t]{0,400}))/gm;
const PYTHON_NAMED = /\b(?:import_module|__import__|run_path|run_module)\s*\(\s*["']([\w./]{1,200})["']/g;
const NODE = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*["'`](\.{0,2}\/[^"'`\n]{1,300})["'`]/g;
const RUBY = /^[ \t]*(?:require_relative|require|load)[\s(]+["']([^"'\n]{1,300})["']/gm;
const PERL = /\b(?:require|do)\s+["']([^"'\n]{1,300})["']/g;
const PHP = /\b(?:include|require)(?:_once)?[\s(]+(?:__DIR__\s*\.\s*)?["']([^"'\n]{1,300})["']/g;
const LUA = /\b(?:require|dofile|loadfile)[\s(]+["']([^"'\n]{1,300})["']/g;

const NODE_ENDS = ["", ".js", ".mjs", ".cjs", ".ts", ".mts", "/index.js", "/index.ts"];

/** Where such a file can lie; most of these are not there. Linear in the length of the text. A package comes with its own beginning. */
export function possibleImports(path: string, language: ScriptLanguage, source: string): readonly string[] {
  const text = source.slice(0, MAX_TEXT);
  const names = importedNames(language, text);
  const dir = directoryOf(path);
  return [...new Set(names.map((name) => normalizePath(name.startsWith("/") ? name : `${dir}/${name}`)))];
}

function importedNames(language: ScriptLanguage, text: string): readonly string[] {
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = ""]) => name);
  const ending = (names: readonly string[], ends: readonly string[]) =>
    names.flatMap((name) => ends.map((end) => name + end));
  switch (language) {
    case "python":
      return pythonFiles(text);
    case "node":
      return ending(found(NODE), NODE_ENDS);
    case "ruby":
      return ending(found(RUBY), ["", ".rb"]);
    case "perl":
      return found(PERL);
    case "php":
      return found(PHP).map((name) => name.replace(/^\//, ""));
    case "lua":
      return ending(
        found(LUA).map((name) => (name.endsWith(".lua") ? name : name.replaceAll(".", "/"))),
        ["", ".lua"],
      );
    default:
      return [];
  }
}

function pythonFiles(text: string): readonly string[] {
  const files = ["__init__.py"];
  const module = (name: string) => {
    const dots = /^\.*/.exec(name)?.[0].length ?? 0;
    const path = `${"../".repeat(Math.max(0, dots - 1))}${name.slice(dots).replaceAll(".", "/")}`;
    // The packages on the way are loaded, too.
    const parts = path.split("/");
    for (let count = 1; count < parts.length; count += 1) files.push(`${parts.slice(0, count).join("/")}/__init__.py`);
    files.push(`${path}.py`, `${path}/__init__.py`);
  };
  for (const [, list = ""] of text.matchAll(PYTHON_IMPORT))
    for (const item of list.split(",")) module(item.trim().split(/\s/)[0] ?? "");
  for (const [, from = "", bracketed, plain = ""] of text.matchAll(PYTHON_FROM)) {
    module(from);
    for (const item of (bracketed ?? plain).split(","))
      module(`${from}${from.endsWith(".") ? "" : "."}${item.trim().split(/\s/)[0]}`);
  }
  for (const [, name = ""] of text.matchAll(PYTHON_NAMED)) {
    if (name.endsWith(".py")) files.push(name);
    else module(name);
  }
  return files;
}
