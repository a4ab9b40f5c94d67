// Builtins and small tools whose arguments mean something of their own.

import { inspectCode } from "./code.ts";
import { type Feed, NO_FEED, UNKNOWN_FEED } from "./findings.ts";
import { loadsCode, runsFile } from "./judge-run.ts";
import { names, readOptions } from "./options.ts";
import { isTemporary, placeOf, resolvePath } from "./paths.ts";
import { printed } from "./printed.ts";
import { PRODUCERS } from "./programs.data.ts";
import { type Arg, BARE, exactArg, hasHole } from "./scope.ts";
import { ask, deny, pathOf, readPath, shown, type Trial, writePath } from "./trial.ts";

const SPLIT_VALUED = names("filter a b C l n t d additional-suffix bytes lines number separator suffix-length");
const AWK_VALUED = names("F field-separator v assign f file e source i include l load E exec");
const SED_VALUED = names("e expression f file l line-length E-none");
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

const GREP_VALUED = names(
  "e regexp f file A B C m max-count after-context before-context context include exclude exclude-dir color colour d D label g glob t type T",
);
const SEEKS = /passw|passwd|secret|credential|api.?key|private.?key|token|BEGIN (RSA|OPENSSH|DSA|EC)/i;

/** Products that watch a machine; looking for them comes before switching them off. */
const WATCHERS =
  /falcon|crowdstrike|carbon.?black|cbdaemon|CbDefense|osqueryd|wazuh|sentinel(one|d)|auditbeat|filebeat|packetbeat|nessusd|santad|little.?snitch|tanium|cylance|sophos|mdatp|clamd|ossec|snort|falco\b|td-agent|eset|mcafee|symantec|splunk|rapid7|cbagentd|bareos|icinga|trendmicro|ds_agent|kaspersky|xagt/i;

export function seeksWatchers(trial: Trial, program: string, text: string): void {
  if (WATCHERS.test(text)) ask(trial, "scan", `${program} looks for security software`, "security software");
}

export function grepRule(trial: Trial, program: string, args: readonly Arg[], feed: Feed): Feed {
  const options = readOptions(args, GREP_VALUED);
  seeksWatchers(
    trial,
    program,
    [...options.values("e", "regexp"), ...options.operands.slice(0, 1)].map((arg) => arg.text).join(" "),
  );
  const patterns = options.values("e", "regexp");
  const files = patterns.length > 0 || options.has("f", "file") ? options.operands : options.operands.slice(1);
  const pattern = patterns[0] ?? options.operands[0];
  for (const file of files) readPath(trial, file, program);
  const recursive = options.has("r", "R", "recursive", "dereference-recursive") || program === "rg";
  if (recursive && pattern !== undefined && SEEKS.test(pattern.text)) {
    const roots = files.map((file) => pathOf(trial, file)).filter((path) => path !== undefined);
    if (roots.some((path) => placeOf(path, trial.places) !== "workspace"))
      ask(trial, "secret-read", `${program} looks for credentials outside the workspace`, shown(pattern));
  }
  if (options.has("l", "L", "files-with-matches", "files-without-match"))
    return { type: "listing", roots: files.length === 0 ? ["."] : files.map((file) => file.text) };
  return files.length === 0 && !recursive ? (feed.type === "text" ? UNKNOWN_FEED : feed) : UNKNOWN_FEED;
}

export function sedRule(trial: Trial, program: string, args: readonly Arg[], feed: Feed): Feed {
  const options = readOptions(args, SED_VALUED);
  const scripts = options.values("e", "expression");
  const fromFile = options.has("f", "file");
  const code = scripts.length > 0 ? scripts : fromFile ? [] : options.operands.slice(0, 1);
  const files = scripts.length > 0 || fromFile ? options.operands : options.operands.slice(1);
  for (const each of code) {
    const why = inspectCode("sed", each.text);
    if (why !== undefined) ask(trial, "inline-code", `${program} ${why}`);
  }
  const inPlace = options.has("i", "in-place") || args.some((arg) => /^-[nErsuz]*i|^--in-place/.test(arg.text));
  for (const file of files) {
    if (inPlace && file.text !== "") writePath(trial, file, program);
    else readPath(trial, file, program);
  }
  return files.length === 0 && (feed.type === "download" || feed.type === "decoded") ? feed : UNKNOWN_FEED;
}

export function awkRule(trial: Trial, program: string, args: readonly Arg[], feed: Feed): Feed {
  const options = readOptions(args, AWK_VALUED);
  const script = options.value("f", "file", "E", "exec");
  if (script !== undefined) runsFile(trial, program, script);
  const code = [...options.values("e", "source"), ...(script === undefined ? options.operands.slice(0, 1) : [])];
  for (const each of code) {
    const why = inspectCode("awk", each.text);
    if (why !== undefined) ask(trial, "inline-code", `${program} ${why}`);
    for (const found of each.text.matchAll(/>>?\s{0,4}"([^"]{1,400})"/g)) {
      writePath(trial, exactArg(found[1] ?? ""), program);
    }
  }
  const files = script === undefined ? options.operands.slice(1) : options.operands;
  for (const file of files) if (!/^\w+=/.test(file.text)) readPath(trial, file, program);
  return files.length === 0 && (feed.type === "download" || feed.type === "decoded") ? feed : UNKNOWN_FEED;
}

