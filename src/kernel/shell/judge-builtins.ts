// Builtins and small tools whose arguments mean something of their own.

import { type Feed, NO_FEED, UNKNOWN_FEED } from "./findings.ts";
import { loadsCode, runsFile } from "./judge-run.ts";
import { names, readOptions } from "./options.ts";
import { placeOf, resolvePath } from "./paths.ts";
import { type Arg, forgetParameters, hasHole, replaceParameters } from "./scope.ts";
import { ask, deny, pathOf, readPath, shown, type Trial, writePath } from "./trial.ts";

const MKFS_VALUED = names("t type L label b I i N m O E U T");

export function cdRule(trial: Trial, args: readonly Arg[]): Feed {
  const target = args.find((arg) => !/^-[LPe@]+$|^--$/.test(arg.text));
  if (target === undefined) trial.scope.cwd = trial.places.home;
  else if (target.text === "-" || hasHole(target.text) || target.glob || /^\+\d/.test(target.text))
    trial.scope.cwd = undefined;
  else
    trial.scope.cwd = target.text.startsWith("/")
      ? resolvePath(target.text, "/")
      : trial.scope.cwd === undefined
        ? undefined
        : resolvePath(target.text, trial.scope.cwd);
  if (trial.scope.cwd !== undefined) trial.visited.add(trial.scope.cwd);
  return NO_FEED;
}

export function sourceRule(trial: Trial, program: string, args: readonly Arg[]): Feed {
  trial.scope.sealed = false;
  const file = args[0];
  if (file === undefined) return NO_FEED;
  const path = pathOf(trial, file);
  // A person's own start-up files have run already; an activation script only sets variables.
  if (
    path !== undefined &&
    (/\/bin\/activate(\.\w+)?$/.test(path) ||
      placeOf(path, trial.places) === "startup" ||
      /^\/etc\/(profile|bash\.?\w*|os-release|environment)/.test(path))
  ) {
    trial.reach.read = false;
    return NO_FEED;
  }
  return runsFile(trial, program, file);
}

/** Defining an alias does nothing yet; calling it is judged like a function. */
export function aliasRule(trial: Trial, args: readonly Arg[]): Feed {
  for (const arg of args) {
    const equals = arg.text.indexOf("=");
    if (equals > 0) trial.scope.aliases.set(arg.text.slice(0, equals), arg.text.slice(equals + 1));
  }
  return UNKNOWN_FEED;
}

export function trapRule(trial: Trial, args: readonly Arg[]): Feed {
  const action = args.find((arg) => !arg.text.startsWith("-"));
  if (action !== undefined && args.length > 1) trial.script(action.text, NO_FEED);
  return NO_FEED;
}

/** Values were assigned while the words were expanded; here only the names matter. */
export function declareRule(trial: Trial, args: readonly Arg[]): Feed {
  for (const arg of args) {
    const [, name, value] = /^([A-Za-z_]\w*)\+?=(.*)$/s.exec(arg.text) ?? [];
    if (name !== undefined) loadsCode(trial, name, value);
  }
  return UNKNOWN_FEED;
}

export function unsetRule(trial: Trial, args: readonly Arg[]): Feed {
  for (const arg of args) {
    if (/^HIST(FILE|SIZE|FILESIZE)$/.test(arg.text))
      ask(trial, "history-loss", `without ${arg.text} the shell keeps no history`, arg.text);
  }
  const line = args.map((arg) => arg.text).join(" ");
  if (/\+o history/.test(line)) ask(trial, "history-loss", "the shell history is switched off", "set +o history");
  return UNKNOWN_FEED;
}

/** `set -- a b`: the words after the options are the parameters from now on. */
export function setRule(trial: Trial, args: readonly Arg[]): Feed {
  const end = args.findIndex((arg) => arg.text === "--");
  const bare = args.findIndex((arg) => !/^[-+]/.test(arg.text));
  if (end !== -1) replaceParameters(trial.scope, args.slice(end + 1));
  else if (bare !== -1) forgetParameters(trial.scope);
  return unsetRule(trial, args);
}

export function shiftRule(trial: Trial, args: readonly Arg[]): Feed {
  const by = args[0]?.text ?? "1";
  replaceParameters(trial.scope, /^\d+$/.test(by) ? trial.scope.parameters?.slice(Number(by)) : undefined);
  return NO_FEED;
}

export function killRule(trial: Trial, program: string, args: readonly Arg[]): Feed {
  trial.reach.read = false;
  const texts = args.map((arg) => arg.text);
  if (/^-(l|L|-list)/.test(texts[0] ?? "")) return UNKNOWN_FEED;
  const signalled = /^-/.test(texts[0] ?? "");
  if (texts[0] === "-0") return NO_FEED;
  const targets = signalled ? args.slice(/^-(s|n|-signal)$/.test(texts[0] ?? "") ? 2 : 1) : args;
  for (const target of targets) {
    if (target.text === "-1" || target.text === "1")
      deny(trial, "catastrophe", `${program} ${target.text} ends every process or the first one`);
    else if (target.dynamic && /\b(pgrep|pidof)\b/.test(trial.source))
      ask(trial, "kill", `${program} ends processes that are only known when it runs`, `${program} ${shown(target)}`);
  }
  return NO_FEED;
}

export function ddRule(trial: Trial, program: string, args: readonly Arg[], feed: Feed): Feed {
  for (const arg of args) {
    const [, key, value] = /^(if|of)=(.*)$/s.exec(arg.text) ?? [];
    if (key === "if" && value !== undefined) readPath(trial, { ...arg, text: value }, program);
    if (key === "of" && value !== undefined) writePath(trial, { ...arg, text: value }, program);
  }
  return feed.type === "none" ? UNKNOWN_FEED : feed;
}

export function makesFileSystem(trial: Trial, program: string, args: readonly Arg[]): Feed {
  const options = readOptions(args, MKFS_VALUED);
  trial.reach.read = false;
  const target = options.operands.find((arg) => !/^\d+$/.test(arg.text)) ?? options.operands[0];
  if (target === undefined) return NO_FEED;
  const path = pathOf(trial, target);
  if (path !== undefined && placeOf(path, trial.places) === "workspace")
    ask(trial, "system", `${program} makes a file system in ${shown(target)}`, program);
  else deny(trial, "catastrophe", `${program} would erase ${shown(target)}`);
  return NO_FEED;
}
