// One command being judged: what is known, what was found, and the few verbs every rule is written in.

import type { Feed, Finding, FindingKind } from "./findings.ts";
import { ENV_FILE, holdsHome, isWholeRoot, type Place, type Places, placeOf, resolvePath } from "./paths.ts";
import { type Arg, BARE, HOLE, hasHole, type Scope } from "./scope.ts";
import type { Script } from "./tree.ts";

/** What `mktemp` prints: a file that was nobody's a moment ago. */
const FRESH_FILE = `/tmp/tmp.${BARE}`;

/** More reasons than anybody reads. */
const MAX_FINDINGS = 50;
const MAX_SHOWN = 200;

export type Parse = (text: string) => Script;

export interface Trial {
  readonly places: Places;
  readonly scope: Scope;
  readonly findings: Finding[];
  readonly touches: Set<string>;
  /** Paths it takes away. */
  readonly deleted: Set<string>;
  /** Folders it goes to. */
  readonly visited: Set<string>;
  /** The whole command as written, for grants that must not reach further than it. */
  readonly source: string;
  readonly parse: Parse;
  /** Somebody or something may type into the command while it runs. */
  readonly answered: boolean;
  /** Falls to false with the first thing that is not a plain read. */
  readonly reach: { read: boolean };
  /** Every simple command seen, wrappers and nested ones included. */
  readonly ran: string[];
  /** Scripts of the workspace it runs, with the program that runs each, for whoever can read them. */
  readonly scripts: Map<string, string>;
  /** How many commands may still be followed. */
  readonly budget: { steps: number };
  /** How deep nested commands may still go. */
  readonly depth: number;
  /** Judges a command given as arguments; returns what it prints. */
  run(args: readonly Arg[], feed: Feed): Feed;
  /** Judges shell text; returns what it prints. */
  script(text: string, feed: Feed, parameters?: readonly Arg[]): Feed;
  /** Judges what an alias stands for, followed by the arguments it is given. */
  alias(name: string, text: string, args: readonly Arg[], feed: Feed): Feed;
  /** Judges the body of a function that is being called. */
  call(name: string, body: Script, args: readonly Arg[], feed: Feed): Feed;
  /** True when shell text meant for another machine would be free there, were its home the workspace. */
  harmlessElsewhere(text: string): boolean;
}

export function ask(trial: Trial, kind: FindingKind, why: string, subject: string = trial.source): void {
  trial.reach.read = false;
  if (trial.findings.length < MAX_FINDINGS || kind === "unparsable")
    trial.findings.push({ level: "ask", kind, why, subject, within: [] });
}

export function deny(trial: Trial, kind: "catastrophe" | "guarded", why: string): void {
  trial.reach.read = false;
  trial.findings.push({ level: "deny", kind, why, subject: trial.source, within: [] });
}

/** Notes a command and lays everything found since `from` at its door. */
export function ranCommand(trial: Trial, args: readonly Arg[], from: number): void {
  const text = args.slice(0, MAX_FINDINGS).map(shown).join(" ");
  trial.ran.push(text);
  for (let i = from; i < trial.findings.length; i++) trial.findings[i]?.within.push(text);
}

/** Absolute path of an argument as far as it is known, or undefined when its beginning is not. */
export function pathOf(trial: Trial, arg: Arg): string | undefined {
  let text = arg.text;
  if (text.startsWith("file://")) text = text.slice(7);
  const hole = text.indexOf(HOLE);
  if (hole === 0) return undefined;
  if (!text.startsWith("/") && trial.scope.cwd === undefined) return undefined;
  return throughLinks(resolvePath(text, trial.scope.cwd ?? "/"), trial.scope.links);
}

const MOST_HOPS = 8;

/** A link that the command makes itself leads where it was told to. */
function throughLinks(path: string, links: ReadonlyMap<string, string>): string {
  let at = path;
  for (let hop = 0; hop < MOST_HOPS && links.size > 0; hop++) {
    const link = outerLink(at, links);
    if (link === undefined) break;
    at = resolvePath(`${links.get(link)}${at.slice(link.length)}`, "/");
  }
  return at;
}

/** The first link on the way down, as the system meets them. */
function outerLink(path: string, links: ReadonlyMap<string, string>): string | undefined {
  for (let end = path.indexOf("/", 1); end !== -1; end = path.indexOf("/", end + 1))
    if (links.has(path.slice(0, end))) return path.slice(0, end);
  return links.has(path) ? path : undefined;
}

/** Who may log in and with what: of use to nobody who is already in. */
const LOGIN_RULES = /^\/etc\/(pam\.d|security|pam\.conf|login\.defs)(\/|$)/;

/** Programs that look at names and sizes, not at contents. */
const NAMES_ONLY = new Set(
  "ls dir vdir ll exa eza lsd tree stat readlink realpath test [ du df find gfind basename dirname mount findmnt lsblk blkid namei".split(
    " ",
  ),
);

