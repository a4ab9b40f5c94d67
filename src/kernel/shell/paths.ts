// Where a path lands. Decides on text alone; whoever follows symlinks does it before asking.

import { matchesGlob } from "../glob.ts";
import {
  CONTROL_NAMES,
  CREDENTIAL_DIRS,
  CREDENTIAL_FILES,
  DISK_DEVICE,
  PROTECTED_ROOTS,
  STARTUP_FILES,
} from "./places.data.ts";

export interface Places {
  /** Absolute directory that relative paths start from. */
  readonly cwd: string;
  /** Absolute directory where writing is free. */
  readonly workspace: string;
  /** The user's home directory. */
  readonly home: string;
  /** Directories whose control files belong to the runtime: its home and every profile's. */
  readonly controlHomes: readonly string[];
  /** More directories where writing is free, such as the runtime's own scratch space. */
  readonly writable?: readonly string[];
}

export type Place =
  /** /dev/null and the standard streams. */
  | "stream"
  | "workspace"
  /** A whole root: the file system, a top-level system directory, a home. Losing it is a catastrophe. */
  | "root"
  /** Everything in a whole root, spelled as a wildcard or a trailing dot. */
  | "disk"
  /** Files of ours that decide what the agent may do. */
  | "control"
  | "credential"
  /** Password and key files of the system. */
  | "secret"
  /** Run at login or start-up. */
  | "startup"
  | "system"
  | "home"
  | "outside";

const STREAMS = /^\/(?:proc\/self\/fd\/\d+|dev\/(null|zero|u?random|full|tty|std(in|out|err)|fd\/\d+|ptmx|pts\/\d+))$/;
const SYSTEM =
  /^\/(etc|usr|bin|sbin|lib\w*|boot|var|opt|dev|proc|sys|run|srv|System|Library|Applications|private\/(etc|var))(\/|$)/;
const SECRET =
  /^\/(private\/)?etc\/(shadow-?|gshadow-?|master\.passwd|sudoers(\.d\/.*)?|spwd\.db|krb5\.keytab|ssh\/ssh_host_\w+_key|security\/opasswd|ipsec\.secrets)$|^\/usr\/local\/etc\/sudoers|^\/proc\/([^/]+)\/(mem|environ)$|^\/dev\/k?mem$|^\/dev\/port$|^\/var\/db\/dslocal\/nodes\/Default\/users|^\/var\/lib\/sss\/|^(\/var)?\/run\/secrets(\/|$)|\/ntds\.dit$/;

/** Environment files of projects hold live keys; their examples do not. */
export const ENV_FILE = /\/\.env(rc|\.(?!example$|sample$|template$|dist$|defaults?$)[\w.-]+)?$/;

/** Collapses `.`, `..` and doubled slashes; a leading `/` stays, one after the other. */
export function normalizePath(path: string): string {
  if (!/\/\/|(^|\/)\.{1,2}(\/|$)|.\/$/.test(path)) return path === "" ? "." : path;
  const absolute = path.startsWith("/");
  const out: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && out.length > 0 && out.at(-1) !== "..") out.pop();
    else if (part !== ".." || !absolute) out.push(part);
  }
  const joined = out.join("/");
  return absolute ? `/${joined}` : joined === "" ? "." : joined;
}

export function resolvePath(path: string, cwd: string): string {
  return normalizePath(path.startsWith("/") ? path : `${cwd}/${path}`);
}

/** Directories everybody may write to. */
export function isTemporary(path: string): boolean {
  return /^(\/var|\/private|\/private\/var)?\/tmp(\/|$)|^\/dev\/shm(\/|$)/.test(path);
}

export function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith("/") ? root : `${root}/`);
}

/** The directory that a wildcard is spread over: `/*` → `/`, `~/.??*` → the home. */
function spreadOver(path: string): string {
  const last = path.slice(path.lastIndexOf("/") + 1);
  return /^(\.?[*?]+|\.\[[^\]]*\][*?]*|\*\.\*|\{.*)$/.test(last)
    ? normalizePath(`${path.slice(0, path.lastIndexOf("/"))}/`)
    : path;
}

