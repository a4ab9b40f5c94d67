// One command being judged: what is known, what was found, and the few verbs every rule is written in.

import type { Feed, Finding, FindingKind } from "./findings.ts";
import { isWholeRoot, type Place, type Places, placeOf, resolvePath } from "./paths.ts";
import { type Arg, HOLE, type Scope } from "./scope.ts";
import type { Script } from "./tree.ts";

export type Parse = (text: string) => Script;

export interface Trial {
  readonly places: Places;
  readonly scope: Scope;
  readonly findings: Finding[];
  readonly touches: Set<string>;
  /** The whole command as written, for grants that must not reach further than it. */
  readonly source: string;
  /** Falls to false with the first thing that is not a plain read. */
  readonly reach: { read: boolean };
  /** How deep nested commands may still go. */
  readonly depth: number;
  /** Judges a command given as arguments; returns what it prints. */
  run(args: readonly Arg[], feed: Feed): Feed;
  /** Judges shell text; returns what it prints. */
  script(text: string, feed: Feed): Feed;
}

export function ask(trial: Trial, kind: FindingKind, why: string, subject: string = trial.source): void {
  trial.reach.read = false;
  trial.findings.push({ level: "ask", kind, why, subject });
}

export function deny(trial: Trial, kind: "catastrophe" | "guarded", why: string): void {
  trial.reach.read = false;
  trial.findings.push({ level: "deny", kind, why, subject: trial.source });
}

/** Absolute path of an argument as far as it is known, or undefined when its beginning is not. */
export function pathOf(trial: Trial, arg: Arg): string | undefined {
  let text = arg.text;
  if (text.startsWith("file://")) text = text.slice(7);
  const hole = text.indexOf(HOLE);
  if (hole === 0) return undefined;
  if (!text.startsWith("/")) return trial.scope.cwd === undefined ? undefined : resolvePath(text, trial.scope.cwd);
  return resolvePath(text, "/");
}

/** A file's content is read. Outside the guarded places that is free. */
export function readPath(trial: Trial, arg: Arg, program: string): void {
  if (arg.text === "" || arg.text === "-") return;
  const path = pathOf(trial, arg);
  if (path === undefined) return;
  const place = placeOf(path, trial.places);
  trial.touches.add(path);
  if (place === "control" || place === "credential") deny(trial, "guarded", guardedText(program, path, place));
  else if (place === "secret") ask(trial, "secret-read", `${program} reads ${path}, which holds secrets`, path);
  else if (place === "disk") ask(trial, "secret-read", `${program} reads the raw device ${path}`, path);
  else if (place === "home" && /\/\.\w*_?history$/.test(path))
    ask(trial, "secret-read", `${program} reads the shell history ${path}`, path);
}

function guardedText(program: string, path: string, place: Place): string {
  return `${program} touches ${path}, a ${place === "control" ? "control file of the agent" : "credential store"}`;
}

/** A path is created or changed. Free inside the workspace only. */
export function writePath(trial: Trial, arg: Arg, program: string): void {
  trial.reach.read = false;
  if (arg.text === "-" || arg.text === "") return;
  const path = pathOf(trial, arg);
  if (path === undefined) {
    ask(trial, "write-unknown", `${program} writes to a place that is not known before it runs (${shown(arg)})`);
    return;
  }
  const place = placeOf(path, trial.places);
  if (place === "stream") return;
  trial.touches.add(path);
  const found = writeFinding(path, place, program);
  if (found !== undefined)
    trial.findings.push({ ...found, subject: found.level === "deny" ? trial.source : found.subject });
}

function writeFinding(path: string, place: Place, program: string): Finding | undefined {
  switch (place) {
    case "workspace":
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
  return { level: "ask", kind, why, subject };
}

function denying(kind: "catastrophe" | "guarded", why: string): Finding {
  return { level: "deny", kind, why, subject: "" };
}

/** True when an argument may stand for a whole system or home. */
export function coversRoot(trial: Trial, arg: Arg): boolean {
  const path = pathOf(trial, arg);
  return path !== undefined && !path.includes(HOLE) && isWholeRoot(path, trial.places);
}

export function shown(arg: Arg): string {
  return arg.text.replaceAll(HOLE, "…");
}

export function directoryOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}