/** A file's content is read. Outside the guarded places that is free. */
export function readPath(trial: Trial, arg: Arg, program: string): void {
  if (arg.text === "" || arg.text === "-") return;
  const path = pathOf(trial, arg);
  if (path === undefined) return;
  const place = placeOf(path, trial.places);
  trial.touches.add(path);
  const onlyName = NAMES_ONLY.has(program);
  if ((place === "control" || place === "credential") && onlyName)
    ask(trial, "secret-read", `${program} looks into ${path}, which is guarded`, path);
  else if (place === "control" || place === "credential") deny(trial, "guarded", guardedText(program, path, place));
  else if (place === "secret" && !onlyName)
    ask(trial, "secret-read", `${program} reads ${path}, which holds secrets`, path);
  else if (ENV_FILE.test(path) && !onlyName)
    ask(trial, "secret-read", `${program} reads ${path}, which holds live keys`, path);
  else if (LOGIN_RULES.test(path)) ask(trial, "secret-read", `${program} reads how logins are checked: ${path}`, path);
  else if (place === "disk" && !onlyName) ask(trial, "secret-read", `${program} reads the raw device ${path}`, path);
  else if (place === "home" && /\/\.\w*_?history$/.test(path))
    ask(trial, "secret-read", `${program} reads the shell history ${path}`, path);
}

/** Everything below a path is read for what it holds. */
export function readTree(trial: Trial, arg: Arg, program: string): void {
  readPath(trial, arg, program);
  const path = pathOf(trial, arg);
  if (path !== undefined && holdsHome(path, trial.places))
    ask(trial, "secret-read", `${program} reads everything under ${shown(arg)}, keys and all`, path);
}

function guardedText(program: string, path: string, place: Place): string {
  return `${program} touches ${path}, a ${place === "control" ? "control file of the agent" : "credential store"}`;
}

/** A path is created or changed. Free inside the workspace only. */
export function writePath(trial: Trial, arg: Arg, program: string): void {
  if (arg.text === "-" || (arg.text === "" && arg.unset !== true)) return;
  const path = arg.unset === true && !/^[^/]/.test(arg.text) ? undefined : pathOf(trial, arg);
  if (path === undefined) {
    ask(trial, "write-unknown", `${program} writes to a place that is not known before it runs (${shown(arg)})`);
    return;
  }
  const place = placeOf(path, trial.places);
  if (place === "stream") return;
  trial.reach.read = false;
  if (path.startsWith(FRESH_FILE)) return;
  trial.touches.add(path);
  trial.scope.written.add(path);
  const found = writeFinding(path, place, program);
  if (found !== undefined)
    trial.findings.push({ ...found, subject: found.level === "deny" ? trial.source : found.subject });
}

function writeFinding(path: string, place: Place, program: string): Finding | undefined {
  switch (place) {
    case "workspace":
      if (ENV_FILE.test(path)) return asking("secret-write", `${program} changes ${path}, which holds live keys`, path);
      return RUN_BY_GIT.test(path)
        ? asking("startup", `${program} changes ${path}, which git runs or obeys`, path)
        : undefined;
    case "disk":
      return denying("catastrophe", `${program} writes to the disk ${path} directly`);
    case "control":
    case "credential":
      return denying("guarded", guardedText(program, path, place));
    case "startup":
      return asking("startup", `${program} changes ${path}, which runs at login or start-up`, path);
    default:
      if (path.startsWith("/proc/sysrq"))
        return denying("catastrophe", `${program} triggers the kernel through ${path}`);
      if (/^\/dev\/(tcp|udp)\//.test(path))
        return asking("network-send", `${program} opens a network connection through ${path}`, path);
      return asking("write-outside", `${program} writes outside the workspace: ${path}`, directoryOf(path));
  }
}

const RUN_BY_GIT = /\/\.git\/(hooks|config|info)(\/|$)|\/\.githooks\//;

function asking(kind: FindingKind, why: string, subject: string): Finding {
  return { level: "ask", kind, why, subject, within: [] };
}

function denying(kind: "catastrophe" | "guarded", why: string): Finding {
  return { level: "deny", kind, why, subject: "", within: [] };
}

/** True when an argument may stand for a whole system or home. */
export function coversRoot(trial: Trial, arg: Arg): boolean {
  const path = pathOf(trial, arg);
  return path !== undefined && !hasHole(path) && isWholeRoot(path, trial.places);
}

export function shown(arg: Pick<Arg, "text">): string {
  const text = arg.text.length > MAX_SHOWN ? `${arg.text.slice(0, MAX_SHOWN)}…` : arg.text;
  return text.replaceAll(HOLE, "…").replaceAll(BARE, "…");
}

export function directoryOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}
