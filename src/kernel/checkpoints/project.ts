// Which folder a snapshot is taken of: the project around a path, never a whole home or disk.

import { isInside } from "../shell/paths.ts";
import { PROTECTED_ROOTS } from "../shell/places.data.ts";

/** A folder that holds one of these is a project. */
export const PROJECT_MARKERS: readonly string[] = [
  ".git",
  "pyproject.toml",
  "package.json",
  "Cargo.toml",
  "go.mod",
  "Makefile",
  "pom.xml",
  ".hg",
  "Gemfile",
];

export interface ProjectPlaces {
  readonly userHome: string;
  /** The agent's own homes: what is in them is not a project. */
  readonly agentHomes: readonly string[];
  /** Folders in an agent's home that people work in after all. */
  readonly agentWorkspaces: readonly string[];
}

const SHARED = new Set(["/tmp", "/var/tmp", "/dev/shm", "/private/tmp", "/private/var/tmp", "/mnt", "/media"]);

const SYSTEM =
  /^\/(usr|bin|sbin|lib\w*|etc|boot|dev|proc|sys|run|snap|System|Library|Applications|private\/(etc|var))(\/|$)/;

/** Places that a command names on its way but nobody keeps work in. */
export function isSystemPlace(path: string): boolean {
  return SYSTEM.test(path);
}

/** Why no snapshot is taken of this folder; undefined when one may be. */
export function refusal(dir: string, places: ProjectPlaces): string | undefined {
  if (PROTECTED_ROOTS.has(dir) || SHARED.has(dir) || isInside(places.userHome, dir))
    return `${dir} is too large a place for a checkpoint; work in a folder of its own`;
  if (places.agentWorkspaces.some((workspace) => isInside(dir, workspace))) return undefined;
  return places.agentHomes.some((home) => isInside(dir, home)) ? `${dir} belongs to the agent itself` : undefined;
}

/** The folder itself and those above it that could be its project, nearest first. */
export function possibleProjects(dir: string, places: ProjectPlaces): readonly string[] {
  const found: string[] = [];
  for (let at = dir; refusal(at, places) === undefined; at = parentOf(at)) found.push(at);
  return found;
}

/** The nearest marked folder; without one the workspace if the path lies in it, else the folder itself. */
export function chooseProject(dir: string, workspace: string, marked: string | undefined): string {
  if (marked !== undefined) return marked;
  return isInside(dir, workspace) ? workspace : dir;
}

export function parentOf(path: string): string {
  const cut = path.lastIndexOf("/");
  return cut <= 0 ? "/" : path.slice(0, cut);
}
