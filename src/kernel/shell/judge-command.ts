// One simple command after expansion: which rule it falls under, and what it prints for the next one.

import { inspectCode } from "./code.ts";
import { type Feed, NO_FEED, UNKNOWN_FEED } from "./findings.ts";
import { RUNS_SCRIPT, SHELLS, WRAPPERS } from "./interpreters.data.ts";
import {
  aliasRule,
  cdRule,
  ddRule,
  declareRule,
  killRule,
  makesFileSystem,
  setRule,
  shiftRule,
  sourceRule,
  trapRule,
  unsetRule,
} from "./judge-builtins.ts";
import { archives, copies, deletes, links, moves, permissions, writes } from "./judge-files.ts";
import { findRule, xargsRule } from "./judge-find.ts";
import { gitRule } from "./judge-git.ts";
import { curlRule, reachesOut, remoteCopyRule, remoteShellRule, wgetRule } from "./judge-network.ts";
import {
  evalRule,
  interpreterRule,
  isInterpreter,
  readBuiltin,
  runsFile,
  shellRule,
  wrapperRule,
} from "./judge-run.ts";
import { mktempRule, producerRule, readerRule, strangerRule } from "./judge-strangers.ts";
import { awkRule, grepRule, sedRule, splitRule } from "./judge-text.ts";
import {
  compiles,
  editorRule,
  initRule,
  pgrepRule,
  scriptRule,
  shutsDown,
  suRule,
  unseal,
  watchRule,
} from "./judge-tools.ts";
import { names } from "./options.ts";
import { placeOf } from "./paths.ts";
import { printed } from "./printed.ts";
import {
  ARCHIVERS,
  COPIERS,
  DECODERS,
  DELETERS,
  FILTERS,
  KEEPS_NAMES,
  LOOKS,
  MOVERS,
  OWNERS,
  PRODUCERS,
  PROJECT_RUNNERS,
  READERS,
  SHUTDOWN,
  SQL_CLIENTS,
  SYSTEM_PROGRAMS,
  WRITERS,
} from "./programs.data.ts";
import { type Arg, assign, BARE, hasHole } from "./scope.ts";
import { SYSTEM_ROWS } from "./system.data.ts";
import { ask, deny, pathOf, shown, type Trial } from "./trial.ts";

const NAMES_HOSTS = names("dig nslookup host ping ping6 traceroute tracepath mtr whois getent");

export function judgeCommand(trial: Trial, args: readonly Arg[], feed: Feed): Feed {
  const head = args[0];
  if (head === undefined) return NO_FEED;
  const rest = args.slice(1);
  if (hasHole(head.text) || head.glob) {
    ask(trial, "unresolved", `which program runs is only known when it runs: ${shown(head)}`);
    return UNKNOWN_FEED;
  }
  if (head.text === "") return NO_FEED;
  const alias = trial.scope.aliases.get(head.text);
  if (alias !== undefined) return trial.alias(head.text, alias, rest, feed);
  const body = trial.scope.functions.get(head.text);
  if (body !== undefined) return trial.call(head.text, body, rest, feed);
  const program = programName(trial, head);
  return program === undefined ? UNKNOWN_FEED : dispatch(trial, program, rest, feed);
}

/** The name facts are kept under, or undefined when running the file was already reported. */
function programName(trial: Trial, head: Arg): string | undefined {
  if (!head.text.includes("/")) return head.text;
  const path = pathOf(trial, head);
  const last = head.text.slice(head.text.lastIndexOf("/") + 1);
  if (path === undefined || SYSTEM_PROGRAMS.test(path)) return last;
  if (placeOf(path, trial.places) === "workspace" && (PROJECT_RUNNERS.test(path) || SYSTEM_ROWS.has(last))) {
    trial.reach.read = false;
    return last;
  }
  runsFile(trial, "the shell", head);
  return undefined;
}

