// Commands that delete, move, copy, create or re-own files.

import { type Feed, NO_FEED } from "./findings.ts";
import { names, type Options, readOptions } from "./options.ts";
import { isTemporary, type Place, placeOf, resolvePath } from "./paths.ts";
import { type Arg, exactArg, HOLE } from "./scope.ts";
import {
  ask,
  coversRoot,
  deny,
  directoryOf,
  pathOf,
  readPath,
  readTree,
  shown,
  type Trial,
  writePath,
} from "./trial.ts";

const MODE_VALUED = names("reference from");
const RM_VALUED = names("n iterations s size");
export type FileRule = (trial: Trial, program: string, args: readonly Arg[], feed: Feed) => Feed;

const CP_VALUED = names("t target-directory S suffix Z context m mode o owner g group backup");
const TOUCH_VALUED = names("d date r reference t time A");
const TAR_VALUED = names(
  "f file C directory T files-from X exclude-from I use-compress-program g listed-incremental b exclude transform to-command checkpoint-action info-script new-volume-script rsh-command one-top-level strip-components",
);
const WRITE_VALUED = names("m mode p tmpdir s size r reference o d suffix");

/** rm, unlink, rmdir, shred, srm, trash. */
export const deletes: FileRule = (trial, program, args, feed) => {
  trial.reach.read = false;
  const options = readOptions(args, RM_VALUED);
  const recursive = options.has("r", "R", "recursive") && program !== "shred";
  // `rm -i` asks by itself, and with nobody to answer it deletes nothing.
  if (program === "rm" && options.has("i") && !options.has("f", "force") && feed.type === "none" && !trial.answered)
    return NO_FEED;
  for (const target of options.operands) {
    if (coversRoot(trial, target) && (recursive || target.glob || program === "rmdir")) {
      const path = pathOf(trial, target);
      if (path !== undefined) trial.touches.add(path);
      deny(trial, "catastrophe", `${program} would delete ${shown(target)}, a whole system or home`);
      continue;
    }
    deleteOne(trial, program, target, recursive);
  }
  if (options.has("no-preserve-root")) deny(trial, "catastrophe", `${program} is told not to spare the root`);
  return NO_FEED;
};

function deleteOne(trial: Trial, program: string, target: Arg, recursive: boolean): void {
  const what = `${program} ${shown(target)}`;
  const path = pathOf(trial, target);
  const place: Place | undefined = path === undefined ? undefined : placeOf(path, trial.places);
  if (path !== undefined) for (const seen of [trial.touches, trial.deleted]) seen.add(path);
  if (place === "control" || place === "credential")
    deny(trial, "guarded", `${program} deletes ${path}, which is guarded`);
  else if (place === "disk") deny(trial, "catastrophe", `${program} destroys the disk ${path}`);
  else if (recursive) ask(trial, "delete", `deletes recursively: ${what}`, `recursive ${placeName(place)}`);
  else if (program === "rmdir" && place !== "system" && place !== "root") return;
  else if (target.glob)
    ask(trial, "delete", `deletes whatever a wildcard or a list names: ${what}`, `wildcard ${placeName(place)}`);
  else if (path === undefined) ask(trial, "delete", `deletes something that is not known before it runs: ${what}`);
  else if (place !== "workspace" && place !== "stream")
    ask(trial, "delete", `deletes outside the workspace: ${path}`, path);
  else if (program === "shred" || program === "srm") ask(trial, "delete", `destroys beyond recovery: ${what}`, path);
}

function placeName(place: Place | undefined): string {
  return place ?? "unknown";
}

/** cp, install, ditto: sources are read, the destination is written. */
export const copies: FileRule = (trial, program, args) => {
  const { sources, target, options } = sourcesAndTarget(args);
  const whole = program !== "install" && options.has("r", "R", "a", "recursive", "archive");
  for (const source of sources) (whole ? readTree : readPath)(trial, source, program);
  if (program === "install" && options.has("d", "directory"))
    for (const each of options.operands) writePath(trial, each, program);
  else if (target !== undefined) writePath(trial, target, program);
  const mode = options.value("m", "mode");
  if (program === "install" && mode !== undefined && isWideMode(mode.text)) wideMode(trial, program, mode.text);
  return NO_FEED;
};

