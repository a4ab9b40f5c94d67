// git: free as long as nothing that exists only here can be lost and nothing is run on the side.

import { type Feed, UNKNOWN_FEED } from "./findings.ts";
import { endOfOptions } from "./judge-find.ts";
import { names, readOptions } from "./options.ts";
import { placeOf } from "./paths.ts";
import type { Arg } from "./scope.ts";
import { ask, pathOf, readPath, readTree, shown, type Trial, writePath } from "./trial.ts";

const GLOBAL_VALUED = names("C c git-dir work-tree namespace exec-path super-prefix config-env");
const OUTPUT_VALUED = names("output");
const RUNS_ON_THE_SIDE =
  /(core\.(pager|editor|sshcommand|fsmonitor|hookspath|askpass|gitproxy)|alias\.\S+[= ]\s*['"]?!|credential\.\S*helper|diff\.\S*(external|textconv|command)|filter\.\S*(clean|smudge|process)|merge\.\S*driver|gpg\.\S*program|sequence\.editor|uploadpack\.\S*hook|protocol\.ext|pager\.\w+|remote\.\S*(uploadpack|receivepack|proxy)|url\.\S*insteadof|ext::|http\.\S*sslverify[= ]\s*false)/i;
const READS = names(
  "status log diff show blame branch tag remote config rev-parse rev-list describe ls-files ls-tree ls-remote cat-file grep shortlog reflog stash whatchanged name-rev for-each-ref show-ref show-branch merge-base cherry count-objects fsck help version var check-ignore check-attr archive bisect annotate range-diff diff-tree diff-index diff-files verify-commit verify-tag bugreport worktree submodule notes column interpret-trailers get-tar-commit-id patch-id verify-pack --version --help",
);

/** What loses work or history, by subcommand; tested against everything after it. */
const LOSSES: readonly (readonly [string, RegExp, string])[] = [
  ["reset", /(^| )(--hard|--merge|--keep)( |$)/, "throws away changes"],
  ["clean", /(^| )(-[a-zA-Z]*[fdxX]|--force)/, "deletes untracked files"],
  ["checkout", /(^| )(--|-f|--force|\.|:\/)( |$)|(^| )--(ours|theirs)/, "throws away changes"],
  ["restore", /^(?!.*(-p|--patch)\b)./, "throws away changes"],
  ["switch", /(^| )(-f|--force|--discard-changes|-C|--force-create)( |$)/, "throws away changes"],
  ["branch", /(^| )(-[a-zA-Z]*[DMC]|--delete --force|--force|-f)( |$)/, "deletes or moves a branch for good"],
  ["stash", /^(drop|clear)/, "deletes stashed work"],
  [
    "push",
    /(^| )(-f|--force|--force-with-lease\S*|--mirror|--delete|-d|--prune|--all --force)( |$)|(^| )\+\S|(^| ):\S/,
    "rewrites or deletes history on the server",
  ],
  ["rebase", /(^| )(--root)( |$)/, "rewrites all history"],
  ["filter-branch", /^/, "rewrites history"],
  ["filter-repo", /^/, "rewrites history"],
  ["gc", /--prune=(now|all)|--aggressive.*--prune/, "deletes unreachable history"],
  ["prune", /^(?!.*(-n|--dry-run))/, "deletes unreachable history"],
  ["reflog", /^(expire|delete)/, "deletes the record of past states"],
  ["update-ref", /(^| )(-d|--delete)/, "deletes a reference"],
  ["tag", /(^| )(-d|--delete|-f|--force)( |$)/, "deletes or moves a tag"],
  ["rm", /(^| )(-r|-[a-z]*r[a-z]*|\*\S*|\.)( |$)/, "deletes files"],
  ["worktree", /^(remove|prune)/, "deletes a work tree"],
  ["submodule", /^(deinit|foreach)/, "deletes or runs things in submodules"],
  ["remote", /^(remove|rm|set-url|prune)/, "changes where history goes"],
  ["bisect", /^run/, "runs a command"],
];

/** git can be made to show or keep any file; names of branches and of the project's own files are no matter. */
function readsElsewhere(trial: Trial, program: string, global: readonly Arg[], rest: readonly Arg[]): void {
  const read = rest[0]?.text === "grep" && rest.some((arg) => arg.text === "--no-index") ? readTree : readPath;
  // Each is meant from where the one before leads.
  const dir = readOptions(global, GLOBAL_VALUED)
    .values("C", "work-tree")
    .reduce<Arg | undefined>((from, to) => within(from, to), undefined);
  if (dir !== undefined) read(trial, dir, program);
  for (const arg of rest.slice(1)) {
    if (!/^[/~]|\.\./.test(arg.text) && (dir === undefined || arg.text.startsWith("-"))) continue;
    const meant = within(dir, arg);
    const path = pathOf(trial, meant);
    if (path !== undefined && placeOf(path, trial.places) !== "workspace") read(trial, meant, program);
  }
}

function within(dir: Arg | undefined, arg: Arg): Arg {
  return dir === undefined || arg.text.startsWith("/") ? arg : { ...arg, text: `${dir.text}/${arg.text}` };
}

export function gitRule(trial: Trial, program: string, args: readonly Arg[]): Feed {
  const start = endOfOptions(args, GLOBAL_VALUED);
  const sub = args[start]?.text ?? "";
  const rest = args.slice(start + 1);
  const line = rest.map((arg) => arg.text).join(" ");
  const whole = args.map((arg) => arg.text).join(" ");
  if (!READS.has(sub)) trial.reach.read = false;
  if (/(^| )(-h|--help)( |$)/.test(line)) return UNKNOWN_FEED;
  readsElsewhere(trial, program, args.slice(0, start), args.slice(start));
  const address = sub === "push" ? rest.find((arg) => /^\w+:\/\/|^[\w.-]+@[\w.-]+:/.test(arg.text)) : undefined;
  if (address !== undefined)
    ask(trial, "network-send", `${program} push sends the work to ${shown(address)}`, shown(address));
  const output = readOptions(rest, OUTPUT_VALUED).value("output");
  if (output !== undefined) writePath(trial, output, program);
  for (const [name, when, why] of LOSSES) {
    if (sub !== name || !when.test(line)) continue;
    if (sub === "restore" && /--staged|-S\b/.test(line) && !/--worktree|-W\b/.test(line)) continue;
    if (sub === "checkout" && /^(-b|-B|--orphan)/.test(line)) continue;
    if (sub === "clean" && /(^| )(-[a-z]*n|--dry-run)/.test(line)) continue;
    ask(trial, "history-loss", `${program} ${sub} ${why}`, `${program} ${sub}`);
    break;
  }
  if (RUNS_ON_THE_SIDE.test(whole) && (sub === "config" || start > 0 || sub === "clone" || sub === "fetch"))
    ask(trial, "hidden-load", `${program} is set up to run something on the side`, whole);
  if (
    /(^| )(-x|--exec|--upload-pack|--receive-pack|--ext-diff|--open-files-in-pager|-O\S*)[= ]/.test(line) &&
    /^(rebase|clone|fetch|pull|push|ls-remote|grep|archive)$/.test(sub)
  )
    if (/(^| )(-x|--exec|--upload-pack|--receive-pack|--open-files-in-pager)[= ]/.test(line))
      ask(trial, "inline-code", `${program} ${sub} is told to run a command`, whole);
  if (sub === "config" && !/(--get|--list|-l\b|--show)/.test(line) && /\s\S+\s+\S/.test(` ${line}`))
    trial.reach.read = false;
  if (
    /^(branch|tag|remote|stash|config|bisect|worktree|submodule|notes|archive)$/.test(sub) &&
    /(^| )[^-\s]/.test(line)
  )
    trial.reach.read = false;
  // Bare it puts the work tree away.
  if (sub === "bugreport" || (sub === "stash" && !/^(list|show)\b/.test(line))) trial.reach.read = false;
  if (sub === "clone" || sub === "init") targetDirectory(trial, program, sub, rest);
  return sub === "ls-files" || sub === "grep" || (sub === "diff" && line.includes("--name-only"))
    ? { type: "listing", roots: ["."] }
    : UNKNOWN_FEED;
}

function targetDirectory(trial: Trial, program: string, sub: string, rest: readonly Arg[]): void {
  const operands = rest.filter((arg) => !arg.text.startsWith("-"));
  const target = sub === "clone" ? (operands.length > 1 ? operands.at(-1) : undefined) : operands[0];
  if (target !== undefined && pathOf(trial, target) !== undefined) writePath(trial, target, program);
}
