// find and xargs: both run other commands on names that only appear while they run.

import { type Feed, type Narrowing, NO_FEED } from "./findings.ts";
import { names, readOptions } from "./options.ts";
import { isInside } from "./paths.ts";
import { type Arg, exactArg, HOLE, hasHole } from "./scope.ts";
import { ask, coversRoot, deny, pathOf, readPath, shown, type Trial, writePath } from "./trial.ts";

const MAX_ROOTS = 24;
const ACTIONS = new Set(["-exec", "-execdir", "-ok", "-okdir"]);
const FILTERS =
  /^-i?(name|path|regex|wholename|size|mtime|mmin|atime|ctime|newer\w*|user|group|perm|empty|inum|links|uid|gid|nouser|nogroup|executable|lname|samefile|amin|cmin|used)$/;
const SECRET_NAMES =
  /(^|[*/])(id_(rsa|dsa|ecdsa|ed25519)|\.?netrc|\.?pgpass|credentials?(\.\w+)?|shadow|\*?\.(pem|key|p12|pfx|kdbx|keychain(-db)?|ppk|jks|ovpn)|.*passw(?!d$).*|.*secret.*|\.?htpasswd|authorized_keys|\.?aws|access_tokens?\.db|logins\.json|key[34]\.db|cookies(\.sqlite)?|login data|\.git-credentials|\.env|wallet\.dat|unattend.*|\.?bash_history|\.\*history)$/i;

export function findRule(trial: Trial, program: string, args: readonly Arg[], feed: Feed): Feed {
  const roots: Arg[] = [];
  let index = 0;
  while (index < args.length && /^-[HLPDO]/.test(args[index]?.text ?? "")) index++;
  for (; index < args.length; index++) {
    const arg = args[index];
    if (arg === undefined || /^[-(!),]/.test(arg.text)) break;
    roots.push(arg);
  }
  if (roots.length === 0) roots.push(exactArg("."));
  for (const root of roots) readPath(trial, root, program);
  const actions = args.filter((arg) => ACTIONS.has(arg.text) || arg.text === "-delete").length;
  if (roots.length > MAX_ROOTS || actions > MAX_ROOTS) {
    ask(trial, "unparsable", `${program} is given more places or actions than can be followed`);
    return { type: "listing", roots: [] };
  }
  for (; index < args.length; index++) {
    const text = args[index]?.text ?? "";
    if (text === "-delete") deleteFound(trial, program, roots, narrowing(args.slice(0, index)));
    else if (text === "-fprint" || text === "-fprint0" || text === "-fls" || text === "-fprintf") {
      const target = args[index + 1];
      if (target !== undefined) writePath(trial, target, program);
    } else if (ACTIONS.has(text)) {
      const end = endOfAction(args, index + 1);
      // `-ok` asks before each run, and with nobody to answer it runs nothing.
      if (!text.startsWith("-ok") || trial.answered || feed.type !== "none")
        runFound(trial, args.slice(index + 1, end), { roots, narrow: narrowing(args.slice(0, index)), feed });
      index = end;
    } else if (/^-i?(name|path|wholename|regex)$/.test(text)) seeksSecrets(trial, program, args[index + 1], roots);
  }
  return { type: "listing", roots: roots.map((root) => root.text), narrow: narrowing(args) };
}

/** How far the tests before an action narrow down what it gets; a test that comes later does not count. */
function narrowing(tests: readonly Arg[]): Narrowing {
  const turned = tests.some((arg) => /^(!|-not|-o|-or|-false|,)$/.test(arg.text));
  if (!turned && tests.some((arg) => arg.text === "-empty")) return "empty";
  if (!turned && namesOneFile(tests)) return "one-name";
  if (!turned && tests.some((arg, index) => arg.text === "-type" && tests[index + 1]?.text === "d"))
    return "directories";
  return tests.some((arg) => FILTERS.test(arg.text)) ? "filtered" : "none";
}

