// What is known while a command is followed: variables, the working directory, functions. Copied where the shell would fork.

import type { Script } from "./tree.ts";

/** Stands for text that cannot be known before running. */
export const HOLE = "\uFFFC";

/** A word after expansion. `exact` is false when `text` has holes in it. */
export interface Arg {
  readonly text: string;
  readonly exact: boolean;
  /** Spread by a wildcard: stands for any number of names. */
  readonly glob: boolean;
  /** Holds the output of a command that is only known by running it. */
  readonly dynamic: boolean;
}

export interface Scope {
  /** undefined once a `cd` went somewhere unknown. */
  cwd: string | undefined;
  readonly variables: Map<string, Arg>;
  readonly functions: Map<string, Script>;
  /** Above zero where a statement may be skipped: assignments there do not replace for sure. */
  uncertain: number;
}

export const UNKNOWN: Arg = { text: HOLE, exact: false, glob: false, dynamic: false };
export const DYNAMIC: Arg = { text: HOLE, exact: false, glob: false, dynamic: true };

export function exactArg(text: string): Arg {
  return { text, exact: true, glob: false, dynamic: false };
}

export function fork(scope: Scope): Scope {
  return { ...scope, variables: new Map(scope.variables), functions: new Map(scope.functions) };
}

export function assign(scope: Scope, name: string, value: Arg, append: boolean): void {
  const before = scope.variables.get(name);
  const joined = append ? joinArgs(before ?? UNKNOWN, value) : value;
  const certain = scope.uncertain === 0 || before === undefined || before.text === joined.text;
  scope.variables.set(name, certain ? joined : { ...UNKNOWN, dynamic: before.dynamic || joined.dynamic });
}

export function joinArgs(a: Arg, b: Arg): Arg {
  return {
    text: a.text + b.text,
    exact: a.exact && b.exact,
    glob: a.glob || b.glob,
    dynamic: a.dynamic || b.dynamic,
  };
}

export function initialScope(context: { readonly cwd: string; readonly home: string }): Scope {
  const variables = new Map<string, Arg>([
    ["HOME", exactArg(context.home)],
    ["PWD", exactArg(context.cwd)],
    ["BASH", exactArg("/bin/bash")],
    ["SHELL", exactArg("/bin/sh")],
    ["IFS", exactArg(" \t\n")],
    ["TMPDIR", exactArg("/tmp")],
    ["HISTFILE", exactArg(`${context.home}/.bash_history`)],
  ]);
  return { cwd: context.cwd, variables, functions: new Map(), uncertain: 0 };
}
