// Finds the project around a path by looking at the disk.

import { lstat, realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import {
  chooseProject,
  PROJECT_MARKERS,
  type ProjectPlaces,
  possibleProjects,
} from "../../../kernel/checkpoints/project.ts";
import { isInside } from "../../../kernel/shell/paths.ts";
import { diskFailure, errorCode } from "./git.ts";

const ABSENT = new Set(["ENOENT", "ENOTDIR", "EACCES", "ELOOP", "ENAMETOOLONG"]);

export async function findProject(path: string, workspace: string, places: ProjectPlaces): Promise<string> {
  const dir = await folderOf(path);
  const marked = await firstMarked(possibleProjects(dir, places));
  return chooseProject(dir, await realDir(workspace), marked);
}

/** Without symbolic links, as far as it exists. */
export async function realDir(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!ABSENT.has(errorCode(error) ?? "")) throw diskFailure(error, path);
    const above = dirname(path);
    return above === path ? path : join(await realDir(above), basename(path));
  }
}

/** Ignore rules for the agent's homes that lie inside the project. */
export function homeRules(workdir: string, { agentHomes, agentWorkspaces }: ProjectPlaces): readonly string[] {
  if (agentWorkspaces.some((workspace) => isInside(workdir, workspace))) return [];
  return agentHomes
    .filter((home) => home !== workdir && isInside(home, workdir))
    .map((home) => `/${home.slice(workdir.length + 1).replace(/[\\*?[\]!# ]/g, "\\$&")}/`);
}

/** The folder itself, or the nearest existing one around a file. */
async function folderOf(path: string): Promise<string> {
  const real = await realDir(path);
  for (let at = real; ; at = dirname(at)) {
    const info = await stat(at).catch(absent(at));
    if (info?.isDirectory() || dirname(at) === at) return at;
  }
}

async function firstMarked(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    for (const marker of PROJECT_MARKERS) {
      if ((await lstat(join(folder, marker)).catch(absent(folder))) !== undefined) return folder;
    }
  }
  return undefined;
}

function absent(path: string): (error: unknown) => undefined {
  return (error) => {
    if (!ABSENT.has(errorCode(error) ?? "")) throw diskFailure(error, path);
    return undefined;
  };
}