function dispatch(trial: Trial, program: string, args: readonly Arg[], feed: Feed): Feed {
  const line = args.map((arg) => arg.text).join(" ");
  const lone = args.length === 1 ? args[0]?.text : undefined;
  if (lone === "--help" || lone === "--version") return UNKNOWN_FEED;
  const special = SPECIAL.get(program);
  if (special !== undefined) return special(trial, program, args, feed);
  const wrapper = WRAPPERS.get(program);
  if (wrapper !== undefined) return wrapperRule(trial, program, args, feed, wrapper);
  if (SHELLS.has(program)) return shellRule(trial, program, args, feed);
  if (DELETERS.has(program)) return deletes(trial, program, args, feed);
  if (COPIERS.has(program)) return copies(trial, program, args, feed);
  if (MOVERS.has(program)) return moves(trial, program, args, feed);
  if (WRITERS.has(program)) return writes(trial, program, args, feed);
  if (OWNERS.has(program)) return permissions(trial, program, args, feed);
  if (ARCHIVERS.has(program)) return archives(trial, program, args, feed);
  if (SHUTDOWN.has(program)) return shutsDown(trial, program, line);
  if (/^(mkfs|newfs|mke2fs|mkdosfs)/.test(program)) return makesFileSystem(trial, program, args);
  if (ERASES_DISK.get(program)?.test(line) === true && args.some((arg) => isDisk(trial, arg)))
    deny(trial, "catastrophe", `${program} would erase a disk: ${shown({ text: line })}`);
  if (!(feed.type === "none" && WAITS_FOR_INPUT.get(program)?.test(line) === true)) tableRules(trial, program, line);
  const interpreter = isInterpreter(program);
  if (interpreter !== undefined) return interpreterRule(trial, program, args, feed, interpreter);
  if (RUNS_SCRIPT.get(program)?.test(line) === true)
    ask(trial, "runs-script", `${program} runs code from a file: ${shown({ text: line })}`, `${program} ${line}`);
  if (SQL_CLIENTS.has(program)) databaseRule(trial, program, line, feed);
  if (PRODUCERS.has(program)) producerRule(trial, program, args);
  else if (READERS.has(program)) readerRule(trial, program, args, line);
  else strangerRule(trial, program, args);
  if (!READERS.has(program) && LOOKS.get(program)?.test(line) !== true) trial.reach.read = false;
  if (NAMES_HOSTS.has(program)) reachesOut(trial, program, args);
  return outputOf(trial, program, args, line, feed);
}

/** By which words they take away what is on a disk. */
const ERASES_DISK: ReadonlyMap<string, RegExp> = new Map([
  ["wipefs", /(^| )(-\w*a\w*|--all|-o|--offset)( |=|$)/],
  ["blkdiscard", /./],
  ["mkswap", /./],
  ["parted", /\b(mklabel|mktable|mkpart|rm|resizepart)\b/],
  ["sgdisk", /(^| )(-Z|-o|-d|--zap|--zap-all|--clear|--delete)/],
  ["sfdisk", /--delete|--wipe/],
  ["cryptsetup", /\b(luksFormat|erase|reencrypt)\b/],
  ["badblocks", /(^| )-\w*w/],
]);

function isDisk(trial: Trial, arg: Arg): boolean {
  const path = arg.text.startsWith("/dev/") ? pathOf(trial, arg) : undefined;
  return path !== undefined && placeOf(path, trial.places) === "disk";
}

type Rule = (trial: Trial, program: string, args: readonly Arg[], feed: Feed) => Feed;

const SPECIAL: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ["find", findRule],
  ["gfind", findRule],
  ["xargs", xargsRule],
  ["gxargs", xargsRule],
  ["parallel", xargsRule],
  ["git", gitRule],
  ["curl", curlRule],
  ["wget", (trial, program, args) => wgetRule(trial, program, args)],
  ["scp", remoteCopyRule],
  ["sftp", remoteCopyRule],
  ["rsync", remoteCopyRule],
  ["ssh", remoteShellRule],
  ["mosh", remoteShellRule],
  ["autossh", remoteShellRule],
  ["eval", (trial, _program, args) => evalRule(trial, args)],
  ["source", (trial, program, args) => sourceRule(trial, program, args)],
  [".", (trial, program, args) => sourceRule(trial, program, args)],
  ["read", (trial, _program, args, feed) => readBuiltin(trial, args, feed)],
  ["cd", (trial, _program, args) => cdRule(trial, args)],
  ["pushd", (trial, _program, args) => cdRule(trial, args)],
  ["chdir", (trial, _program, args) => cdRule(trial, args)],
  ["ln", links],
  ["dd", ddRule],
  ["sed", sedRule],
  ["gsed", sedRule],
  ["awk", awkRule],
  ["gawk", awkRule],
  ["mawk", awkRule],
  ["nawk", awkRule],
  ["kill", (trial, program, args) => killRule(trial, program, args)],
  ["alias", (trial, _program, args) => aliasRule(trial, args)],
  ["trap", (trial, _program, args) => trapRule(trial, args)],
  ["export", (trial, _program, args) => declareRule(trial, args)],
  ["declare", (trial, _program, args) => declareRule(trial, args)],
  ["typeset", (trial, _program, args) => declareRule(trial, args)],
  ["local", (trial, _program, args) => declareRule(trial, args)],
  ["readonly", (trial, _program, args) => declareRule(trial, args)],
  ["unset", (trial, _program, args) => unsetRule(trial, args)],
  ["set", (trial, _program, args) => setRule(trial, args)],
  ["shift", (trial, _program, args) => shiftRule(trial, args)],
  ["mktemp", mktempRule],
  ["split", splitRule],
  ["pgrep", (trial, program, args, feed) => pgrepRule(trial, program, args, feed)],
  ["su", (trial, program, args, feed) => suRule(trial, program, args, feed)],
  ["gcc", compiles],
  ["g++", compiles],
  ["cc", compiles],
  ["c++", compiles],
  ["clang", compiles],
  ["clang++", compiles],
  ["script", scriptRule],
  ["ed", editorRule],
  ["ex", editorRule],
  ["mapfile", unseal],
  ["readarray", unseal],
  ["getopts", unseal],
  ["grep", grepRule],
  ["egrep", grepRule],
  ["fgrep", grepRule],
  ["rg", grepRule],
  ["watch", (trial, program, args, feed) => watchRule(trial, program, args, feed)],
  ["init", (trial, program, args) => initRule(trial, program, args)],
  ["telinit", (trial, program, args) => initRule(trial, program, args)],
]);

