// Putting fetched files where they belong: written whole beside, then swapped in; the version before is kept.

import { dirname, join } from "node:path";
import { StoreFailure } from "../../../../kernel/failure.ts";
import { SKILL_FILE } from "../../../../kernel/skills/skill.ts";
import type { Disk } from "../disk.ts";
import type { FetchedFile } from "./fetched.ts";

/** Callers hold the lock. On failure the old version is in place. Gives back whether there was one. */
export function placeFiles(disk: Disk, skills: string, path: string, files: readonly FetchedFile[]): boolean {
  const name = path.split("/").at(-1) ?? "skill";
  const fresh = join(skills, ".hub", "quarantine", name);
  const previous = join(skills, ".hub", "previous", name);
  const target = join(skills, path);
  disk.remove(fresh);
  try {
    for (const { path: file, bytes, executable } of files)
      disk.write(join(fresh, file), bytes, executable ? 0o755 : 0o644);
    const hadOne = disk.linkStat(target) !== undefined;
    if (hadOne) {
      disk.remove(previous);
      disk.rename(target, previous);
    }
    try {
      disk.makeDir(dirname(target));
      disk.rename(fresh, target);
    } catch (error) {
      if (hadOne) disk.rename(previous, target);
      throw error;
    }
    return hadOne;
  } finally {
    clean(disk, fresh);
  }
}

function clean(disk: Disk, fresh: string): void {
  try {
    disk.remove(fresh);
  } catch (error) {
    // Leftovers in quarantine are never read as skills and go with the next install.
    if (!(error instanceof StoreFailure)) throw error;
  }
}

/** What the skill's own ignore file leaves out of the installation. It never keeps anything from being looked at. */
export function installable(files: readonly FetchedFile[]): readonly FetchedFile[] {
  const ignore = files.find(({ path }) => path === ".skillignore" || path === ".clawhubignore");
  const patterns = ignore === undefined ? [] : linesOf(new TextDecoder().decode(ignore.bytes)).map(patternOf);
  return files.filter(
    (file) =>
      file.link === undefined &&
      file !== ignore &&
      (file.path === SKILL_FILE || !patterns.some((one) => one.test(file.path))),
  );
}

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** `dir/`, `*.ext`, `a/b` as in other ignore files. */
function patternOf(line: string): RegExp {
  const source = line
    .replace(/^\//, "")
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("**", "\0")
    .replaceAll("*", "[^/]*")
    .replaceAll("?", "[^/]")
    .replaceAll("\0", ".*");
  return line.endsWith("/") ? new RegExp(`(?:^|/)${source}`) : new RegExp(`(?:^|/)${source}(?:/|$)`);
}
