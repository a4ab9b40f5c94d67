// The paths a shell command line mentions, following `cd`: enough to find the project files on the way, not to judge the command.

import { resolvePath } from "./paths.ts";

const MAX_PATHS = 200;
const MAX_COMMAND = 100_000;

interface Token {
  readonly type: "word" | "operator" | "redirect";
  readonly text: string;
}

/** Absolute lexical paths in order of appearance; whether they exist is for the caller to see. */
export function pathsInCommand(command: string, cwd: string, home: string): readonly string[] {
  const found = new Set<string>();
  let here = cwd;
  let verb: string | undefined;
  const stack: string[] = [];
  for (const token of tokenize(command.slice(0, MAX_COMMAND))) {
    if (found.size >= MAX_PATHS) break;
    if (token.type === "operator") {
      verb = undefined;
      if (token.text === "(") stack.push(here);
      else if (token.text === ")") here = stack.pop() ?? here;
      continue;
    }
    if (token.type === "redirect") continue;
    const assignment = /^[A-Za-z_]\w*\+?=(.*)$/s.exec(token.text);
    if (verb === undefined && assignment) {
      for (const value of (assignment[1] ?? "").split(":")) addPath(found, value, here, home);
      continue;
    }
    if (verb === undefined) {
      verb = token.text;
      if (token.text.includes("/")) addPath(found, token.text, here, home);
      continue;
    }
    if (verb === "cd" || verb === "pushd") {
      const target = absolute(token.text, here, home);
      if (target !== undefined) {
        here = target;
        found.add(target);
      }
      continue;
    }
    const option = /^--?[A-Za-z][\w-]*=(.+)$/s.exec(token.text);
    if (option) addPath(found, option[1] ?? "", here, home);
    else if (!token.text.startsWith("-")) addPath(found, token.text, here, home);
  }
  for (const path of pathsInPatch(command)) addPath(found, path, here, home);
  return [...found].slice(0, MAX_PATHS);
}

function addPath(found: Set<string>, word: string, here: string, home: string): void {
  const path = absolute(word, here, home);
  if (path !== undefined) found.add(path);
}

/** Undefined for what is no path: addresses, variables, patterns, flags, long prose. */
function absolute(word: string, here: string, home: string): string | undefined {
  if (word === "" || word.length > 1_024 || /^(?:[a-z][a-z0-9+.-]*:\/\/|git@)/i.test(word) || /[$`\n]/.test(word))
    return undefined;
  if (word === "~" || word.startsWith("~/")) return resolvePath(home, word.slice(2));
  if (word.startsWith("~")) return undefined;
  const star = word.search(/[*?[{]/);
  const plain = star === -1 ? word : word.slice(0, word.lastIndexOf("/", star) + 1);
  return plain === "" ? undefined : resolvePath(here, plain);
}

/** Words, operators and redirections of a POSIX command line; quotes and escapes removed. Total: odd quoting ends at the end of the text. */
function* tokenize(command: string): Generator<Token> {
  let word: string | undefined;
  for (let i = 0; i < command.length; i++) {
    const char = command[i] ?? "";
    if (char === "'" || char === '"') {
      const close = closing(command, i, char);
      word = (word ?? "") + withoutEscapes(command.slice(i + 1, close), char);
      i = close;
    } else if (char === "\\") {
      if (command[i + 1] !== "\n") word = (word ?? "") + (command[i + 1] ?? "");
      i++;
    } else if (/\s/.test(char) || /[;&|()<>]/.test(char)) {
      const isDescriptor = (char === ">" || char === "<") && word !== undefined && /^\d$/.test(word);
      if (word !== undefined && !isDescriptor) yield { type: "word", text: word };
      word = undefined;
      if (char === ">" || char === "<") yield { type: "redirect", text: char };
      else if (char === "\n" || !/\s/.test(char)) {
        if (!(char === "&" && (command[i - 1] === ">" || command[i + 1] === ">")))
          yield { type: "operator", text: char };
      }
    } else if (char === "#" && word === undefined) {
      const end = command.indexOf("\n", i);
      i = end === -1 ? command.length : end - 1;
    } else word = (word ?? "") + char;
  }
  if (word !== undefined) yield { type: "word", text: word };
}

function closing(command: string, from: number, quote: string): number {
  for (let i = from + 1; i < command.length; i++) {
    if (command[i] === "\\" && quote === '"') i++;
    else if (command[i] === quote) return i;
  }
  return command.length;
}

function withoutEscapes(inner: string, quote: string): string {
  return quote === '"' ? inner.replace(/\\(["\\$`])/g, "$1") : inner;
}

/** Files a patch in either common format names. */
export function pathsInPatch(text: string): readonly string[] {
  const found = new Set<string>();
  const lines =
    /^(?:\*\*\* (?:Update|Add|Delete) File: (.+)|\*\*\* Move to: (.+)|(?:---|\+\+\+) (?:[ab]\/)?([^\t\n]+))/gm;
  for (const match of text.matchAll(lines)) {
    const path = (match[1] ?? match[2] ?? match[3] ?? "").trim();
    if (path !== "" && path !== "/dev/null" && found.size < MAX_PATHS) found.add(path);
  }
  return [...found];
}
