// grep, sed, awk and split: they read, until an option or their own little language says otherwise.

import { inspectCode } from "./code.ts";
import { actsOf } from "./code-acts.ts";
import { type Feed, NO_FEED, UNKNOWN_FEED } from "./findings.ts";
import { runsFile } from "./judge-run.ts";
import { names, readOptions } from "./options.ts";
import { placeOf } from "./paths.ts";
import { type Arg, BARE, exactArg } from "./scope.ts";
import { ask, pathOf, readPath, readTree, shown, type Trial, writePath } from "./trial.ts";

const SPLIT_VALUED = names("filter a b C l n t d additional-suffix bytes lines number separator suffix-length");

const AWK_VALUED = names("F field-separator v assign f file e source i include l load E exec");

const SED_VALUED = names("e expression f file l line-length E-none");

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
  const recursive = options.has("r", "R", "recursive", "dereference-recursive") || program === "rg";
  for (const file of options.values("f", "file")) readPath(trial, file, program);
  const listed = options.has("l", "files-with-matches", "c", "count", "q", "quiet");
  for (const file of files) (recursive && !listed ? readTree : readPath)(trial, file, program);
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
    for (const command of actsOf("other", each.text).commands) trial.script(command, NO_FEED);
    for (const found of each.text.matchAll(/>>?\s{0,4}"([^"]{1,400})"/g)) {
      writePath(trial, exactArg(found[1] ?? ""), program);
    }
  }
  const files = script === undefined ? options.operands.slice(1) : options.operands;
  for (const file of files) if (!/^\w+=/.test(file.text)) readPath(trial, file, program);
  return files.length === 0 && (feed.type === "download" || feed.type === "decoded") ? feed : UNKNOWN_FEED;
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