/** Archivers and converters: one operand or all of them are written. */
export function producerRule(trial: Trial, program: string, args: readonly Arg[]): void {
  trial.reach.read = false;
  const how = PRODUCERS.get(program)?.source;
  const operands = args.filter((arg) => !arg.text.startsWith("-"));
  const toStdout = args.some((arg) => /^-[a-z]*[cltk]*c|^--stdout|^--to-stdout|^-[a-z]*[lt]\b/.test(arg.text));
  const written =
    how === "first"
      ? operands.slice(0, 1)
      : how === "second"
        ? operands.slice(1, 2)
        : how === "last"
          ? operands.slice(-1)
          : how === "inplace" && !toStdout
            ? operands
            : [];
  const locks =
    /^(7z\w*|zip|rar)$/.test(program) &&
    args.some((arg) => /^(-p\S*|-P|-e|--encrypt|--password\S*|-hp\S*)$/.test(arg.text));
  if (locks && operands.some((arg) => isForeign(trial, arg)))
    ask(trial, "write-outside", `${program} locks files from outside the workspace away behind a password`, program);
  const lists = how === "second" && /^[ltv]/.test(operands[0]?.text ?? "");
  for (const arg of operands) {
    if (written.includes(arg) && !lists && arg.text.includes("/")) writePath(trial, arg, program);
    else readPath(trial, arg, program);
  }
  outputOptions(trial, program, args);
}

function isForeign(trial: Trial, arg: Arg): boolean {
  const path = pathOf(trial, arg);
  return path !== undefined && placeOf(path, trial.places) !== "workspace";
}

/** Directories that exist on real machines; `/a` in the arguments of a stranger is more often a pattern than a path. */
const KNOWN_TOP =
  /^\/(bin|boot|dev|etc|home|lib\w*|media|mnt|opt|proc|root|run|s?bin|srv|sys|tmp|usr|var|Users|Library|System|Applications|Volumes|private)(\/|$)/;

/** Nothing is known about this program: paths outside the workspace are not for it to have. */
export function strangerRule(trial: Trial, program: string, args: readonly Arg[]): void {
  outputOptions(trial, program, args);
  for (const arg of args) {
    const value = /^--?[\w-]+=(.+)$/s.exec(arg.text)?.[1] ?? arg.text;
    if (!KNOWN_TOP.test(value)) {
      if (value.includes("/")) readPath(trial, { ...arg, text: value }, program);
      continue;
    }
    const path = pathOf(trial, { ...arg, text: value });
    if (path === undefined) continue;
    const place = placeOf(path, trial.places);
    if (place === "control" || place === "credential" || place === "secret")
      readPath(trial, { ...arg, text: value }, program);
    else if (place === "startup" || isTemporary(path)) writePath(trial, { ...arg, text: value }, program);
    else if (place === "disk") ask(trial, "system", `${program} is given the device ${path}`, `${program} ${path}`);
  }
}

const OUTPUT = names(
  "o output out outfile O output-file output-dir outdir output-directory dest destination target-dir save-to log-file logfile d directory destdir",
);

function outputOptions(trial: Trial, program: string, args: readonly Arg[]): void {
  args.forEach((arg, index) => {
    const found = /^--?([\w-]+)(?:=(.*))?$/s.exec(arg.text);
    if (found === null || !OUTPUT.has(found[1] ?? "")) return;
    const value = found[2] === undefined ? args[index + 1] : { ...arg, text: found[2] };
    if (value !== undefined && /^[/.]/.test(value.text) && !hasHole(value.text)) writePath(trial, value, program);
  });
}

/** `--filter` runs shell text for every piece, with the piece's name in $FILE. */
export function splitRule(trial: Trial, program: string, args: readonly Arg[]): Feed {
  const options = readOptions(args, SPLIT_VALUED);
  const filter = options.value("filter");
  trial.scope.variables.set("FILE", { text: BARE, exact: false, glob: false, dynamic: false });
  if (filter !== undefined) trial.script(filter.text, UNKNOWN_FEED);
  const [source, prefix] = options.operands;
  if (source !== undefined) readPath(trial, source, program);
  if (prefix !== undefined) writePath(trial, prefix, program);
  trial.reach.read = false;
  return NO_FEED;
}

/** A fresh file is nobody's, wherever it is made. */
export function mktempRule(trial: Trial, program: string, args: readonly Arg[], feed: Feed): Feed {
  trial.reach.read = false;
  return printed(trial, program, args, feed) ?? UNKNOWN_FEED;
}
