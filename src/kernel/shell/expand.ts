// Words to arguments, as the shell would: variables, tilde, braces, globs, splitting. Whatever is not knowable leaves a hole.

import type { Arg, Scope } from "./scope.ts";
import { BARE, DYNAMIC, exactArg, HOLE, joinArgs, UNKNOWN, unsetValue } from "./scope.ts";
import type { Keeps, Operation, Piece, Script, Word } from "./tree.ts";

/** Follows a nested script and says what it prints: a constant, or a hole. */
export type Substitute = (script: Script) => Arg;

const MAX_ALTERNATIVES = 32;
const EMPTY: Arg = exactArg("");

/** One word gives any number of arguments: none for an empty unquoted variable, several for a split one. */
export function expandWord(word: Word, scope: Scope, substitute: Substitute): Arg[] {
  const only = word.pieces[0];
  if (word.pieces.length === 1 && only?.type === "text")
    return [exactArg(only.quoted ? only.value : tilde(only.value, scope))];
  const isAll = word.pieces.length === 1 && only?.type === "variable" && /^[@*]$/.test(only.name);
  if (isAll && only.operation.type === "plain" && scope.parameters !== undefined) return [...scope.parameters];
  const done: Arg[] = [];
  let open: Arg[] = [];
  word.pieces.forEach((piece, index) => {
    const first = index === 0;
    if (piece.type === "braces") {
      open = combine(open, alternatives(piece.value));
      return;
    }
    const value =
      first && piece.type === "text" && !piece.quoted
        ? exactArg(tilde(piece.value, scope))
        : expandPiece(piece, scope, substitute);
    const splits = (piece.type === "variable" || piece.type === "substitution") && !piece.quoted;
    if (!splits) {
      open = combine(open, [value]);
      return;
    }
    const fields = split(value, scope);
    const head = fields.shift();
    if (head !== undefined) open = combine(open, [head]);
    for (const field of fields) {
      done.push(...open);
      open = [field];
    }
  });
  return [...done, ...open];
}

/** The same without splitting: assignments, redirect targets, here-strings. */
export function expandText(word: Word, scope: Scope, substitute: Substitute): Arg {
  let value = EMPTY;
  word.pieces.forEach((piece, index) => {
    const next =
      index === 0 && piece.type === "text" && !piece.quoted
        ? exactArg(tilde(piece.value, scope))
        : piece.type === "braces"
          ? exactArg(piece.value)
          : expandPiece(piece, scope, substitute);
    value = joinArgs(value, next);
  });
  return value;
}

function expandPiece(piece: Piece, scope: Scope, substitute: Substitute): Arg {
  switch (piece.type) {
    case "text":
      return exactArg(piece.value);
    case "glob":
      return { text: piece.value, exact: true, glob: true, dynamic: false };
    case "braces":
      return exactArg(piece.value);
    case "variable":
      return variable(piece.name, piece.operation, scope, substitute);
    case "substitution":
      return substitute(piece.script);
    case "arithmetic":
      for (const script of piece.scripts) substitute(script);
      return arithmetic(piece.value);
    case "process":
      substitute(piece.script);
      return exactArg("/dev/fd/63");
  }
}

function variable(name: string, operation: Operation, scope: Scope, substitute: Substitute): Arg {
  if (operation.type === "other") {
    for (const word of operation.words) expandText(word, scope, substitute);
    return changed(scope.variables.get(name), operation.keeps);
  }
  const value = name === "PWD" ? (scope.cwd === undefined ? UNKNOWN : exactArg(scope.cwd)) : scope.variables.get(name);
  if (operation.type === "plain") return value ?? unsetValue(scope, name);
  const other = expandText(operation.word, scope, substitute);
  if (value?.exact === true && value.text !== "") return operation.operator.includes("+") ? other : value;
  // Unset or unknown: either side may come out, so only an operand that is the whole story is taken.
  return value === undefined && operation.operator.includes("-") && other.exact ? { ...other, exact: false } : UNKNOWN;
}

/** A value after `%`, `/`, `^` and the like: its text is lost, but not always the directory it lies in. */
function changed(value: Arg | undefined, keeps: Keeps): Arg {
  if (value === undefined || keeps === "nothing") return value?.dynamic === true ? DYNAMIC : UNKNOWN;
  if (keeps === "name") return { ...value, text: BARE, exact: false };
  const slash = value.text.lastIndexOf("/");
  if (keeps === "parent")
    return { ...value, text: slash === -1 ? value.text : value.text.slice(0, slash), glob: false };
  const start = slash === -1 ? "" : value.text.slice(0, slash + 1);
  return { ...value, text: start + (value.text.startsWith(HOLE) && slash === -1 ? HOLE : BARE), exact: false };
}

function tilde(value: string, scope: Scope): string {
  if (!value.startsWith("~")) return value;
  const slash = value.indexOf("/");
  const user = slash === -1 ? value.slice(1) : value.slice(1, slash);
  const rest = slash === -1 ? "" : value.slice(slash);
  const home = scope.variables.get("HOME");
  if (user === "") return (home?.exact === true ? home.text : HOLE) + rest;
  if (user === "root") return `/root${rest}`;
  if (user === "+" || user === "-") return HOLE + rest;
  return /^[a-z_][\w.-]*$/i.test(user) ? `/home/${user}${rest}` : value;
}

function split(value: Arg, scope: Scope): Arg[] {
  const separators = scope.variables.get("IFS");
  if (separators?.exact !== true) return [{ ...value, exact: false }];
  const fields: string[] = [];
  let field = "";
  for (const char of value.text) {
    if (!separators.text.includes(char)) field += char;
    else if (field !== "" || /\S/.test(char)) {
      fields.push(field);
      field = "";
    }
  }
  if (field !== "") fields.push(field);
  return fields.map((text) => ({ ...value, text, glob: value.glob || (value.exact && /[*?]/.test(text)) }));
}

/** `{a,b}` → a, b; ranges and nested braces stand as one wildcard. */
function alternatives(text: string): Arg[] {
  const inner = text.slice(1, -1);
  if (/[{}$`\\'"]/.test(inner) || !inner.includes(","))
    return [{ text: HOLE, exact: false, glob: true, dynamic: false }];
  const parts = inner.split(",");
  return parts.length > MAX_ALTERNATIVES
    ? [{ text: HOLE, exact: false, glob: true, dynamic: false }]
    : parts.map(exactArg);
}

function combine(heads: Arg[], tails: Arg[]): Arg[] {
  if (heads.length === 0) return tails;
  if (tails.length === 1 && tails[0] !== undefined) {
    const tail = tails[0];
    return heads.map((head) => joinArgs(head, tail));
  }
  if (heads.length * tails.length > MAX_ALTERNATIVES)
    return heads.map((head) => ({ ...joinArgs(head, UNKNOWN), glob: true }));
  return heads.flatMap((head) => tails.map((tail) => joinArgs(head, tail)));
}

/** Plain sums of numbers, in any of the shell's notations; anything else is a hole. */
function arithmetic(text: string): Arg {
  const inner = text.startsWith("$((") ? text.slice(3, -2) : text.slice(2, -1);
  return /^\s*\d{1,9}\s*$/.test(inner) ? exactArg(inner.trim()) : { ...UNKNOWN, text: BARE };
}
