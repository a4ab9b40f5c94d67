// What is known while a command is followed: variables, the working directory, functions. Copied where the shell would fork.

import type { Script } from "./tree.ts";

/** Stands for text that cannot be known before running. */
export const HOLE = "\uFFFC";
/** The same for text that is a plain name or number: it cannot lead to another directory. */
export const BARE = "\uFFFB";

export function hasHole(text: string): boolean {
  return text.includes(HOLE) || text.includes(BARE);
}

/** A word after expansion. `exact` is false when `text` has holes in it. */
export interface Arg {
  readonly text: string;
  readonly exact: boolean;
  /** Spread by a wildcard: stands for any number of names. */
  readonly glob: boolean;
  /** Holds the output of a command that is only known by running it. */
  readonly dynamic: boolean;
  /** A file name that find or xargs puts in: nothing a shell would read as a command, short of a trap laid on disk. */
  readonly found?: boolean;
  /** Holds a variable that nothing here sets: empty now, but somebody thought otherwise. */
  readonly unset?: boolean;
}

/** Names and what they hold; one laid over another is how a fork costs nothing. */
export interface Names<T> {
  get(name: string): T | undefined;
  set(name: string, value: T): void;
  delete(name: string): void;
}

/** Changes stay in this layer; what it does not know is looked up below. */
function namesOver<T>(below?: Names<T>, entries: readonly (readonly [string, T])[] = []): Names<T> {
  const own = new Map<string, T | undefined>(entries);
  return {
    get: (name) => (own.has(name) ? own.get(name) : below?.get(name)),
    set: (name, value) => void own.set(name, value),
    delete: (name) => void own.set(name, undefined),
  };
}

export interface Scope {
  /** undefined once a `cd` went somewhere unknown. */
  cwd: string | undefined;
  readonly variables: Names<Arg>;
  readonly functions: Names<Script>;
  readonly aliases: Names<string>;
  /** Files this command has made or changed so far. */
  readonly written: Set<string>;
  /** Links this command has made so far, and what they lead to. */
  readonly links: Map<string, string>;
  /** What `"$@"` stands for; undefined where nobody has set it. */
  parameters: readonly Arg[] | undefined;
  /** Above zero where a statement may be skipped: assignments there do not replace for sure. */
  uncertain: number;
  /** False once something may have set variables out of sight (`source`, `mapfile`): then unset no longer means empty. */
  sealed: boolean;
}

export const UNKNOWN: Arg = { text: HOLE, exact: false, glob: false, dynamic: false };
export const DYNAMIC: Arg = { text: HOLE, exact: false, glob: false, dynamic: true };

export function exactArg(text: string): Arg {
  return { text, exact: true, glob: false, dynamic: false };
}

/** Set by systems and shells before any command runs. */
const ENVIRONMENT =
  /^(PATH|USER|LOGNAME|TERM|LANG|LC_\w+|TMP|TEMP|XDG_\w+|OLDPWD|HOST|HOSTNAME|HOSTTYPE|OSTYPE|MACHTYPE|EDITOR|VISUAL|PAGER|DISPLAY|WAYLAND_DISPLAY|SSH_\w+|UID|EUID|GID|GROUPS|RANDOM|SRANDOM|SECONDS|EPOCH\w+|LINENO|BASH\w*|ZSH\w*|PPID|COLUMNS|LINES|SHLVL|PS[1-4]|HIST\w+|FUNCNAME|DIRSTACK|PIPESTATUS|REPLY|OPT\w+|COMP_\w+|MAIL\w*|CDPATH|FPATH|VIRTUAL_ENV|CONDA_\w+|PYTHON\w*|JAVA_HOME|GO\w*|CARGO_\w+|RUST\w+|NODE_\w+|NPM_\w+|NVM_\w+|PERL\w*|RUBY\w*|GEM_\w+|ANDROID_\w+|AWS_\w+|DOCKER_\w+|KUBE\w+|GIT_\w+|CI|GITHUB_\w+|HERMES_\w+|PREFIX|CC|CXX|C\w*FLAGS|LD\w*|MAKE\w*|\W|\d|_+)$/;

