// Single tools that run, start or end things in a way of their own.

import { type Feed, NO_FEED, UNKNOWN_FEED } from "./findings.ts";
import { endOfOptions } from "./judge-find.ts";
import { seeksWatchers } from "./judge-text.ts";
import { names, readOptions } from "./options.ts";
import { type Arg, exactArg } from "./scope.ts";
import { ask, deny, readPath, type Trial, writePath } from "./trial.ts";

const WATCH_VALUED = names("n interval");

const SU_VALUED = names("c command s shell g group G supp-group w whitelist-environment session-command");

/** What a compiler makes is no work of the user's yet: running it in the same breath is asked about. */
export function compiles(trial: Trial, program: string, args: readonly Arg[]): Feed {
  const options = readOptions(args, COMPILER_VALUED);
  for (const source of options.operands) readPath(trial, source, program);
  writePath(trial, options.value("o") ?? exactArg("./a.out"), program);
  return UNKNOWN_FEED;
}

const COMPILER_VALUED = names("o I L l D x std");

/** Records a session; `-c` says what is run in it. */
export function scriptRule(trial: Trial, program: string, args: readonly Arg[], feed: Feed): Feed {
  const options = readOptions(args, SCRIPT_VALUED);
  trial.reach.read = false;
  const log = options.operands[0];
  if (log !== undefined) writePath(trial, log, program);
  const command = options.value("c", "command");
  return command === undefined ? UNKNOWN_FEED : trial.script(command.text, feed);
}

const SCRIPT_VALUED = names("c command E echo I log-in O log-out B log-io T log-timing m o t");

/** Line editors take `!command` from whatever is fed to them. */
export function editorRule(trial: Trial, program: string, args: readonly Arg[], feed: Feed): Feed {
  for (const arg of args) if (!arg.text.startsWith("-")) writePath(trial, arg, program);
  if (feed.type !== "none" && !(feed.type === "text" && !/!/.test(feed.text)))
    ask(trial, "feeds-interpreter", `${program} may run commands that are fed to it`);
  return UNKNOWN_FEED;
}

export function unseal(trial: Trial): Feed {
  trial.scope.sealed = false;
  return NO_FEED;
}

export function pgrepRule(trial: Trial, program: string, args: readonly Arg[], _feed: Feed): Feed {
  seeksWatchers(trial, program, args.map((arg) => arg.text).join(" "));
  return UNKNOWN_FEED;
}

/** Without a command and with nothing to read, su has nothing to do. */
export function suRule(trial: Trial, program: string, args: readonly Arg[], feed: Feed): Feed {
  trial.reach.read = false;
  const options = readOptions(args, SU_VALUED);
  const command = options.value("c", "command", "session-command");
  if (command === undefined && feed.type === "none" && options.operands.length < 3) return UNKNOWN_FEED;
  ask(trial, "privilege", `${program} runs with another user's rights`, program);
  return command === undefined ? UNKNOWN_FEED : trial.script(command.text, feed);
}

export function watchRule(trial: Trial, _program: string, args: readonly Arg[], feed: Feed): Feed {
  const command = args.slice(endOfOptions(args, WATCH_VALUED));
  return trial.script(command.map((arg) => arg.text).join(" "), feed);
}

export function initRule(trial: Trial, program: string, args: readonly Arg[]): Feed {
  if (/^[06]$/.test(args[0]?.text ?? ""))
    deny(trial, "catastrophe", `${program} ${args[0]?.text} shuts the machine down`);
  else ask(trial, "system", `${program} changes the run level`, program);
  return NO_FEED;
}

export function shutsDown(trial: Trial, program: string, line: string): Feed {
  if (/(^| )(-c|--cancel|--help|--version|-k|--wtmp-only|-w)( |$)/.test(line))
    ask(trial, "system", `${program} ${line} touches a planned shutdown`, program);
  else deny(trial, "catastrophe", `${program} shuts the machine down`);
  return NO_FEED;
}