/** mv, rename targets: the source disappears from where it was. */
export const moves: FileRule = (trial, program, args) => {
  const { sources, target } = sourcesAndTarget(args);
  for (const source of sources) {
    if (coversRoot(trial, source))
      deny(trial, "catastrophe", `${program} would move ${shown(source)}, a whole system or home`);
    else if (!source.text.startsWith(HOLE)) writePath(trial, source, program);
  }
  if (target === undefined) return NO_FEED;
  if (/^\/dev\/(null|zero)$/.test(target.text))
    ask(trial, "delete", `${program} throws files away into ${target.text}`, target.text);
  else writePath(trial, target, program);
  return NO_FEED;
};

/** ln: the link itself is what is written, and a guarded thing must not get a second name. */
export const links: FileRule = (trial, program, args) => {
  trial.reach.read = false;
  const { sources, target, options } = sourcesAndTarget(args);
  const here = options.operands.length === 1 && options.value("t", "target-directory") === undefined;
  for (const source of here ? options.operands : sources) readPath(trial, source, program);
  if (here) writePath(trial, exactArg("./link"), program);
  else if (target !== undefined) writePath(trial, target, program);
  for (const source of here ? options.operands : sources) noteLink(trial, source, here ? exactArg(".") : target);
  return NO_FEED;
};

/** Whether the target is the link or the folder it goes into is not known here, so both lead there. */
function noteLink(trial: Trial, source: Arg, target: Arg | undefined): void {
  const link = target === undefined ? undefined : pathOf(trial, target);
  if (link === undefined || source.text.includes(HOLE)) return;
  const leads = resolvePath(source.text, directoryOf(link));
  if (placeOf(leads, trial.places) === "workspace") return;
  const within = `${link}/${source.text.replace(/\/+$/, "").split("/").at(-1)}`;
  trial.scope.links.set(resolvePath(within, "/"), leads);
  if (link !== trial.scope.cwd && link !== trial.places.workspace) trial.scope.links.set(link, leads);
}

function sourcesAndTarget(args: readonly Arg[]): {
  sources: readonly Arg[];
  target: Arg | undefined;
  options: Options;
} {
  const options = readOptions(args, CP_VALUED);
  const into = options.value("t", "target-directory");
  if (into !== undefined) return { sources: options.operands, target: into, options };
  return { sources: options.operands.slice(0, -1), target: options.operands.at(-1), options };
}

/** touch, mkdir, tee, truncate, split: operands are written. */
export const writes: FileRule = (trial, program, args, feed) => {
  trial.reach.read = false;
  const options = readOptions(args, program === "touch" ? TOUCH_VALUED : WRITE_VALUED);
  const harmless = program === "mkdir" || program === "touch";
  for (const target of options.operands)
    if (!harmless || !isHarmlessTarget(trial, target)) writePath(trial, target, program);
  const emptied = program === "truncate" && /^(=?0|-\d)/.test(options.value("s", "size")?.text ?? "");
  if (emptied)
    ask(trial, "delete", "truncate empties or shortens files", `truncate ${options.operands.map(shown).join(" ")}`);
  return feed;
};

/** An empty file or directory among the user's own, or under a name nobody knows yet, costs nothing. */
function isHarmlessTarget(trial: Trial, target: Arg): boolean {
  const path = pathOf(trial, target);
  if (path === undefined || target.unset === true) return true;
  const place = placeOf(path, trial.places);
  return (place === "home" || place === "outside") && !isTemporary(path) && !/\/\./.test(path);
}

/** chmod, chown, chgrp, chattr, setfacl, chflags, xattr. */
export const permissions: FileRule = (trial, program, args) => {
  trial.reach.read = false;
  const options = readOptions(
    args.filter((arg) => !/^-[rwxstugoa]*[rwxst]+[,=+-]?/.test(arg.text) || /^-[Rvfch]+$/.test(arg.text)),
    MODE_VALUED,
  );
  const modeless = options.has("reference") || /^(setfacl|xattr)$/.test(program);
  const mode = modeless ? undefined : options.operands[0];
  const targets = modeless ? options.operands : options.operands.slice(1);
  const recursive = options.has("R", "recursive", "r");
  const wide = program !== "chmod" || mode === undefined || isWideMode(mode.text);
  for (const target of targets) {
    if (recursive && coversRoot(trial, target))
      deny(trial, "catastrophe", `${program} would change ${shown(target)}, a whole system or home`);
    else if (recursive || !isOwnFile(trial, target) || (wide && !OWNERSHIP.has(program)))
      writePath(trial, target, program);
    else trial.scope.written.add(pathOf(trial, target) ?? "");
  }
  if (program === "chmod" && mode !== undefined && isWideMode(mode.text)) wideMode(trial, program, mode.text);
  if (
    recursive &&
    (program === "chmod"
      ? wide || locksOwner((mode?.text ?? "").slice(0, LONGEST_MODE))
      : /^(root|0)\b/.test(mode?.text ?? ""))
  )
    ask(trial, "permissions", `${program} changes permissions or owners of a whole tree`, `${program} recursive`);
  else if (PROTECTION.has(program) && !options.has("l", "list", "p"))
    ask(trial, "permissions", `${program} changes what protects files`, program);
  return NO_FEED;
};

