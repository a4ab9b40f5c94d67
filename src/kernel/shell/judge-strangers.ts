// Programs about which little or nothing is known: judged by the paths they are given.

import { type Feed, UNKNOWN_FEED } from "./findings.ts";
import { names, readOptions } from "./options.ts";
import { isTemporary, placeOf } from "./paths.ts";
import { printed } from "./printed.ts";
import { PRODUCERS, READERS_CHANGE, READERS_OUTPUT, type ReaderOutput } from "./programs.data.ts";
import { type Arg, hasHole } from "./scope.ts";
import { ask, pathOf, readPath, readTree, type Trial, writePath } from "./trial.ts";

/** Programs that look: every argument is read, but for the file some of them can be told to write. */
export function readerRule(trial: Trial, program: string, args: readonly Arg[], line: string): void {
  if (READERS_CHANGE.get(program)?.test(line) === true) trial.reach.read = false;
  const output = READERS_OUTPUT.get(program);
  const written = output === undefined ? [] : outputsOf(args, output);
  const read = filesRead(
    program,
    args.filter((arg) => !written.includes(arg)),
  );
  for (const arg of read) (arg.found && DUMPERS.has(program) ? readTree : readPath)(trial, arg, program);
  for (const arg of written) writePath(trial, arg, program);
}

/** Their words are words, unless they look like a path. */
const SPEAKERS = names("echo printf : true false sleep seq expr yes bc dc factor cowsay figlet toilet banner");
/** What they are given they print whole. */
const DUMPERS = names("cat tac head tail nl strings base64 base32 xxd od hexdump hd bat less more");
const IN_OPTION = /^(?:--?[\w-]+=|-\w+(?=[/~]|\.{1,2}\/|\.env))(.*)$/s;

/** What a reader may open: its operands, and what stands in an option behind `=` or right behind its letters, where that looks like a path. */
function filesRead(program: string, args: readonly Arg[]): readonly Arg[] {
  const end = args.findIndex((arg) => arg.text === "--");
  return args.flatMap((arg, at) => {
    const isOption = arg.text.startsWith("-") && (end < 0 || at <= end);
    const text = isOption ? IN_OPTION.exec(arg.text)?.[1] : arg.text;
    if (text === undefined || (SPEAKERS.has(program) && !text.includes("/"))) return [];
    return [text === arg.text ? arg : { ...arg, text }];
  });
}

function outputsOf(
  args: readonly Arg[],
  { options = new Set(), operand, valued = new Set() }: ReaderOutput,
): readonly Arg[] {
  const given = readOptions(args, new Set([...options, ...valued]));
  return [...given.values(...options), ...(operand === undefined ? [] : given.operands.slice(operand, operand + 1))];
}

const PACKERS = /^(zip|7z\w*|rar)$/;

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
    else (PACKERS.test(program) && !lists ? readTree : readPath)(trial, arg, program);
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

/** A fresh file is nobody's, wherever it is made. */
export function mktempRule(trial: Trial, program: string, args: readonly Arg[], feed: Feed): Feed {
  trial.reach.read = false;
  return printed(trial, program, args, feed) ?? UNKNOWN_FEED;
}