const PART_OF_ROOT = /^\/[^/]*[*?[][^/]*$/;

/** No name is longer; a pattern that is could be anything. */
const LONGEST_NAME = 255;

/** A wildcard right below `/` that fits a directory nobody may lose: `/e*`, `/[a-z]*`. */
function namesRoot(path: string): boolean {
  const pattern = path
    .replace(/\*+/g, "*")
    .replace(/\[\[:\w+:\]\]/g, "?")
    .replaceAll("[^", "[!");
  const top = [...PROTECTED_ROOTS].filter((root) => root.lastIndexOf("/") === 0);
  return pattern.length > LONGEST_NAME || top.some((root) => matchesGlob(pattern, root.slice(1)));
}

/** True when removing or re-owning everything at this path would take a system or a home with it. */
export function isWholeRoot(path: string, places: Places): boolean {
  const spread = spreadOver(path);
  const dir = spread === "" ? "/" : spread;
  const narrow = places.workspace !== "/" && places.workspace !== places.home;
  if (narrow && isInside(dir, places.workspace)) return false;
  if (PART_OF_ROOT.test(path) && namesRoot(path)) return true;
  if (dir === "/" || dir === places.home || PROTECTED_ROOTS.has(dir)) return true;
  return /^\/(home|Users)\/[^/]+$/.test(dir) || (path !== dir && isInside(places.home, dir) && dir !== "/tmp");
}

/** A home lies at or below this path, and with it every key its owner has. */
export function holdsHome(path: string, { home, workspace }: Places): boolean {
  const dir = spreadOver(path);
  return dir !== workspace && isInside(home, dir === "" ? "/" : dir);
}

/** `path` is absolute and normalized; what a symlink would add is the caller's business. */
export function placeOf(path: string, places: Places): Place {
  if (STREAMS.test(path)) return "stream";
  if (path.startsWith("/dev/")) {
    if (DISK_DEVICE.test(path)) return "disk";
    if (path.startsWith("/dev/shm/")) return "outside";
  }
  const control = controlPlace(path, places);
  if (control !== undefined) return control;
  if (SECRET.test(path)) return "secret";
  const credential = credentialPlace(path, places);
  if (credential) return "credential";
  // A workspace as wide as a home does not make everything in it the user's work.
  const wide = isInside(places.home, places.workspace);
  if (wide && isInside(path, places.home) && STARTUP_FILES.test(path.slice(places.home.length + 1))) return "startup";
  if (isInside(path, places.workspace) && !(places.workspace === "/" && SYSTEM.test(path))) return "workspace";
  for (const dir of places.writable ?? []) if (isInside(path, dir)) return "workspace";
  if (isWholeRoot(path, places)) return "root";
  if (isInside(path, places.home)) {
    const name = path.slice(places.home.length + 1);
    return STARTUP_FILES.test(name) ? "startup" : "home";
  }
  return SYSTEM.test(path) ? "system" : "outside";
}

function controlPlace(path: string, places: Places): "control" | undefined {
  for (const home of places.controlHomes) {
    if (path === home) continue;
    if (!isInside(path, home)) continue;
    const parts = path.slice(home.length + 1).split("/");
    const first = (parts[0] === "profiles" ? parts[2] : parts[0]) ?? "";
    if (CONTROL_NAMES.has(first) || /^(config\.yaml|\.env|auth|state\.db|response_store\.db)/.test(first))
      return "control";
  }
  return undefined;
}

/** Key and token stores, wherever the home they belong to is. */
function credentialPlace(path: string, places: Places): boolean {
  if (/\.pub$|\/known_hosts(\.old)?$|\.(example|sample|template|dist)$/.test(path)) return false;
  if (isInside(path, places.home)) {
    const rest = path.slice(places.home.length + 1);
    for (const dir of CREDENTIAL_DIRS) if (rest === dir || rest.startsWith(`${dir}/`)) return true;
    if (CREDENTIAL_FILES.test(rest)) return true;
  }
  if (path.includes("/.")) {
    for (const dir of CREDENTIAL_DIRS)
      if (dir.startsWith(".") && (path.includes(`/${dir}/`) || path.endsWith(`/${dir}`))) return true;
    if (/\/\.(netrc|pgpass|git-credentials|npmrc|pypirc|my\.cnf|vault-token)$/.test(path))
      return !isInside(path, places.workspace);
  }
  return /\/Library\/Keychains(\/|$)|\/(Login Data|Cookies|key[34]\.db|logins\.json)([^/]*)$|\/id_(rsa|dsa|ecdsa|ed25519)$/.test(
    path,
  );
}