const OWNERSHIP = names("chown chgrp");
const PROTECTION = names("chattr chflags setfacl xattr");

/** A file of the user's own, away from where other users and the system keep things. */
function isOwnFile(trial: Trial, target: Arg): boolean {
  const path = pathOf(trial, target);
  if (path === undefined) return true;
  const place = placeOf(path, trial.places);
  return (
    place === "workspace" ||
    ((place === "home" || place === "outside") && !isTemporary(path) && !/^\/[^/]*$/.test(path))
  );
}

/** The owner may no longer read or write. */
function locksOwner(mode: string): boolean {
  return /^0?[0-3][0-7]{2}$/.test(mode) || /(^|,)(?:[ugoa]*[ua][ugoa]*)?-[xXst]*[rw]/.test(mode);
}

/** Nobody writes a longer one; what it would do is not worked out. */
const LONGEST_MODE = 100;

/** Writable by everyone, or run with its owner's rights. */
export function isWideMode(mode: string): boolean {
  if (mode.length > LONGEST_MODE) return true;
  if (/^[0-7]+$/.test(mode)) return /[2367]$/.test(mode) || /^[4567][0-7]{3}$/.test(mode);
  return /(^|,)[ugoa]*[oa][ugoa]*[+=][rxXst]*w|(^|,)[ugoa]*u?[ugoa]*[+=][rwxX]*s/.test(mode) && !/^g[+=]s$/.test(mode);
}

function wideMode(trial: Trial, program: string, mode: string): void {
  ask(
    trial,
    "permissions",
    `${program} ${mode} makes files writable for everyone or lets them run as somebody else`,
    `${program} ${mode}`,
  );
}

/** tar, bsdtar: creating writes the archive, extracting writes the directory. */
export const archives: FileRule = (trial, program, args) => {
  const first = args[0];
  const bundled =
    first !== undefined && /^[a-zA-Z]+$/.test(first.text)
      ? [{ ...first, text: `-${first.text}` }, ...args.slice(1)]
      : args;
  const options = readOptions(bundled, TAR_VALUED);
  const archive = options.value("f", "file");
  const into = options.value("C", "directory");
  if (
    options.has(
      "to-command",
      "checkpoint-action",
      "use-compress-program",
      "I",
      "info-script",
      "new-volume-script",
      "rsh-command",
      "F",
    )
  ) {
    if (
      !/^"?'?(gzip|pigz|zstd|xz|bzip2|pbzip2|lz4|lzip|pixz|brotli)\b/.test(
        options.value("I", "use-compress-program")?.text ?? "",
      )
    )
      ask(trial, "inline-code", `${program} is told to run another program`);
  }
  if (options.has("x", "extract", "get")) {
    trial.reach.read = false;
    if (into !== undefined) writePath(trial, into, program);
    else if (trial.scope.cwd !== undefined)
      writePath(trial, { text: trial.scope.cwd, exact: true, glob: false, dynamic: false }, program);
    if (options.has("P", "absolute-names", "absolute-paths"))
      ask(trial, "write-outside", `${program} extracts to absolute paths`, program);
    if (archive !== undefined) readPath(trial, archive, program);
  } else if (options.has("c", "create", "r", "append", "u", "update", "A", "delete")) {
    for (const source of options.operands) readTree(trial, source, program);
    if (archive !== undefined && !/^[\w.-]+@?[\w.-]*:/.test(archive.text)) writePath(trial, archive, program);
    else if (archive !== undefined)
      ask(trial, "network-send", `${program} sends an archive to ${shown(archive)}`, shown(archive));
    if (options.has("remove-files")) ask(trial, "delete", `${program} deletes what it packed`, program);
  } else if (archive !== undefined) readPath(trial, archive, program);
  return { type: "unknown" };
};