/** `-name core`: only files of one name, nothing spelled as a wildcard. */
function namesOneFile(tests: readonly Arg[]): boolean {
  const index = tests.findIndex((arg) => /^-(i?name|inum)$/.test(arg.text));
  const pattern = tests[index + 1];
  return index !== -1 && pattern !== undefined && !/[*?[]/.test(pattern.text) && !hasHole(pattern.text);
}

function seeksSecrets(trial: Trial, program: string, pattern: Arg | undefined, roots: readonly Arg[]): void {
  if (pattern === undefined || !SECRET_NAMES.test(pattern.text)) return;
  if (roots.some((root) => isOutside(trial, root)))
    ask(
      trial,
      "secret-read",
      `${program} looks for credentials (${shown(pattern)}) outside the workspace`,
      shown(pattern),
    );
}

function isOutside(trial: Trial, root: Arg): boolean {
  const path = pathOf(trial, root);
  return path === undefined || !isInside(path, trial.places.workspace);
}

function deleteFound(trial: Trial, program: string, roots: readonly Arg[], narrow: Narrowing): void {
  trial.reach.read = false;
  for (const root of roots) {
    const lossless = narrow === "empty" || narrow === "one-name" || narrow === "directories";
    if (lossless && !isOutside(trial, root)) continue;
    if (narrow === "none" && coversRoot(trial, root))
      deny(trial, "catastrophe", `${program} -delete would empty ${shown(root)}`);
    else
      ask(
        trial,
        "delete",
        `${program} -delete deletes everything it finds under ${shown(root)}`,
        `find ${shown(root)}`,
      );
  }
}

function endOfAction(args: readonly Arg[], from: number): number {
  for (let i = from; i < args.length; i++) {
    const text = args[i]?.text;
    if (text === ";" || (text === "+" && args[i - 1]?.text === "{}")) return i;
  }
  return args.length;
}

function runFound(
  trial: Trial,
  action: readonly Arg[],
  { roots, narrow, feed }: { roots: readonly Arg[]; narrow: Narrowing; feed: Feed },
): void {
  for (const root of roots) {
    const found = foundUnder(root.text, narrow);
    const filled = action.map((arg) =>
      arg.text.includes("{}") ? { ...found, text: arg.text.replaceAll("{}", found.text) } : arg,
    );
    trial.run(filled, feed);
  }
}

/** Some name below a root: a wildcard when nothing narrows it, else a hole. */
function foundUnder(root: string, narrow: Narrowing): Arg {
  const dir = root.endsWith("/") ? root : `${root}/`;
  return {
    text: dir + (narrow === "none" ? "*" : HOLE),
    exact: false,
    glob: narrow !== "one-name" && narrow !== "empty",
    dynamic: true,
    found: true,
  };
}

const XARGS_VALUED = names("a arg-file d delimiter E I L n max-args P max-procs s max-chars process-slot-var J R S");

export function xargsRule(trial: Trial, program: string, args: readonly Arg[], feed: Feed): Feed {
  const start = endOfOptions(args, XARGS_VALUED);
  const inner = args.slice(start);
  const own = readOptions(args.slice(0, start), XARGS_VALUED);
  const fromFile = own.value("a", "arg-file");
  if (fromFile !== undefined) readPath(trial, fromFile, program);
  if (inner.length === 0) return feed;
  const mark = own.value("I", "i", "replace", "J")?.text ?? "{}";
  for (const name of namesFrom(feed)) {
    const replaces =
      own.has("I", "i", "replace", "J") || (program === "parallel" && inner.some((arg) => arg.text.includes("{}")));
    const filled = replaces
      ? inner.map((arg) => (arg.text.includes(mark) ? { ...name, text: arg.text.replaceAll(mark, name.text) } : arg))
      : [...inner, name];
    trial.run(filled, NO_FEED);
  }
  return { type: "unknown" };
}

function namesFrom(feed: Feed): readonly Arg[] {
  if (feed.type === "listing" && feed.roots.length > 0 && feed.roots.length <= 8)
    return feed.roots.map((root) => foundUnder(root, feed.narrow ?? "filtered"));
  if (feed.type === "text" && feed.text.length < 400) return feed.text.trim().split(/\s+/).slice(0, 16).map(exactArg);
  return [{ text: HOLE, exact: false, glob: true, dynamic: true, found: true }];
}

/** Index of the first argument that is neither an option nor an option's value. */
export function endOfOptions(args: readonly Arg[], valued: ReadonlySet<string>): number {
  for (let i = 0; i < args.length; i++) {
    const text = args[i]?.text ?? "";
    if (text === "--") return i + 1;
    if (!text.startsWith("-") || text === "-") return i;
    const long = text.startsWith("--");
    const name = long ? text.slice(2) : text.slice(-1);
    const takes = long
      ? !text.includes("=") && valued.has(name)
      : valued.has(text.slice(1)) || (valued.has(name) && !hasEarlierValue(text, valued));
    if (takes) i++;
  }
  return args.length;
}

/** `-n1`: the value is already inside the word. */
function hasEarlierValue(text: string, valued: ReadonlySet<string>): boolean {
  for (let i = 1; i < text.length - 1; i++) if (valued.has(text.charAt(i))) return true;
  return false;
}