/** With nothing to read and nobody to ask, these do nothing. */
const WAITS_FOR_INPUT: ReadonlyMap<string, RegExp> = new Map([
  ["crontab", /^(-e|-u \S+ -e)?$/],
  ["at", /^[^-]/],
  ["batch", /^$/],
  ["mail", /^(?!.*(-a|--attach))/],
  ["mailx", /^(?!.*(-a|--attach))/],
  ["mutt", /^(?!.*(-a|-i|-H) )/],
]);

const POWER = /(^| )(poweroff|reboot|halt|kexec|soft-reboot)( |$)/;

function tableRules(trial: Trial, program: string, line: string): void {
  if (/^(systemctl|loginctl)$/.test(program) && POWER.test(line))
    deny(trial, "catastrophe", `${program} shuts the machine down`);
  for (const row of SYSTEM_ROWS.get(program) ?? []) {
    if (row.when !== undefined && !row.when.test(line)) continue;
    if (row.unless?.test(line) === true || /(^| )(--help|--version)$/.test(line)) continue;
    ask(trial, row.kind, `${program} ${row.why}`, `${program} ${line.split(" ", 2).join(" ")}`.trim());
    return;
  }
}

function databaseRule(trial: Trial, program: string, line: string, feed: Feed): void {
  const text = feed.type === "text" ? `${line} ${feed.text}` : line;
  const why = inspectCode("sql", text);
  if (why !== undefined) ask(trial, "database", `${program} ${why}`);
  for (const found of text.matchAll(TO_SHELL)) {
    ask(trial, "inline-code", `${program} hands a line to the shell`);
    trial.script(found[1] ?? "", NO_FEED);
  }
}

/** Words by which database clients run a command. */
const TO_SHELL = /(?:^|[\s;])(?:\\!|\.(?:shell|system)\s|system\s(?=\s*(?:\/|\w+\s+[-/~.])))\s*([^\n]{1,2000})/g;

/** What the next command in a pipe gets to see. */
function outputOf(trial: Trial, program: string, args: readonly Arg[], line: string, feed: Feed): Feed {
  if (program === "printf" && args[0]?.text === "-v")
    assign(trial.scope, args[1]?.text ?? "", { text: BARE, exact: false, glob: false, dynamic: true }, false);
  const decoder = DECODERS.get(program);
  if (DECODERS.has(program) && (decoder === undefined || decoder.test(line))) return { type: "decoded" };
  const constant = printed(trial, program, args, feed);
  if (constant !== undefined) return constant;
  if (/^(ls|dir|exa|eza|tree|fd|fdfind|locate|git)$/.test(program)) {
    const roots = args.filter((arg) => !arg.text.startsWith("-")).map((arg) => arg.text);
    return { type: "listing", roots: roots.length === 0 ? ["."] : roots };
  }
  if (!FILTERS.has(program)) return UNKNOWN_FEED;
  if (feed.type === "download" || feed.type === "decoded") return feed;
  return feed.type === "listing" && KEEPS_NAMES.has(program) ? feed : UNKNOWN_FEED;
}