/** What a variable that nothing here has set holds: a fresh shell leaves it empty unless it comes from outside. */
export function unsetValue(scope: Scope, name: string): Arg {
  if (!scope.sealed) return UNKNOWN;
  // Parameters are set by nobody but a function or a script; other names might still come from outside.
  if (/^[1-9@*]$/.test(name)) return exactArg("");
  return /^\w+$/.test(name) && !ENVIRONMENT.test(name) ? { ...exactArg(""), unset: true } : UNKNOWN;
}

export function setParameters(scope: Scope, args: readonly Arg[]): void {
  scope.parameters = args;
  args.forEach((arg, index) => {
    scope.variables.set(String(index + 1), arg);
  });
  const only = args.length === 1 ? args[0] : undefined;
  const all = args.length === 0 ? exactArg("") : (only ?? { ...UNKNOWN, glob: true });
  scope.variables.set("@", all);
  scope.variables.set("*", all);
}

const MOST_PARAMETERS = 9;

/** They may be anything from now on. */
export function forgetParameters(scope: Scope): void {
  scope.parameters = undefined;
  for (const name of ["@", "*"]) scope.variables.set(name, { ...UNKNOWN, glob: true });
  for (let index = 1; index <= MOST_PARAMETERS; index++) scope.variables.set(String(index), UNKNOWN);
}

/** `set --` and `shift`: only what surely happens replaces what was known. */
export function replaceParameters(scope: Scope, args: readonly Arg[] | undefined): void {
  forgetParameters(scope);
  if (args === undefined || scope.uncertain > 0) return;
  for (let index = 1; index <= MOST_PARAMETERS; index++) scope.variables.set(String(index), exactArg(""));
  setParameters(scope, args);
}

export function fork(scope: Scope): Scope {
  return {
    ...scope,
    variables: namesOver(scope.variables),
    functions: namesOver(scope.functions),
    aliases: namesOver(scope.aliases),
  };
}

export function assign(scope: Scope, name: string, value: Arg, append: boolean): void {
  const before = scope.variables.get(name);
  const joined = append ? joinArgs(before ?? UNKNOWN, value) : value;
  const certain = scope.uncertain === 0 || before === undefined || before.text === joined.text;
  scope.variables.set(name, certain ? joined : { ...UNKNOWN, dynamic: before.dynamic || joined.dynamic });
}

/** Values longer than any real one are no longer followed. */
const MAX_VALUE = 20_000;

export function joinArgs(a: Arg, b: Arg): Arg {
  if (a.text.length + b.text.length > MAX_VALUE) return { ...UNKNOWN, dynamic: a.dynamic || b.dynamic };
  return {
    text: a.text + b.text,
    exact: a.exact && b.exact,
    glob: a.glob || b.glob,
    dynamic: a.dynamic || b.dynamic,
    ...(a.found === true || b.found === true ? { found: true } : {}),
    ...(a.unset === true || b.unset === true ? { unset: true } : {}),
  };
}

export function initialScope(context: { readonly cwd: string; readonly home: string }): Scope {
  const variables = namesOver<Arg>(undefined, [
    ["HOME", exactArg(context.home)],
    ["PWD", exactArg(context.cwd)],
    ["BASH", exactArg("/bin/bash")],
    ["SHELL", exactArg("/bin/sh")],
    ["IFS", exactArg(" \t\n")],
    ["TMPDIR", exactArg("/tmp")],
    ["HISTFILE", exactArg(`${context.home}/.bash_history`)],
  ]);
  return {
    cwd: context.cwd,
    variables,
    functions: namesOver<Script>(),
    aliases: namesOver<string>(),
    written: new Set(),
    links: new Map(),
    parameters: undefined,
    uncertain: 0,
    sealed: true,
  };
}
